import { kamino } from '@tidemark/protocols';
import { createDatabase, type Database } from '@tidemark/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistoryPage } from '../src/features/history/history-page.ts';
import { createHistoryReads } from '../src/features/history/history-reads.ts';
import { readHistoryQuery } from '../src/features/history/query.ts';
import { loadInfo } from '../src/features/info/query.ts';
import { HISTORY_WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const DAY = 86_400;
const NOW_MS = Date.UTC(2026, 8, 4);

let api: TestApi;
let database: Database;
beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  database = createDatabase({ url: api.databaseUrl, maxConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

/** Counts what is asked of the database, and hangs up after so many questions. */
async function readUntil(interval: 'raw' | '15m' | '1h' | '4h', hangUpAfter: number) {
  const ended = new AbortController();
  const real = createHistoryReads(database, 'kamino');
  let asked = 0;
  const ask = (): void => {
    asked += 1;
    if (asked === hangUpAfter) ended.abort(new Error('hung up'));
  };
  async function* counted<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of pages) {
      ask();
      yield page;
    }
  }
  const reads: typeof real = {
    ...real,
    copyObservations: (options) => counted(real.copyObservations({ ...options, pageSize: 10 })),
    copyBuckets: (options) => counted(real.copyBuckets({ ...options, pageSize: 3 })),
    buckets: (options) => counted(real.buckets({ ...options, pageSize: 3 })),
  };
  const { reserves } = await loadInfo(database, kamino);
  const limit = 10_000;
  const query = { interval, from: String(unixOf(0)), to: String(unixOf(2 * DAY)), limit: String(limit) };
  const caller = {
    tier: 'key',
    keyId: '',
    username: '',
    limits: { requestsPerMinute: 1, concurrentExports: 1 },
  } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the request, the headers are read
  const exchange = { request: { headers: {} }, caller } as unknown as Parameters<typeof readHistoryQuery>[1];
  const wanted = readHistoryQuery(query, exchange, { interval, of: [], nowMs: NOW_MS });
  const sorted = reserves.toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1));
  const input = { reads, reserves: sorted, ask: wanted, nowMs: NOW_MS, archived: [], signal: ended.signal };
  const outcome = await readHistoryPage(input, limit, false).then(
    () => 'read to its end',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { asked, outcome };
}

describe('a page of history whose client has gone', () => {
  it.each(['raw', '15m', '1h', '4h'] as const)('reads nothing more: %s', async (interval) => {
    const whole = await readUntil(interval, Number.POSITIVE_INFINITY);
    expect(whole.outcome).toBe('read to its end');
    expect(whole.asked).toBeGreaterThan(4);
    expect(await readUntil(interval, 2)).toEqual({ asked: 2, outcome: 'hung up' });
  });
});
