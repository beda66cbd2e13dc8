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
import { listNeighbourStates, readSnapshots, SNAPSHOT_COLUMNS, type StoredSnapshot } from './neighbour-states.ts';

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

/** By one plain statement over the view of both places. */
async function rowsOf(range: { readonly from: Date; readonly to: Date }, reserves: readonly string[]) {
  const rows = await database.sql<StoredSnapshot[]>`
    SELECT ${database.sql.unsafe(SNAPSHOT_COLUMNS)} FROM lend.all_snapshots AS h
    WHERE h.reserve = ANY(${[...reserves]}::text[]) AND h.observed_at >= ${range.from} AND h.observed_at < ${range.to}
    ORDER BY h.reserve, h.observed_at, h.slot`;
  return readSnapshots([...rows]);
}

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
    const rows = await rowsOf(range, reserves);
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
    const own = [addressOf(label)];
    const rows = await rowsOf(ALL_TIME, own);
    expect(rows.length).toBeGreaterThan(1);
    const copied = await copyStates(database.sql, { protocol: kamino, reserves: own, ...ALL_TIME });
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
  it('are read as before, wholly moved and partly: rows, states for buckets and neighbours', async () => {
    const reserves = LABELS.map(addressOf);
    const readAll = async () => ({
      rows: await rowsOf(ALL_TIME, reserves),
      copied: await copyStates(database.sql, { protocol: protocolOf('kamino'), reserves, ...ALL_TIME }),
      before: await listNeighbourStates(database.sql, { reserves, before: at(MONTH_SECONDS + 5) }),
      after: await listNeighbourStates(database.sql, { reserves, after: at(16) }),
    });
    const expectedReads = await readAll();
    expect(expectedReads.rows.length).toBeGreaterThan(LABELS.length);
    expect(expectedReads.copied.size).toBe(LABELS.length);
    for (const before of [at(MONTH_SECONDS - 86_400), at(10 * MONTH_SECONDS)]) {
      expect((await moveHistory(database.sql, { before, maxRows: 1_000 })).moved).toBeGreaterThan(0);
      expect(await readAll()).toEqual(expectedReads);
    }
  });
});
