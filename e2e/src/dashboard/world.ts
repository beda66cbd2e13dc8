import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey, createDatabase, getSimulatedHistory } from '@tidemark/schema';
import { chooseTestPort, repositoryDir, startLocalnet, type TestProcess, waitFor } from '@tidemark/testing';
import { chromium, type Browser } from 'playwright-core';
import { createStackDatabase, startApi, startIndexer } from '../support/stack-processes.ts';
import { IS_WHOLE_MATRIX } from './matrix.ts';
import { createOpener, type OpenOptions, type WatchedPage } from './watched-page.ts';

const HOUR = 3_600;
const SLOTS_AN_HOUR = 9_000;
const FIRST_SLOT = 460_000_000;
/** Hours that the chain is moved through before the tests: each is read once, so that charts have points. */
const HOURS = 6;
/**
 * Days of the simulated past: to before the earlier of the two changes that the tests look for, the whole month where every theme and size is
 * looked at, and none where whoever runs a part of the tests needs none.
 */
export const PAST_DAYS = Number(process.env['DASHBOARD_PAST_DAYS'] ?? (IS_WHOLE_MATRIX ? '30' : '15'));
const PAST_PATIENCE_MS = 500_000;
/** The chain stands at a moment of the hour before this one, so that none ends during a test. */
export const NOW = (Math.floor(Date.now() / 3_600_000) - 0.5) * HOUR;

/** The chain's first moment, where its past ends: unix seconds. */
export const CHAIN_START = NOW - HOURS * HOUR;

/** The running stack, a browser, and what tests do with both. */
export interface World {
  readonly apiUrl: string;
  readonly key: string;
  /** The body of an answer of the API. */
  get<Body>(path: string): Promise<Body>;
  open(path: string, options?: OpenOptions): Promise<WatchedPage>;
  /** Kills the process of the API, and starts it again on the same port. */
  killApi(): Promise<void>;
  restartApi(): Promise<void>;
  /** Moves the chain, which otherwise stands still, so that everything that is shown changes; resolves when the API has it. */
  moveChain(hours: number): Promise<void>;
  stop(): Promise<void>;
}

/** Reads are as far apart as the hours that the chain is moved by, which is no gap here. */
const INDEXER_ENV = {
  POLL_INTERVAL_MS: '1000',
  ROLLUP_INTERVAL_MS: '1000',
  GAP_AFTER_MS: '86400000',
  LOCALNET_HISTORY: String(PAST_DAYS),
  // Pools are read once, at the start of the chain: oracles do not follow its jumps, and by an aged price nothing is measured.
  PRICE_INTERVAL_MS: '2000',
  LIQUIDITY_INTERVAL_MS: '3600000',
  LIQUIDITY_CALLS_PER_MINUTE: '60000',
};

/** Chain with its past, indexer and API as processes over a database of their own. The chain stands still, so that two answers are the same. */
export async function startWorld(executablePath: string): Promise<World> {
  if (!existsSync(join(repositoryDir(), 'apps/dashboard/dist/index.html'))) {
    throw new Error('The dashboard is not built: npx pnpm@10.34.9 --filter @tidemark/dashboard build');
  }
  const database = await createStackDatabase();
  const localnet = await startLocalnet({
    seed: 4,
    slot: FIRST_SLOT,
    slotMs: 0,
    unixTimeSeconds: CHAIN_START,
    env: { LOCALNET_CONTROL: '1' },
  });
  const indexer = await startIndexer({ databaseUrl: database.url, rpcUrl: localnet.rpcUrl, env: INDEXER_ENV });
  const port = await chooseTestPort();
  const start = async (): Promise<TestProcess> => (await startApi({ databaseUrl: database.url, port })).process;
  let api = await start();
  const apiUrl = `http://127.0.0.1:${port}`;
  const connection = createDatabase({ url: database.url, maxConnections: 1 });
  const { key } = await createApiKey(connection.sql, { username: 'alice' });
  const browser = await launch(executablePath);
  const chain = { slot: FIRST_SLOT, time: CHAIN_START };
  const get: World['get'] = (path) => getBody(`${apiUrl}${path}`);
  const moveChain = async (hours: number): Promise<void> => {
    chain.slot += hours * SLOTS_AN_HOUR;
    chain.time += hours * HOUR;
    await setClock(localnet.rpcUrl, chain.slot, chain.time);
    await waitFor(async () => await isReadAt(get, chain.slot), { description: `reserves of slot ${chain.slot}` });
  };
  await waitFor(async () => await isDepthKnown(get), { description: 'the depth of SOL', timeoutMs: 120_000 });
  for (let hour = 0; hour < HOURS; hour += 1) await moveChain(1);
  const isFilled = async () =>
    PAST_DAYS === 0 || (await getSimulatedHistory(connection.sql))?.completedAt instanceof Date;
  await waitFor(isFilled, { description: 'the simulated past', timeoutMs: PAST_PATIENCE_MS });
  await waitForRollup(connection.sql);
  return {
    apiUrl,
    key,
    get,
    open: createOpener(browser, apiUrl),
    killApi: async () => {
      api.signal('SIGKILL');
      await api.exited;
    },
    restartApi: async () => {
      api = await start();
    },
    moveChain,
    stop: async () => {
      await browser.close();
      await connection.close();
      await api.stop();
      await indexer.stop();
      await localnet.stop();
      await database.drop();
    },
  };
}

function launch(executablePath: string): Promise<Browser> {
  // Without its own sandbox, because tests may run as root; it only opens pages of the stack of the test.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launch({ executablePath, args });
}

async function getBody<Body>(url: string): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  const body: Body = JSON.parse(await response.text());
  return body;
}

async function setClock(rpcUrl: string, slot: number, unixTime: number): Promise<void> {
  const response = await fetch(`${rpcUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slot, unixTime }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`localnet refused the clock: ${await response.text()}`);
}

async function isReadAt(get: World['get'], slot: number): Promise<boolean> {
  const lists = await Promise.all(
    ['kamino', 'save'].map((protocol) =>
      get<{ data: { slot: number }[] }>(`/v1/${protocol}/lend/reserves/all/detail/latest`),
    ),
  );
  const slots = lists.map(({ data: rows }) => `${Math.min(...rows.map((row) => row.slot))} of ${rows.length}`);
  if (lists.every(({ data: rows }) => rows.length > 0 && rows.every((row) => row.slot >= slot))) return true;
  throw new Error(`the oldest are of the slots ${slots.join(' and ')}`);
}

const SOL = 'So11111111111111111111111111111111111111112';

async function isDepthKnown(get: World['get']): Promise<boolean> {
  const { data } = await get<{ data: { depth_gap_str: string | null } }>(`/v1/liquidity/tokens/${SOL}/depth/latest`);
  const { data: rows } = await get<{ data: unknown[] }>('/v1/kamino/lend/reserves/all/liquidation-coverage/latest');
  if (data.depth_gap_str === null && rows.length > 0) return true;
  throw new Error(`the depth is null: ${data.depth_gap_str}; ${rows.length} reserves have a coverage`);
}

type Sql = ReturnType<typeof createDatabase>['sql'];

async function waitForRollup(sql: Sql): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const [row] = await sql<{ hours: number }[]>`
      SELECT count(DISTINCT bucket_start)::int AS hours FROM lend.reserve_hourly
      WHERE close_slot IS NOT NULL AND bucket_start >= to_timestamp(${CHAIN_START})`;
    return (row?.hours ?? 0) >= HOURS;
  };
  await waitFor(isDone, { description: 'the rollup of the hours' });
}
