import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, getSimulatedHistory } from '@tidemark/schema';
import { startBenchStack } from '../lib/bench-stack.ts';
import { readCpuMs, readServerCpuMs } from '../lib/process-use.ts';
import type { Section } from '../lib/report.ts';

const DAYS = 30;
const PROCESSORS = 2;
const AIM_S = 60;
const LOOK_AGAIN_MS = 200;
const PATIENCE_MS = 900_000;
/** The first poll has to come; those after it would be counted as the past's. */
const POLL_INTERVAL_MS = 600_000;

/**
 * The simulated past, as `npm start` fills it, by the built indexer. Measured in processor time, which a busy machine does not change: the
 * time on the wall is no shorter than all of it over the number of processors, and no shorter than what either process does one after the
 * other.
 */
export async function benchPast(): Promise<Section> {
  const stack = await startBenchStack();
  const database = createDatabase({ url: stack.databaseUrl, maxConnections: 1, applicationName: 'bench' });
  const { sql } = database;
  try {
    const localnet = await stack.startServer({
      name: 'localnet',
      entry: 'apps/localnet/dist/main.js',
      readyPath: '/health',
      env: (port) => ({ LOCALNET_PORT: String(port) }),
    });
    const serverBeforeMs = await readServerCpuMs(stack.postgresPid);
    const indexer = await stack.startServer({
      name: 'indexer',
      entry: 'apps/indexer/dist/main.js',
      readyPath: '/ready',
      env: (port) => ({
        DATABASE_URL: stack.databaseUrl,
        SOLANA_RPC_URL: localnet.url,
        POLL_INTERVAL_MS: String(POLL_INTERVAL_MS),
        INDEXER_PORT: String(port),
        LOCALNET_HISTORY: String(DAYS),
      }),
      nodeFlags: process.env['PAST_PROFILE_DIR'] === undefined ? [] : profileFlags(process.env['PAST_PROFILE_DIR']),
    });
    const startedAt = performance.now();
    while ((await getSimulatedHistory(sql))?.completedAt == null) {
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error('the past is not filled');
      await delay(LOOK_AGAIN_MS);
    }
    const wallMs = performance.now() - startedAt;
    const nodeMs = (await readCpuMs(indexer.pid)) - indexer.startCpuMs;
    const serverMs = (await readServerCpuMs(stack.postgresPid)) - serverBeforeMs;
    await indexer.stop();
    const [rows] = await sql<{ states: number; batches: number }[]>`
      SELECT (SELECT count(*)::int FROM lend.reserve_snapshots) AS states, (SELECT count(*)::int FROM lend.poll_batches) AS batches`;
    return describe({ wallMs, nodeMs, serverMs }, rows);
  } finally {
    await database.close();
    await stack.stop();
  }
}

interface Times {
  readonly wallMs: number;
  /** Processor time of the indexer. */
  readonly nodeMs: number;
  /** Processor time of Postgres. */
  readonly serverMs: number;
}

function describe(
  { wallMs, nodeMs, serverMs }: Times,
  rows: { readonly states: number; readonly batches: number } | undefined,
): Section {
  const boundMs = Math.max(nodeMs, serverMs, (nodeMs + serverMs) / PROCESSORS);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return {
    title: 'The simulated past',
    how: `${DAYS} days as \`npm start\` fills them: the built-in scenario, the built indexer, an embedded Postgres that syncs to disk; no poll but the first. Processor time, user and system; of Postgres that of all its processes. The aim is a minute on ${PROCESSORS} processors: no wall can be shorter than the longest of what one process does alone and half of the sum.`,
    figures: [
      { what: 'observed batches', value: String(rows?.batches ?? 0) },
      { what: 'stored states of reserves', value: String(rows?.states ?? 0) },
      { what: 'processor time of the indexer', value: seconds(nodeMs) },
      { what: 'processor time of Postgres', value: seconds(serverMs) },
      {
        what: `shortest possible wall on ${PROCESSORS} processors`,
        value: seconds(boundMs),
        aim: `< ${AIM_S} s`,
        met: boundMs < AIM_S * 1_000,
      },
      {
        what: 'wall, on the machine as loaded as it was',
        value: seconds(wallMs),
        aim: `< ${AIM_S} s`,
        met: wallMs < AIM_S * 1_000,
      },
    ],
  };
}

/** Flags that leave a profile in a folder when the process ends. */
function profileFlags(folder: string): readonly string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--enable-source-maps'];
}
