import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryDir } from '@tidemark/testing';
import { benchApiFuzz } from './api-fuzz/bench-api-fuzz.ts';
import { benchCycle } from './cycle/bench-cycle.ts';
import { benchDashboard } from './dashboard/bench-dashboard.ts';
import { benchDecode } from './decode/bench-decode.ts';
import { benchExport } from './export/bench-export.ts';
import { benchFollow } from './follow/bench-follow.ts';
import { benchFuzz } from './fuzz/bench-fuzz.ts';
import { benchHistory, benchStore } from './history/bench-store.ts';
import { copyStored, generate } from './history/generate.ts';
import { benchHttp } from './http/bench-http.ts';
import { benchLiquidity } from './liquidity/bench-liquidity.ts';
import { benchIngest } from './ingest/bench-ingest.ts';
import { describeMachine, renderSection, type Section } from './lib/report.ts';
import { type RecordedSection, renderResults, replaceSections } from './lib/results-document.ts';
import { benchLoad } from './load/bench-load.ts';
import { benchPast } from './past/bench-past.ts';
import { benchPrices } from './prices/bench-prices.ts';
import { benchProvider, type ProviderOptions } from './provider/bench-provider.ts';

const BENCHES: Readonly<Record<string, (options: ProviderOptions) => Promise<Section | null>>> = {
  decode: benchDecode,
  prices: benchPrices,
  fuzz: benchFuzz,
  'api-fuzz': benchApiFuzz,
  http: benchHttp,
  cycle: benchCycle,
  ingest: benchIngest,
  follow: benchFollow,
  history: benchHistory,
  store: benchStore,
  export: benchExport,
  load: benchLoad,
  liquidity: benchLiquidity,
  dashboard: benchDashboard,
  past: benchPast,
  provider: benchProvider,
};

/** Not part of a run of everything: one needs a database that --generate has filled, the other takes hours. */
const ON_DEMAND: ReadonlySet<string> = new Set(['store', 'provider']);

const HELP = `npm run bench -- [--only ${Object.keys(BENCHES).join('|')}] [--write]
npm run bench -- --generate URL [--days 30] [--copies 0] [--data-dir DIR]
npm run bench -- --copy URL --copies 29 [--data-dir DIR]

  --only   one part instead of all (may be repeated)
  --generate  fills an empty database: days of 557 reserves, about a hundred thousand observations each, with an outage, rolled up and
           in narrow rows, and as many copies of them at earlier times; stops below 10 GB of free disk at DIR (the temporary folder)
  --copy   those copies alone, in a database that --generate has filled, or in a copy of it
  --minutes 3, --profiles good,stuck+good  of the part provider: how long each run is, and which instead of all of
           bench/src/provider/provider-runs.ts; others that the provider knows, too
  --write  also record in bench/RESULTS.md what was measured; with --only the other sections stay as they are

The command ends with 1 where an aim is not met that does not depend on the machine. LOAD_SECONDS (600), LOAD_RATE (1), LOAD_FOLLOW (false),
LOAD_CONNECTIONS (256) and LOAD_TRACE_FILE are of the part load: see bench/src/load/load-settings.ts. STORE_DATABASE_URL is of the part store.
`;
const RESULTS_FILE = join(repositoryDir(), 'bench', 'RESULTS.md');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
      generate: { type: 'string' },
      copy: { type: 'string' },
      days: { type: 'string', default: '30' },
      copies: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '3' },
      profiles: { type: 'string' },
      'data-dir': { type: 'string', default: tmpdir() },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const filled = values.generate ?? values.copy;
  if (filled !== undefined) {
    const { days, copies, 'data-dir': dataDir } = values;
    const options = { databaseUrl: filled, dataDir, days: Number(days), copies: Number(copies) };
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    await (values.generate === undefined ? copyStored(options, say) : generate(options, say));
    return;
  }
  const names = values.only ?? Object.keys(BENCHES).filter((name) => !ON_DEMAND.has(name));
  const unknown = names.find((name) => BENCHES[name] === undefined);
  if (unknown !== undefined) {
    throw new RangeError(`no benchmark is called ${unknown}; there are ${Object.keys(BENCHES).join(', ')}`);
  }
  if (values.write && values.profiles !== undefined) {
    throw new RangeError('--write records the whole table of the part provider: leave --profiles out');
  }
  const options = {
    minutes: Number(values.minutes),
    ...(values.profiles === undefined ? {} : { profiles: values.profiles.split(',') }),
  };
  if (!(options.minutes > 0)) throw new RangeError('--minutes must be a number above 0');
  const measured: RecordedSection[] = [];
  for (const name of names) {
    const command = values.only === undefined ? 'npm run bench' : `npm run bench -- --only ${name}`;
    const outcome = await measure(name, command, options);
    if (outcome === null) continue;
    const { section, failed } = outcome;
    measured.push(section);
    if (failed) process.exitCode = 1;
    process.stdout.write(`${section.text}\n`);
    // At once: a part that fails later does not cost what was measured.
    if (values.write) await writeFile(RESULTS_FILE, replaceSections(await readFile(RESULTS_FILE, 'utf8'), [section]));
  }
  // After a run of everything nothing is left that no part measures any more.
  if (values.write && values.only === undefined) await writeFile(RESULTS_FILE, renderResults(measured));
}

/** Null where the part could not run here, as it has said. */
async function measure(
  name: string,
  command: string,
  options: ProviderOptions,
): Promise<{ section: RecordedSection; failed: boolean } | null> {
  const machine = describeMachine();
  const section = await BENCHES[name]?.(options);
  if (section === undefined) throw new RangeError(`no benchmark is called ${name}`);
  if (section === null) return null;
  const date = new Date().toISOString().slice(0, 10);
  return {
    section: { title: section.title, text: renderSection(section, { machine, date, command }) },
    failed: section.figures.some(({ isRequired, met }) => isRequired === true && met !== true),
  };
}

await main();
