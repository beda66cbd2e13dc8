import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { repositoryDir } from '@tidemark/testing';
import type { Section } from '../lib/report.ts';

/** Of the requests by chance. Those of the systematic part, every parameter with every hostile value, come before. */
const RANDOM_REQUESTS = 30_000;
const AIM_REQUESTS = 100_000;
const MAX_SECONDS = 1_800;
/** Time to fill the database before, and to compare it after. */
const PATIENCE_MS = (MAX_SECONDS + 300) * 1_000;
const execFileAsync = promisify(execFile);

interface Report {
  readonly requests: number;
  readonly seconds: number;
  readonly isComplete: boolean;
  readonly statuses: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly failed: number;
}

/** `API_FUZZ_SEED` repeats a run. Throws with the first failures where a promise was broken. */
export async function benchApiFuzz(): Promise<Section> {
  const seed = Number(process.env['API_FUZZ_SEED'] ?? Date.now() % 1_000_000);
  process.stdout.write(`API_FUZZ_SEED=${seed}\n`);
  const report = await runFuzz(seed);
  if (report.failed > 0) throw new Error(`seed ${seed}: ${report.failed} failures\n${report.failures.join('\n')}`);
  const byFrequency = Object.entries(report.statuses).toSorted(([, a], [, b]) => b - a);
  return {
    title: 'Hostile requests',
    how: `Every parameter of every operation with every hostile value, then ${RANDOM_REQUESTS} requests by chance (seed ${seed}), each answer held against the OpenAPI document: ${report.seconds.toFixed(0)} s with client, API and validation in one process.`,
    figures: [
      { what: 'requests', value: String(report.requests), aim: '≥ 100,000', met: report.requests >= AIM_REQUESTS },
      { what: '5xx, invalid answers, leaks, changed tables', value: String(report.failed), aim: '0', met: true },
      { what: 'requests per second', value: String(Math.round(report.requests / report.seconds)) },
      ...byFrequency.map(([status, times]) => ({ what: `answers ${status}`, value: String(times) })),
    ],
  };
}

/** In a process of its own: the run is the API's tests' own program, which nothing else may import. */
async function runFuzz(seed: number): Promise<Report> {
  const workDir = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(workDir, 'postgres'), port: 0, durable: false });
  try {
    const program = join(repositoryDir(), 'apps/api/test/fuzz/main.ts');
    const args = ['--seed', String(seed), '--random', String(RANDOM_REQUESTS), '--max-seconds', String(MAX_SECONDS)];
    const { stdout } = await execFileAsync(
      process.execPath,
      ['--conditions=@tidemark/source', '--import', import.meta.resolve('tsx'), program, ...args],
      {
        cwd: repositoryDir(),
        env: { PATH: process.env['PATH'], TIDEMARK_TEST_POSTGRES_URL: postgres.url() },
        timeout: PATIENCE_MS,
        maxBuffer: 2 ** 24,
      },
    );
    const report: Report = JSON.parse(stdout);
    return report;
  } finally {
    await postgres.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}
