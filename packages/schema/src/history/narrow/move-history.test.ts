import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressOf, bankAt, buildBatch, buildState } from '../../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/open-test-database.ts';
import { writePollBatch } from '../../queries/write-poll-batch.ts';
import type { ReserveState } from '../../tables/index.ts';
import { moveHistory } from './move-history.ts';
import { sealHistory } from './seal-history.ts';

const LABELS = ['sol', 'usdc', 'jto'];
const ONE = 2n ** 60n;
const HOUR = 3_600;
const LATER = new Date('2026-08-01T12:00:00Z');

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ reserves: LABELS });
});
afterEach(() => database.drop());

/** Every value as Postgres writes it, so that doubles and numerics are compared to the bit. */
async function published(): Promise<string[]> {
  const rows = await database.sql<{ row: string }[]>`
    SELECT to_jsonb(s)::text AS row FROM lend_v1.reserve_snapshots AS s ORDER BY s.reserve, s.observed_at, s.slot`;
  return rows.map(({ row }) => row);
}

const counts = async () => {
  const [row] = await database.sql<{ wide: number; narrow: number; states: number }[]>`
    SELECT (SELECT count(*)::int FROM lend.reserve_snapshots) AS wide, (SELECT count(*)::int FROM lend.observations) AS narrow,
      (SELECT count(*)::int FROM lend.observation_states) AS states`;
  return row;
};

/** Values that fit the formulas, that miss them by one, that are as large as they come, and unknown ones. */
function variants(state: ReserveState, turn: number): ReserveState {
  const borrowed = 5_000n * ONE + BigInt(turn);
  const fees = { accruedProtocolFees: 7n * ONE, accumulatedReferrerFeesSf: 3n, accruedPendingReferrerFees: 2n };
  const supplied = 9_000n * ONE + borrowed - 7n * ONE - 5n;
  const fitting = {
    ...state,
    ...fees,
    accruedAvailableAmountRaw: 9_000n,
    accruedBorrowed: borrowed,
    accruedSupplied: supplied,
    accruedUtilization: (borrowed * ONE) / supplied,
  };
  switch (turn % 6) {
    case 0:
      return fitting;
    case 1:
      return { ...fitting, accruedSupplied: supplied + 1n, accruedUtilization: fitting.accruedUtilization + 1n };
    case 2:
      return { ...state, accruedSupplied: 0n, accruedUtilization: 0n, accruedBorrowed: 0n, borrowed: 0n, price: 0n };
    case 3:
      return {
        ...state,
        accruedBorrowIndex: 2n ** 256n - 1n,
        accruedBorrowed: 2n ** 128n - 1n,
        accruedAvailableAmountRaw: 2n ** 64n - 1n,
        borrowAprF: Number.MIN_VALUE,
        supplyAprF: -0,
        utilizationF: 0.1 + 0.2,
      };
    case 4:
      return {
        ...state,
        accruedPendingReferrerFees: null,
        pendingReferrerFeesSf: null,
        accumulatedReferrerFeesSf: null,
        depositCapCurrentRaw: null,
        priceUsdF: null,
        availableAmountUsdF: null,
        priceUsable: false,
        own: { note: 'é', deep: '12345678901234567890' },
      };
    default:
      return { ...state, accountSha256: state.accountSha256, slotDurationMsF: 412.5, slotDurationSource: 'configured' };
  }
}

/** Two days of polls, each account unchanged for some of them, and every kind of value. */
async function fill(days = 2): Promise<void> {
  for (let turn = 0; turn < days * 12; turn += 1) {
    const seconds = turn * 2 * HOUR;
    // Of one account the same for three turns: what only accrues differs.
    const states = LABELS.map((label, place) => {
      const account = `${Math.floor(turn / 3)}`;
      const base = buildState(label, seconds, account, { lastUpdateSlot: bankAt(Math.floor(turn / 3)).slot });
      const fixed = {
        priceUpdatedAt: null,
        depositCapIntervalStartAt: null,
        accruedBorrowed: base.borrowed + BigInt(turn),
      };
      return place === 2 ? variants(base, turn) : { ...base, ...fixed };
    });
    await writePollBatch(database.sql, buildBatch(seconds, states, { id: `batch ${turn}` }));
  }
}

it('what was published is the same to the bit when it is in narrow rows, and heartbeats share the state of their account', async () => {
  await fill();
  const before = await published();
  expect(before).toHaveLength(72);
  const result = await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  expect(result).toMatchObject({ moved: 72, repeated: 0, complete: true });
  expect(await published()).toEqual(before);
  // Sol and usdc have a state every third turn; the third reserve has another one at nearly every turn.
  const [row] = await database.sql<{ states: number }[]>`
    SELECT count(*)::int AS states FROM lend.observation_states AS s JOIN lend.reserves AS r ON r.id = s.reserve_id
    WHERE r.address = ${addressOf('sol')}`;
  expect(row?.states).toBe(8);
  expect(await counts()).toEqual({ wide: 0, narrow: 72, states: result.states });
  const [month] = await database.sql`SELECT month::text, observations::int FROM lend.history_months`;
  expect(month).toEqual({ month: '2026-06-01', observations: 72 });
});

it('moves whole days only, the oldest first and no more than asked for, and goes on where it stopped', async () => {
  await fill();
  const before = await published();
  const noon = new Date('2026-06-16T12:00:00Z');
  expect(await moveHistory(database.sql, { before: noon, maxRows: 1 })).toMatchObject({ moved: 36, complete: false });
  expect(await moveHistory(database.sql, { before: noon, maxRows: 1 })).toMatchObject({ moved: 0, complete: true });
  expect(await counts()).toMatchObject({ wide: 36, narrow: 36 });
  expect(await published()).toEqual(before);
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  expect(await published()).toEqual(before);
});

it('observations and states are the rows of snapshots, before, half and wholly moved, and observations are read without states', async () => {
  await fill();
  const parts = async () => {
    const [row] = await database.sql<{ observations: number; states: number; differing: number }[]>`
      SELECT (SELECT count(*)::int FROM lend_v1.reserve_observations) AS observations,
        (SELECT count(*)::int FROM lend_v1.reserve_states) AS states,
        (SELECT count(*)::int FROM lend_v1.reserve_snapshots AS s
          LEFT JOIN lend_v1.reserve_observations AS o USING (reserve, observed_at, slot)
          LEFT JOIN lend_v1.reserve_states AS h USING (reserve, observed_at, slot)
          WHERE NOT coalesce(to_jsonb(s) @> to_jsonb(o), false)
            OR (s.snapshot_reason_str = 'heartbeat') <> (h.snapshot_reason_str IS NULL)
            OR (s.snapshot_reason_str <> 'heartbeat' AND NOT coalesce(to_jsonb(s) @> to_jsonb(h), false))) AS differing`;
    return row;
  };
  const whole = await parts();
  expect(whole).toMatchObject({ observations: 72, differing: 0 });
  expect(whole?.states).toBeLessThan(72);
  for (const before of [new Date('2026-06-16T12:00:00Z'), LATER]) {
    await moveHistory(database.sql, { before, maxRows: 1_000 });
    expect(await parts()).toEqual(whole);
  }
  const plan = await database.sql`
    EXPLAIN SELECT observed_at, supply_apy_f, utilization_f FROM lend_v1.reserve_observations WHERE reserve = ${addressOf('sol')}`;
  expect(JSON.stringify(plan)).toMatch(/observations_/);
  expect(JSON.stringify(plan)).not.toMatch(/observation_states|observation_batches/);
});

it('a range of one month reads states and batches of no other month, also of all reserves', async () => {
  await fill(20);
  await moveHistory(database.sql, { before: LATER, maxRows: 10_000 });
  // Whatever joins cost: in a small table the planner finds the rows of a join by their keys, too.
  const rows = await database.sql.begin(async (tx) => {
    await tx`SET LOCAL enable_nestloop = off`;
    return tx<{ 'QUERY PLAN': string }[]>`
      EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT count(accrued_borrowed_amount_raw), max(recorded_at) FROM lend_v1.reserve_snapshots
      WHERE observed_at >= ${bankAt(0).observedAt} AND observed_at < ${bankAt(24 * HOUR).observedAt}`;
  });
  const executed = rows.map((row) => row['QUERY PLAN']).filter((line) => !line.includes('never executed'));
  const read = new Set(executed.flatMap((line) => /on (observation_(?:states|batches)_y\w+)/.exec(line)?.[1] ?? []));
  expect([...read].toSorted()).toEqual(['observation_batches_y2026m06', 'observation_states_y2026m06']);
});

it('a row that comes late is taken in, one that comes again is not, whether a poll brings it or an earlier version', async () => {
  await fill(1);
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  const again = LABELS.map((label) => buildState(label, 0, 'another account'));
  const written = await writePollBatch(database.sql, buildBatch(0, again, { id: 'again' }));
  expect(written.snapshotsWritten).toBe(0);
  const late = LABELS.map((label) => buildState(label, HOUR, 'late'));
  expect(await writePollBatch(database.sql, buildBatch(HOUR, late, { id: 'late' }))).toMatchObject({
    snapshotsWritten: 3,
  });
  const before = await published();
  expect(before).toHaveLength(39);
  // An earlier version does not look into the narrow rows.
  await database.sql`
    INSERT INTO lend.reserve_snapshots
    SELECT (jsonb_populate_record(NULL::lend.reserve_snapshots, to_jsonb(s) || '{"borrow_apr_f": 0.5}')).*
    FROM lend.all_snapshots AS s WHERE s.slot = ${bankAt(0).slot}`;
  expect(await moveHistory(database.sql, { before: LATER, maxRows: 1_000 })).toMatchObject({ moved: 6, repeated: 3 });
  expect(await published()).toEqual(before);
});

it('a move that would change a value is refused, and moves nothing', async () => {
  await fill(1);
  const before = await published();
  // A check of the database stands for a bug of the move: what is stored is another number.
  await database.sql.unsafe(`
    CREATE FUNCTION lend.spoil() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.borrow_rate := NEW.borrow_rate + 1; RETURN NEW; END';
    CREATE TRIGGER spoil BEFORE INSERT ON lend.observations FOR EACH ROW EXECUTE FUNCTION lend.spoil()`);
  await expect(moveHistory(database.sql, { before: LATER, maxRows: 1_000 })).rejects.toMatchObject({
    code: 'HISTORY_DIFFERS',
  });
  expect(await published()).toEqual(before);
  expect(await counts()).toMatchObject({ wide: 36, narrow: 0 });
});

it('readers find every row once while several processes move it and polls are written', async () => {
  await fill();
  const before = await published();
  const [one, other] = [database.connect(), database.connect()];
  const moves = [one, other].map((process) => moveHistory(process.sql, { before: LATER, maxRows: 1_000 }));
  const state = { isDone: false };
  const done = Promise.all(moves).finally(() => {
    state.isDone = true;
  });
  do {
    expect(await published()).toEqual(before);
  } while (!state.isDone);
  const results = await done;
  expect(results.reduce((sum, { moved }) => sum + moved, 0)).toBe(72);
});

const sealing = () =>
  database.sql`SELECT month::text, observations::int, sealed_at IS NOT NULL AS sealed, first_observed_at, last_observed_at
    FROM lend.history_months`;

it('a sealed month says how much it holds and lies in the order of reserve and time, and nothing that is published changes', async () => {
  await fill();
  const before = await published();
  expect(await sealHistory(database.sql, { before: LATER, maxRows: 1_000 })).toEqual({ sealed: [], copied: 0 });
  await moveHistory(database.sql, { before: new Date('2026-06-16T12:00:00Z'), maxRows: 1_000 });
  // Days of the month are still in the other table.
  expect(await sealHistory(database.sql, { before: LATER, maxRows: 1_000 })).toEqual({ sealed: [], copied: 0 });
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  const inJune = { before: new Date('2026-06-30T00:00:00Z'), maxRows: 1_000 };
  expect(await sealHistory(database.sql, inJune)).toEqual({ sealed: [], copied: 0 });
  expect(await sealHistory(database.sql, { before: LATER, maxRows: 1_000 })).toEqual({
    sealed: ['2026-06-01'],
    copied: 72,
  });
  expect(await published()).toEqual(before);
  const places = await database.sql<{ id: number; at: Date }[]>`
    SELECT reserve_id AS id, observed_at AS at FROM lend.observations ORDER BY tableoid, ctid`;
  const inOrder = places.toSorted((a, b) => a.id - b.id || a.at.getTime() - b.at.getTime());
  expect(places).toHaveLength(72);
  expect(places.map((row) => ({ ...row }))).toEqual(inOrder.map((row) => ({ ...row })));
  expect(await sealing()).toEqual([
    {
      month: '2026-06-01',
      observations: 72,
      sealed: true,
      first_observed_at: bankAt(0).observedAt,
      last_observed_at: bankAt(46 * HOUR).observedAt,
    },
  ]);
  const [tables] = await database.sql`
    SELECT count(*)::int AS count FROM pg_class WHERE relname ~ '_sealed$' AND relkind = 'r'`;
  expect(tables).toEqual({ count: 0 });
});

it('a sealed month takes in what comes late, and is sealed again', async () => {
  await fill(1);
  const sealAll = async () => {
    await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
    return sealHistory(database.sql, { before: LATER, maxRows: 1_000 });
  };
  await sealAll();
  expect(await sealAll()).toEqual({ sealed: [], copied: 0 });
  const late = LABELS.map((label) => buildState(label, HOUR, 'late'));
  await writePollBatch(database.sql, buildBatch(HOUR, late, { id: 'late' }));
  const before = await published();
  expect(await sealAll()).toEqual({ sealed: ['2026-06-01'], copied: 39 });
  expect(await published()).toEqual(before);
  expect(await sealing()).toMatchObject([{ observations: 39, sealed: true }]);
});

it('rows that are moved while their month is being copied are in the sealed month', async () => {
  await fill(1);
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  await database.sql`SELECT lend.seal_history_step('2026-06-01', 2)`;
  const late = LABELS.map((label) => buildState(label, HOUR, 'late'));
  await writePollBatch(database.sql, buildBatch(HOUR, late, { id: 'late' }));
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  const before = await published();
  expect(await sealHistory(database.sql, { before: LATER, maxRows: 1_000 })).toEqual({
    sealed: ['2026-06-01'],
    copied: 39,
  });
  expect(await published()).toEqual(before);
});

it('partitions of months that are over go when they are empty', async () => {
  await database.sql`SELECT lend.attach_snapshot_partition('2026-06-01')`;
  await fill(1);
  const partitions = () =>
    database.sql`SELECT FROM pg_class WHERE relname = 'reserve_snapshots_y2026m06' AND relnamespace = 'lend'::regnamespace`;
  expect(await partitions()).toHaveLength(1);
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  expect(await partitions()).toHaveLength(0);
});
