// Plants each bug of planted-bugs.ts in the dashboard, builds it, and runs the tests that have to fail; the file is put back each time.
// `node --conditions=@tidemark/source --import tsx e2e/src/dashboard/run-planted-bugs.ts [id …]`, after a build of everything.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';

const SOURCE = join(repositoryDir(), 'apps/dashboard/src');
const TESTS = 'e2e/src/dashboard/dashboard.test.ts';

interface Run {
  readonly isOk: boolean;
  readonly output: string;
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes));
    child.on('error', fail);
    child.on('exit', (code) => done({ isOk: code === 0, output: Buffer.concat(output).toString() }));
  });
}

const build = (): Promise<Run> => run('npx', ['vite', 'build'], join(SOURCE, '..'), {});

/** Runs the group of tests that has to find a bug, up to the first that does. */
async function test({ foundBy }: PlantedBug): Promise<Run> {
  // What the past has is needed by its own tests alone.
  const env = { TEST_PROCESSES: 'built', NO_COLOR: '1', DASHBOARD_PAST_DAYS: foundBy === 'the past' ? '16' : '0' };
  return run('npx', ['vitest', 'run', TESTS, '--bail=1', '-t', `in a browser: ${foundBy} `], repositoryDir(), env);
}

async function plant(bug: PlantedBug): Promise<string> {
  const path = join(SOURCE, bug.file);
  const text = await readFile(path, 'utf8');
  if (text.split(bug.find).length !== 2)
    throw new Error(`${bug.id}: the text to replace does not stand once in ${bug.file}`);
  await writeFile(
    path,
    text.replace(bug.find, () => bug.replace),
  );
  try {
    const built = await build();
    if (!built.isOk) throw new Error(`${bug.id} does not build: ${built.output}`);
    const { isOk, output } = await test(bug);
    if (isOk) return 'NOT FOUND';
    const failed = [...output.matchAll(/^ *× (.*?)(?: \d+ms)?$/gm)].map(([, name]) => name);
    if (failed.length === 0) throw new Error(`${bug.id}: no test failed, and the run did: ${output.slice(-4_000)}`);
    return `found by: ${failed.join('; ')}`;
  } finally {
    await writeFile(path, text);
  }
}

const chosen = PLANTED_BUGS.filter(({ id }) => process.argv.length === 2 || process.argv.includes(id));
let isAnyLost = false;
try {
  for (const bug of chosen) {
    const result = await plant(bug);
    isAnyLost ||= result === 'NOT FOUND';
    process.stdout.write(`${bug.id}: ${result}\n`);
  }
} finally {
  await build();
}
process.exitCode = isAnyLost ? 1 : 0;
