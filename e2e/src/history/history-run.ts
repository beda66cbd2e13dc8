import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTidemarkClient, type TidemarkClient } from '@tidemark/client';
import { createApiKey, createDatabase, type Sql } from '@tidemark/schema';
import { startLocalnet, stopAllProcesses, type TestProcess, waitFor } from '@tidemark/testing';
import { type Bank, type ChainControl, createChainControl } from '../support/chain-control.ts';
import { createRandom } from '../support/random.ts';
import { createStackDatabase, type RunningApi, startApi, startIndexer } from '../support/stack-processes.ts';
import { StreamRecorder } from './stream-recorder.ts';
import { Truth } from './truth.ts';

/** A chain, everything that became of it, and the API that tells of it. Indexer and chain have stopped. */
export interface HistoryRun {
  readonly seed: number;
  readonly truth: Truth;
  /** With a key. */
  readonly client: TidemarkClient;
  readonly sql: Sql;
  readonly databaseUrl: string;
  /** Every bank at which all reserves were looked at, ascending. */
  readonly looks: readonly Bank[];
  /** The last look before the indexer stopped, and the first after. */
  readonly stop: { readonly before: Bank; readonly after: Bank };
  /** From the hour in which the first look lies to the newest look, unix seconds. */
  readonly range: { readonly from: number; readonly to: number };
  readonly stream: StreamRecorder;
  readonly end: () => Promise<void>;
}

const FIRST_SLOT = 460_000_000;
/** So that looks are not made at the edges of buckets, and one whole hour lies before the stop, which crosses midnight. */
const BEGIN = Date.parse('2025-10-07T21:50:07Z') / 1000;
const STOP = Date.parse('2025-10-07T23:43:00Z') / 1000;
const RESUME = Date.parse('2025-10-08T00:08:00Z') / 1000;
const END = Date.parse('2025-10-08T00:33:00Z') / 1000;
const HOUR = 3_600;
/** 16 to 28 seconds: edges fall anywhere between two looks, and now and then two events do. */
const STEP_SLOTS = { least: 40, most: 70 };
const INDEXER_ENV = {
  POLL_INTERVAL_MS: '100',
  GAP_AFTER_MS: '60000',
  ROLLUP_INTERVAL_MS: '1000',
  // The chain's time is long ago.
  POLL_BATCH_RETENTION_DAYS: '0',
};
const API_ENV = {
  KEY_REQUESTS_PER_MINUTE: '1000000',
  KEY_CONCURRENT_EXPORTS: '100',
  // A machine that is busy with other tests is no reason to turn a read away.
  OVERLOAD_MAX_LOOP_LAG_MS: '0',
  OVERLOAD_MAX_WAIT_MS: '30000',
};
const LOOK_TIMEOUT_MS = 120_000;

type Closers = (() => Promise<unknown>)[];

/**
 * Runs a chain through nearly three of its hours while an indexer looks at it, with a stop of the indexer in the middle and
 * a stream that is cut, resumed and killed with its API on the way.
 */
export async function runHistory(seed: number): Promise<HistoryRun> {
  const closers: Closers = [];
  const end = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
    await stopAllProcesses();
  };
  try {
    return await run(seed, closers, end);
  } catch (error) {
    await end().catch(() => undefined);
    throw new Error(`the run with seed ${seed} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function run(seed: number, closers: Closers, end: () => Promise<void>): Promise<HistoryRun> {
  const database = await createStackDatabase();
  closers.push(() => database.drop());
  const connections = createDatabase({ url: database.url, maxConnections: 4 });
  closers.push(() => connections.close());
  const { sql } = connections;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-truth-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const truthFile = join(folder, 'truth.jsonl');
  const localnet = await startLocalnet({
    seed,
    slot: FIRST_SLOT,
    unixTimeSeconds: BEGIN,
    slotMs: 0,
    env: { LOCALNET_CONTROL: 'true', LOCALNET_TRUTH_FILE: truthFile, LOCALNET_TRUTH_DATA: 'true' },
  });
  const { key } = await createApiKey(sql, { username: 'analyst' });
  const api = await startApi({ databaseUrl: database.url, readyPath: '/health', env: API_ENV });
  const stream = new StreamRecorder(api.url, key);
  await stream.start();
  closers.push(() => stream.stop());
  const chain = createChainControl(localnet.rpcUrl);
  const observed = await observe({ seed, sql, chain, stream, api, rpcUrl: localnet.rpcUrl, databaseUrl: database.url });
  await localnet.stop();
  return {
    seed,
    truth: await Truth.read(truthFile),
    client: createTidemarkClient({ baseUrl: api.url, apiKey: key }),
    sql,
    databaseUrl: database.url,
    ...observed,
    // The end does not belong to a range, and the newest look does.
    range: { from: Math.floor(BEGIN / HOUR) * HOUR, to: (observed.looks.at(-1)?.unixTime ?? END) + 1 },
    stream,
    end,
  };
}

interface Stage {
  readonly seed: number;
  readonly sql: Sql;
  readonly chain: ChainControl;
  readonly stream: StreamRecorder;
  readonly api: RunningApi;
  readonly rpcUrl: string;
  readonly databaseUrl: string;
}

async function observe(stage: Stage): Promise<Pick<HistoryRun, 'looks' | 'stop'>> {
  const { chain, databaseUrl, rpcUrl } = stage;
  const random = createRandom(stage.seed);
  const looks: Bank[] = [];
  let indexer = await startIndexer({ databaseUrl, rpcUrl, env: INDEXER_ENV });
  const lookAt = async (bank: Bank): Promise<Bank> => {
    await waitUntilLookedAt(stage, bank, indexer);
    looks.push(bank);
    return bank;
  };
  const lookUntil = async (unixTime: number, disturb: (look: number) => Promise<void>): Promise<Bank> => {
    let newest = await lookAt(await chain.newest());
    for (let look = 0; newest.unixTime < unixTime; look += 1) {
      await disturb(look);
      newest = await lookAt(await chain.step(randomStep(random)));
    }
    return newest;
  };
  const before = await lookUntil(STOP, disturbances(stage));
  await indexer.stop();
  let missed = before;
  while (missed.unixTime < RESUME) missed = await chain.step(randomStep(random));
  indexer = await startIndexer({ databaseUrl, rpcUrl, env: INDEXER_ENV });
  const place = looks.length;
  await lookUntil(END, async () => undefined);
  const after = looks[place];
  if (after === undefined) throw new Error('nobody looked after the stop');
  await settle(stage, indexer);
  return { looks, stop: { before, after } };
}

function randomStep(random: () => number): number {
  return STEP_SLOTS.least + Math.floor(random() * (STEP_SLOTS.most - STEP_SLOTS.least + 1));
}

/** What happens to the stream on the way, by the number of the look. */
function disturbances({ stream, api, databaseUrl }: Stage): (look: number) => Promise<void> {
  return async (look) => {
    if (look === 30 || look === 60 || look === 65) stream.cut();
    // Goes away in the middle of what was committed, and comes back with the last event that it has seen.
    if (look === 100) await stream.stop();
    if (look === 110) await stream.start();
    if (look !== 150) return;
    api.process.signal('SIGKILL');
    await api.process.exited;
    await startApi({ databaseUrl, port: api.port, readyPath: '/health', env: API_ENV });
  };
}

async function waitUntilLookedAt({ sql, stream }: Stage, { slot }: Bank, indexer: TestProcess): Promise<void> {
  const look = waitFor(
    async () => {
      stream.throwFailure();
      const [seen] = await sql<{ all: boolean | null }[]>`
        SELECT bool_and(latest.slot IS NOT NULL AND latest.slot >= ${slot}) AS all
        FROM lend.reserves LEFT JOIN lend.reserve_latest AS latest ON latest.reserve = reserves.address`;
      return seen?.all === true;
    },
    { timeoutMs: LOOK_TIMEOUT_MS, intervalMs: 10, description: `a look at all reserves at slot ${slot}` },
  );
  await withOutput(look, indexer);
}

/** A failure together with what the process said, without which nobody can tell why it did not come to it. */
async function withOutput<Result>(result: Promise<Result>, process: TestProcess): Promise<Result> {
  return result.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}. Output of the indexer:\n${process.lines().slice(-20).join('\n')}`, { cause: error });
  });
}

/**
 * Nothing is committed any more, all of it is rolled up, and the stream has told it. The chain refuses to be read from here
 * on, because every further poll would be a commit that is not rolled up yet.
 */
async function settle({ sql, chain, stream }: Stage, indexer: TestProcess): Promise<void> {
  await chain.setFaults({ refuseMethods: ['getMultipleAccounts'], refuseWith: 'forbidden' });
  const failed = () => sql<{ id: string }[]>`SELECT batch_id AS id FROM lend.failed_attempts LIMIT 1`;
  await waitFor(async () => (await failed()).length > 0, { description: 'a poll that fails' });
  const rolledUp = waitFor(
    async () => {
      const [state] = await sql<{ done: boolean | null }[]>`
        SELECT (SELECT max(commit_seq) FROM lend.batch_commits) = (SELECT commit_seq FROM lend.rollup_state) AS done`;
      return state?.done === true;
    },
    { timeoutMs: LOOK_TIMEOUT_MS, description: 'everything to be rolled up' },
  );
  await withOutput(rolledUp, indexer);
  await indexer.stop();
  await waitFor(
    async () => {
      stream.throwFailure();
      const [stored] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM lend.reserve_snapshots`;
      return stream.reserves.length >= (stored?.rows ?? 0);
    },
    { timeoutMs: LOOK_TIMEOUT_MS, description: 'the stream to have told every stored look' },
  );
}
