import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryDir } from '@tidemark/testing';
import { benchApiFuzz } from './api-fuzz/bench-api-fuzz.ts';
import { benchCycle } from './cycle/bench-cycle.ts';
import { benchDecode } from './decode/bench-decode.ts';
import { benchExport } from './export/bench-export.ts';
import { benchFollow } from './follow/bench-follow.ts';
import { benchFuzz } from './fuzz/bench-fuzz.ts';
import { benchHistory } from './history/bench-history.ts';
import { benchHttp } from './http/bench-http.ts';
import { describeMachine, renderSection, type Section } from './lib/report.ts';

const BENCHES: Readonly<Record<string, () => Promise<Section>>> = {
  decode: benchDecode,
  fuzz: benchFuzz,
  'api-fuzz': benchApiFuzz,
  http: benchHttp,
  cycle: benchCycle,
  follow: benchFollow,
  history: benchHistory,
  export: benchExport,
};

const HELP = `npm run bench -- [--only decode|fuzz|api-fuzz|http|cycle|follow|history|export] [--write]

  --only   one part instead of all (may be repeated)
  --write  also replace bench/RESULTS.md with what was measured
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const names = values.only ?? Object.keys(BENCHES);
  const head = `# Benchmark results\n\nMachine: ${describeMachine()}.\nDate: ${new Date().toISOString().slice(0, 10)}. Command: \`npm run bench\`. The machine is shared and noisy: read the ratios, which come from one run.\n`;
  process.stdout.write(`${head}\n`);
  const sections: string[] = [];
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined)
      throw new RangeError(`no benchmark is called ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
    const section = renderSection(await bench());
    sections.push(section);
    process.stdout.write(`${section}\n`);
  }
  if (values.write) await writeFile(join(repositoryDir(), 'bench', 'RESULTS.md'), [head, ...sections].join('\n'));
}

await main();
