import type { HistoryRow, ReserveInfo } from '@tidemark/contract';
import { refreshObservationSpans } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { STATES_A_PIECE } from '../src/features/history/bucket-source.ts';
import { historyItems, type ItemsInput } from '../src/features/history/history-items.ts';
import { MAX_STATES, readHistoryPage } from '../src/features/history/history-page.ts';
import { createHistoryReads, type HistoryReads } from '../src/features/history/history-reads.ts';
import { type HistoryAsk, type HistoryPlace, readHistoryQuery } from '../src/features/history/query.ts';
import { historyRoutes } from '../src/features/history/route.ts';
import { loadInfo } from '../src/features/info/query.ts';
import type { ProtocolServices } from '../src/features/services.ts';
import { ApiError, type Exchange } from '../src/http/exchange.ts';
import { createGate, type Gate, throughGate } from '../src/http/gate.ts';
import { createAnswerPolicy } from '../src/http/policy.ts';
import { HISTORY_WORLD, issueKey, lookAt, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** One more look at everything, long after all others: nobody looked in between, and that is known. */
const LAST_LOOK = 20 * DAY;
const NOW_MS = Date.UTC(2026, 9, 30);
const LIMIT = 10_000;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const caller = {
  tier: 'key',
  keyId: '',
  username: '',
  limits: { requestsPerMinute: 1, concurrentExports: 1 },
} as const;
const pageSchema = z.object({
  data: z.array(z.object({ timestamp: z.number() })),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

let api: TestApi;
let key: Record<string, string>;
let reserves: readonly ReserveInfo[];

beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      key = await issueKey(database, 'turns');
      await lookAt(database, LAST_LOOK);
      const [from, to] = [bankAt(0).observedAt, bankAt(LAST_LOOK + DAY).observedAt];
      await refreshObservationSpans(database.sql, { protocol: 'kamino', from, to });
    },
  });
  const known = (await loadInfo(api.database, 'kamino')).reserves;
  // Nothing can be built of one more: its pieces have no buckets.
  const unbuilt = known.slice(0, 1).map((info) => ({ ...info, reserve: addressFromLabel('unbuilt') }));
  reserves = [...known, ...unbuilt].toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1));
});
afterAll(() => api.stop());

interface Wanted {
  readonly fill?: HistoryAsk['fill'];
  /** Seconds of the world. */
  readonly from: number;
  readonly to: number;
  readonly of?: readonly ReserveInfo[];
  /** Pieces until it is enough for one page; none when left out. */
  readonly pieces?: number;
  readonly onPiece?: () => void;
}

function askFor({ fill = 'null', from, to }: Wanted): HistoryAsk {
  const query = { fill, from: String(unixOf(from)), to: String(unixOf(to)), limit: String(LIMIT) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the request, the headers are read
  const exchange = { request: { headers: {} }, caller } as unknown as Parameters<typeof readHistoryQuery>[1];
  return readHistoryQuery(query, exchange, { interval: '15m', of: [], nowMs: NOW_MS });
}

/** What a page is read with; its pieces are counted by the settings, which are read once for each. */
function inputFor(wanted: Wanted, after: HistoryPlace | null = null): ItemsInput {
  const reads = createHistoryReads(api.database, 'kamino');
  const counted: HistoryReads = {
    ...reads,
    terms: (options) => {
      wanted.onPiece?.();
      return reads.terms(options);
    },
  };
  return {
    reads: counted,
    reserves: wanted.of ?? reserves,
    ask: { ...askFor(wanted), after },
    nowMs: NOW_MS,
    work: { states: wanted.pieces === undefined ? 0 : MAX_STATES - wanted.pieces * STATES_A_PIECE },
    signal: new AbortController().signal,
  };
}

async function wholeOf(wanted: Wanted): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for await (const page of historyItems(inputFor(wanted))) rows.push(...page.flatMap(({ row }) => row ?? []));
  return rows;
}

/** The rows of all pages, one after the other, and the pieces that each cost. */
async function followed(wanted: Wanted) {
  const rows: HistoryRow[] = [];
  const pieces: number[] = [];
  let after: HistoryPlace | null = null;
  do {
    let counted = 0;
    const onPiece = (): void => {
      counted += 1;
    };
    const page = await readHistoryPage(inputFor({ ...wanted, onPiece }, after), LIMIT);
    expect(page.next).not.toEqual(after ?? undefined);
    rows.push(...page.rows);
    pieces.push(counted);
    after = page.next;
  } while (after !== null);
  return { rows, pieces };
}

describe('pages of built buckets that end after a number of pieces', () => {
  it.each(['null', 'none', 'locf'] as const)('have every row once, where nobody looked too: fill=%s', async (fill) => {
    const wanted = { fill, from: 22 * HOUR, to: 48 * HOUR };
    const whole = await wholeOf(wanted);
    expect(whole.length).toBeGreaterThan(50);
    const { rows, pieces } = await followed({ ...wanted, pieces: 3 });
    expect(rows).toEqual(whole);
    // Seven pieces each of four reserves; one more repeats the values of before, however long ago that was.
    expect(pieces.length).toBeGreaterThan(6);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(5);
  });

  it('are asked for one after the other by a caller with a key, who is not told all at once', async () => {
    const path = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/history`;
    const query = `interval=15m&limit=${LIMIT}&fields=timestamp&from=${unixOf(0)}&to=${unixOf(LAST_LOOK)}`;
    const read = async (cursor: string) =>
      pageSchema.parse((await api.call(`${path}?${query}${cursor}`, { headers: key })).json());
    const first = await read('');
    const pieceRows = 16;
    expect(first.data.length).toBeLessThanOrEqual((MAX_STATES / STATES_A_PIECE + 1) * pieceRows);
    const rest = await read(`&cursor=${first.meta.next_cursor}`);
    expect(rest.meta.next_cursor).toBeNull();
    expect([...first.data, ...rest.data].map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: LAST_LOOK / 900 }, (_, index) => unixOf(index * 900)),
    );
  });
});

describe('a page of built buckets in a gate with one place', () => {
  it('gives its place to whoever waits after every piece', async () => {
    const gate = createGate({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 3_600_000 });
    const others: Promise<number>[] = [];
    let pieces = 0;
    const onPiece = (): void => {
      pieces += 1;
      if (pieces === 1) others.push(gate(() => Promise.resolve(pieces)));
    };
    const input = inputFor({ from: 0, to: WORLD.end, of: reserves.slice(0, 1), onPiece });
    await readHistoryPage(input, LIMIT, throughGate(gate, historyItems(input), input.signal));
    expect(await Promise.all(others)).toEqual([1]);
    expect(pieces).toBeGreaterThan(4);
    expect([gate.running(), gate.waiting()]).toEqual([0, 0]);
  });
});

/** The answer of the route itself, over these gates. */
async function answerThrough(heavy: Gate): Promise<unknown> {
  const sol = addressFromLabel('SOL');
  const gathered = createGate({ maxRunning: 1 });
  const services = {
    protocol: { name: 'kamino' },
    info: { get: () => Promise.resolve({ reserves }) },
    reads: { history: createHistoryReads(api.database, 'kamino') },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a history needs no more of them
  const lookup = () => services as unknown as ProtocolServices;
  const routes = historyRoutes(lookup, createAnswerPolicy({ corsOrigins: '*' }), { heavy, gathered });
  const exchange = {
    request: { headers: {} },
    params: { reserve: sol },
    query: new URLSearchParams({ interval: '15m', from: String(unixOf(0)), to: String(unixOf(WORLD.end)) }),
    caller,
    signal: new AbortController().signal,
  };
  const route = routes.find(({ name }) => name === 'reserveHistory');
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the request, the headers are read
    return await route?.handle(exchange as unknown as Exchange);
  } finally {
    expect([heavy.running(), gathered.running()]).toEqual([0, 0]);
  }
}

describe('a JSON history of built buckets', () => {
  it('takes a turn for every piece, and one for what it says of itself', async () => {
    let turns = 0;
    const gate = createGate({ maxRunning: 1 });
    const goOn: Gate['goOn'] = (work, signal) => {
      turns += 1;
      return gate.goOn(work, signal);
    };
    await answerThrough(Object.assign(gate.bind(null), { ...gate, goOn }));
    // The first of eight pieces is let in; the rest, what follows the last, and meta go on.
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it.each([0, 3])('is one refusal where its gate refuses it, after %i turns that went well', async (good) => {
    const gate = createGate({ maxRunning: 1 });
    let turns = 0;
    const refuseLater: Gate['goOn'] = (work, signal) => {
      turns += 1;
      if (turns > good) throw new ApiError('OVERLOADED', { headers: { 'Retry-After': '1' } });
      return gate.goOn(work, signal);
    };
    const refusal = await answerThrough(Object.assign(gate.bind(null), { ...gate, goOn: refuseLater })).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ errorName: 'OVERLOADED', headers: { 'Retry-After': '1' } });
  });
});
