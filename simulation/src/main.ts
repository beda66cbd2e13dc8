import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Arguments, HELP, parseArguments } from './cli/arguments.ts';
import { renderFailure, renderLine, renderReport } from './cli/report.ts';
import { writeReport } from './cli/write-report.ts';
import type { Mutant } from './mutants/mutant.ts';
import { renderMutantLine, renderMutants } from './mutants/mutant-report.ts';
import { type MutantResult, runMutants } from './mutants/run-mutants.ts';
import { makePlan, type Plan } from './plan/plan.ts';
import { makeScene } from './plan/scenes.ts';
import { makeClusterTemplate } from './processes/cluster-template.ts';
import { hasRedis } from './processes/redis-server.ts';
import { runSeed } from './run/run-seed.ts';
import type { SeedResult } from './run/seed-result.ts';

const EXIT_FOUND = 1;
const EXIT_USAGE = 64;

async function main(args: Arguments): Promise<number> {
  const machine = { hasRedis: await hasRedis() };
  if (!machine.hasRedis) process.stderr.write('no redis-server here: every queue is on Postgres\n');
  if (args.mutants !== null) return mutate(args.mutants, args, machine);
  const plans = [...args.seeds.map((seed) => makePlan(seed, machine)), ...args.scenes.map(makeScene)];
  const workDir = args.workDir ?? (await makeWorkDir());
  const command = commandOf(args);
  const startedAt = performance.now();
  // Of a run that is broken off by an error everything is kept.
  let keeps = true;
  try {
    // Written again after every seed: hours of a run that is broken off are not lost.
    const report = async (done: readonly SeedResult[]): Promise<void> => {
      if (args.report === null) return;
      const seconds = (performance.now() - startedAt) / 1000;
      await writeReport(args.report, renderReport(done, { command, asked: plans.length, seconds, ...machine }));
    };
    const results = await runAll(plans, args, workDir, report);
    // What kept it from being written before is to be seen now.
    await report(results);
    const failed = results.filter(({ findings }) => findings.length > 0);
    keeps = args.keep || failed.length > 0;
    process.stdout.write(`${results.length - failed.length} of ${results.length} seeds held\n`);
    return failed.length === 0 ? 0 : EXIT_FOUND;
  } finally {
    if (!keeps) await rm(workDir, { recursive: true, force: true });
    else {
      await rm(join(workDir, 'template'), { recursive: true, force: true });
      process.stdout.write(`kept in ${workDir}\n`);
    }
  }
}

/** Exit code 0 where every bug was caught, and the tree without one held. */
async function mutate(
  mutants: readonly Mutant[],
  args: Arguments,
  machine: { readonly hasRedis: boolean },
): Promise<number> {
  const startedAt = performance.now();
  const workDir = args.workDir ?? (await makeWorkDir());
  const template = await makeClusterTemplate(join(workDir, 'template'));
  const { seeds, jobs } = args;
  const onResult = (result: MutantResult): void => void process.stdout.write(`${renderMutantLine(result)}\n`);
  const results = await runMutants(mutants, { seeds, jobs, workDir, template, ...machine, onResult });
  const seconds = (performance.now() - startedAt) / 1000;
  if (args.report !== null) await writeReport(args.report, renderMutants(results, commandOf(args), seconds), 'mutants');
  const failed = results.filter(({ mutant, isCaught }) => isCaught === (mutant === null));
  await rm(join(workDir, 'template'), { recursive: true, force: true });
  if (failed.length === 0 && args.workDir === null) await rm(workDir, { recursive: true, force: true });
  process.stdout.write(
    `${mutants.length - failed.filter(({ mutant }) => mutant !== null).length} of ${mutants.length} bugs caught\n`,
  );
  return failed.length === 0 ? 0 : EXIT_FOUND;
}

function commandOf({ commandLine }: Arguments): string {
  return `npm run simulate -- ${commandLine}`;
}

/** Other users may pass through: as root, Postgres runs as one of them. */
async function makeWorkDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-simulation-'));
  await chmod(dir, 0o711);
  return dir;
}

/** So many seeds at once, in their order. A seed that fails, and a report that cannot be written, stop no other one. */
async function runAll(
  plans: readonly Plan[],
  args: Arguments,
  workDir: string,
  report: (done: readonly SeedResult[]) => Promise<void>,
): Promise<SeedResult[]> {
  const template = await makeClusterTemplate(join(workDir, 'template'), args.oldCodeDir);
  const results: SeedResult[] = [];
  const bySeed = (): SeedResult[] => results.toSorted((a, b) => a.plan.seed - b.plan.seed);
  const queue = [...plans];
  let reported = Promise.resolve();
  const work = async (): Promise<void> => {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
      const { seed } = plan;
      const onPhase = (phase: string, seconds: number): void => {
        if (args.verbose) process.stderr.write(`seed ${seed} ${seconds.toFixed(1)} s: ${phase}\n`);
      };
      const { keep, oldCodeDir } = args;
      const result = await runSeed(plan, { workDir, template, keep, oldCodeDir, codeDir: null, onPhase });
      results.push(result);
      process.stdout.write(`${renderLine(result)}\n`);
      if (result.findings.length > 0) process.stdout.write(`${renderFailure(result, commandOf(args))}\n`);
      reported = reported
        .then(async () => report(bySeed()))
        .catch((error: unknown) => void process.stderr.write(`the report is not written: ${String(error)}\n`));
      await reported;
    }
  };
  await Promise.all(Array.from({ length: args.jobs }, work));
  return bySeed();
}

function readArguments(): Arguments | string {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const args = readArguments();
if (typeof args === 'string') {
  process.stderr.write(`${args}\n\n${HELP}`);
  process.exitCode = EXIT_USAGE;
} else if (args.help) process.stdout.write(HELP);
else process.exitCode = await main(args);
