import { protocolOf } from '@tidemark/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { toStoredState } from '../rows/to-reserve-state.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { copyStates } from './copy-states.ts';
import { moveHistory } from './narrow/move-history.ts';
import { listNeighbourStates, type StoredSnapshot, streamStates, type StreamStatesOptions } from './stream-states.ts';

const LABELS = ['a', 'b', 'c', 'd'];
const MONTH_SECONDS = 31 * 86_400;
/** Three months, of which one is in the default partition. */
const SECONDS = [0, 5, 10, 15, 60, MONTH_SECONDS, MONTH_SECONDS + 5, 2 * MONTH_SECONDS, 2 * MONTH_SECONDS + 5];
const at = (seconds: number) => bankAt(seconds).observedAt;
const ALL_TIME = { from: at(0), to: at(10 * MONTH_SECONDS) };

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: [...LABELS, 'never seen'] });
  await ensurePartitions(database.sql, { now: at(0), monthsAhead: 1 });
  for (const seconds of SECONDS) {
    const states = LABELS.filter((label) => label !== 'd' || seconds === 10).map((label) =>
      buildState(label, seconds, `at ${seconds}`),
    );
    await writePollBatch(database.sql, buildBatch(seconds, states));
  }
});
afterAll(() => database.drop());

async function pagesOf(options: Partial<StreamStatesOptions>): Promise<StoredSnapshot[][]> {
  const pages: StoredSnapshot[][] = [];
  for await (const page of streamStates(database.sql, { protocol: 'kamino', ...ALL_TIME, ...options })) {
    pages.push([...page]);
  }
  return pages;
}
const placeOf = (row: StoredSnapshot) => `${row.reserve} ${row.slot}`;
const expected = (labels: readonly string[], seconds: readonly number[]) =>
  labels
    .flatMap((label) =>
      seconds.filter((second) => label !== 'd' || second === 10).map((second) => [addressOf(label), second] as const),
    )
    .toSorted(([a, x], [b, y]) => (a === b ? x - y : a < b ? -1 : 1))
    .map(([reserve, second]) => `${reserve} ${bankAt(second).slot}`);

describe('streamStates', () => {
  it('gives every observation of the range once, by reserve and time, across months and the default partition', async () => {
    for (const pageSize of [1, 2, 3, 7, 9, 28, 2_000]) {
      const pages = await pagesOf({ pageSize });
      expect(pages.flat().map(placeOf)).toEqual(expected(LABELS, SECONDS));
      expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
    }
  });

  it('begins with the first moment of the range and ends before its last', async () => {
    const rows = (await pagesOf({ from: at(5), to: at(60), pageSize: 2 })).flat();
    expect(rows.map(placeOf)).toEqual(expected(LABELS, [5, 10, 15]));
    expect(await pagesOf({ from: at(5), to: at(5) })).toEqual([]);
  });

  it('leaves out other reserves and other protocols', async () => {
    const reserves = [addressOf('c'), addressOf('a'), addressOf('nobody')];
    expect((await pagesOf({ reserves, pageSize: 4 })).flat().map(placeOf)).toEqual(expected(['a', 'c'], SECONDS));
    expect(await pagesOf({ reserves: [] })).toEqual([]);
    expect(await pagesOf({ protocol: 'another' })).toEqual([]);
  });

  it('goes on after any place, wherever it lies', async () => {
    const all = (await pagesOf({})).flat();
    for (const [index, row] of all.entries()) {
      const rest = (await pagesOf({ after: row, pageSize: 5 })).flat();
      expect(rest.map(placeOf)).toEqual(all.slice(index + 1).map(placeOf));
    }
  });

  it('gives rows as drizzle does, which are states of the history', async () => {
    const [first] = (await pagesOf({ pageSize: 1 }))[0] ?? [];
    if (first === undefined) throw new Error('no row');
    const stored = await database.db.query.reserveSnapshots.findFirst({
      where: (table, { and, eq }) => and(eq(table.reserve, first.reserve), eq(table.slot, first.slot)),
    });
    expect(first).toEqual(stored);
    const state = toStoredState(protocolOf('kamino'), first);
    expect(state).toMatchObject({
      borrowIndex: first.borrowIndex,
      own: { depositCapCurrentRaw: -5_000_000n },
    });
  });

  it('keeps no connection between pages', async () => {
    const one = database.connect({ maxConnections: 1 }).sql;
    let pages = 0;
    for await (const page of streamStates(one, { protocol: 'kamino', ...ALL_TIME, pageSize: 4 })) {
      pages += page.length > 0 ? 1 : 0;
      expect(await one`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    }
    expect(pages).toBeGreaterThan(2);
  });
});

describe('copyStates', () => {
  const kamino = protocolOf('kamino');
  const reserves = [...LABELS, 'never seen'].map(addressOf);

  it.each([
    ['of all time', ALL_TIME],
    ['of one observation', { from: at(5), to: at(6) }],
    ['from the first moment of a range to before its last', { from: at(5), to: at(60) }],
    ['across months', { from: at(60), to: at(2 * MONTH_SECONDS + 5) }],
    ['of no time', { from: at(5), to: at(5) }],
  ])('gives the states of rows that the driver reads, by reserve: %s', async (_, range) => {
    const rows = (await pagesOf({ ...range, reserves })).flat();
    const expectedStates = new Map<string, unknown[]>();
    for (const row of rows) {
      expectedStates.set(row.reserve, [...(expectedStates.get(row.reserve) ?? []), toStoredState(kamino, row)]);
    }
    expect(await copyStates(database.sql, { protocol: kamino, reserves, ...range })).toEqual(expectedStates);
  });

  it('shares what observations of one account have in common, and nothing else', async () => {
    const label = 'same account';
    await upsertReserves(database.sql, [buildReserveInput(label, 0)]);
    const account = buildState(label, 100, 'one');
    const states = [
      account,
      { ...account, ...bankAt(200), borrowApyF: 0.5, priceUsdF: null, own: null },
      { ...account, ...bankAt(300), accountSha256: buildState(label, 0, 'two').accountSha256 },
    ];
    for (const [index, state] of states.entries()) {
      await writePollBatch(
        database.sql,
        buildBatch((index + 1) * 100 + 1_000, [{ ...state, ...bankAt((index + 1) * 100 + 1_000) }]),
      );
    }
    const options = { reserves: [addressOf(label)], ...ALL_TIME };
    const rows = (await pagesOf(options)).flat();
    expect(rows.length).toBeGreaterThan(1);
    const copied = await copyStates(database.sql, { protocol: kamino, ...options });
    expect(copied.get(addressOf(label))).toEqual(rows.map((row) => toStoredState(kamino, row)));
  });
});

describe('listNeighbourStates', () => {
  const reserves = [...LABELS, 'never seen'].map(addressOf);
  const slots = (rows: ReadonlyMap<string, StoredSnapshot>) => LABELS.map((label) => rows.get(addressOf(label))?.slot);
  const slotAt = (seconds: number) => bankAt(seconds).slot;

  it('finds the newest observation before a moment, not at it', async () => {
    const rows = await listNeighbourStates(database.sql, { reserves, before: at(10) });
    expect(slots(rows)).toEqual([slotAt(5), slotAt(5), slotAt(5), undefined]);
    const late = await listNeighbourStates(database.sql, { reserves, before: at(9 * MONTH_SECONDS) });
    const newest = slotAt(2 * MONTH_SECONDS + 5);
    expect(slots(late)).toEqual([newest, newest, newest, slotAt(10)]);
    expect((await listNeighbourStates(database.sql, { reserves, before: at(0) })).size).toBe(0);
  });

  it('finds the first observation at a moment or after it', async () => {
    const rows = await listNeighbourStates(database.sql, { reserves, after: at(10) });
    expect(slots(rows)).toEqual([slotAt(10), slotAt(10), slotAt(10), slotAt(10)]);
    const later = await listNeighbourStates(database.sql, { reserves, after: at(61) });
    expect(slots(later)).toEqual([slotAt(MONTH_SECONDS), slotAt(MONTH_SECONDS), slotAt(MONTH_SECONDS), undefined]);
    expect((await listNeighbourStates(database.sql, { reserves: [], after: at(0) })).size).toBe(0);
  });
});

describe('observations that are in narrow rows', () => {
  it('are read as before, wholly moved and partly: streams, states for buckets and neighbours', async () => {
    const reserves = LABELS.map(addressOf);
    const readAll = async () => ({
      pages: (await pagesOf({ pageSize: 3 })).flat(),
      copied: await copyStates(database.sql, { protocol: protocolOf('kamino'), reserves, ...ALL_TIME }),
      before: await listNeighbourStates(database.sql, { reserves, before: at(MONTH_SECONDS + 5) }),
      after: await listNeighbourStates(database.sql, { reserves, after: at(16) }),
    });
    const expectedReads = await readAll();
    expect(expectedReads.pages.length).toBeGreaterThan(LABELS.length);
    expect(expectedReads.copied.size).toBe(LABELS.length);
    for (const before of [at(MONTH_SECONDS - 86_400), at(10 * MONTH_SECONDS)]) {
      expect((await moveHistory(database.sql, { before, maxRows: 1_000 })).moved).toBeGreaterThan(0);
      expect(await readAll()).toEqual(expectedReads);
    }
  });
});
