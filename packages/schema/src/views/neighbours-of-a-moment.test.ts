import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../../test/support/build-rows.ts';
import type { Queryable } from '../create-database.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';

const RESERVE = addressOf('busy');
/** Observations of a minute for so many days, but for the days of an outage. */
const DAYS = 90;
const FIRST = Date.parse('2026-03-01T00:00:00Z');
const OUTAGE = { fromDay: 50, toDay: 62 };
const DAY_MS = 86_400_000;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['busy', 'never observed'] });
  const [terms] = await database.sql<{ id: number }[]>`
    INSERT INTO lend.observation_terms (decoder_version, price_usable, scale, lending_market, reason, slot_duration_source,
      interest_rate_basis, compounding)
    VALUES (1, true, 1, 'market', 'heartbeat', 'measured', 'time', 'per_slot') RETURNING id`;
  await database.sql`SELECT lend.attach_narrow_partitions(m::date) FROM generate_series('2026-03-01'::timestamp, '2026-05-01', '1 month') AS m`;
  await database.sql`
    INSERT INTO lend.observation_states (slot, observed_at, last_update_slot, reserve_id, last_update_stale, available_amount_raw,
      borrowed, borrow_index, accumulated_protocol_fees, price, collateral_supply_raw, account_sha256)
    SELECT 1, ${new Date(FIRST)}, 1, r.id, false, 10, 5, 7, 0, 1, 10, '\\x01' FROM lend.reserves AS r WHERE r.address = ${RESERVE}`;
  await database.sql`
    INSERT INTO lend.observations (slot, observed_at, available_amount_f, supplied_amount_f, borrowed_amount_f, utilization_f,
      borrow_apr_f, borrow_apy_f, supply_apr_f, supply_apy_f, rewards_apr_f, reserve_id, terms_id, batch_no, borrow_rate, borrow_index_change)
    SELECT 1 + minute, ${new Date(FIRST)}::timestamptz + minute * interval '1 minute', 10, 15, 5, 0.3, 0, 0, 0, 0, 0, r.id, ${terms?.id ?? 0}, 0, 0, minute
    FROM lend.reserves AS r CROSS JOIN generate_series(0, ${DAYS * 1440 - 1}) AS minute
    WHERE r.address = ${RESERVE} AND NOT minute BETWEEN ${OUTAGE.fromDay * 1440} AND ${OUTAGE.toDay * 1440 - 1}`;
  await database.sql`VACUUM ANALYZE`;
}, 120_000);
afterAll(() => database.drop());

const MOMENTS = [0, 1, 59_999, 60_000, 3 * DAY_MS + 31_234, 49 * DAY_MS, 55 * DAY_MS, 62 * DAY_MS - 1, 62 * DAY_MS]
  .concat(89 * DAY_MS + 77_777, 90 * DAY_MS - 60_000, 90 * DAY_MS, 400 * DAY_MS, -1, -200 * DAY_MS)
  .map((ms) => new Date(FIRST + ms));

it('the observations next to a moment are those that a sort of all finds, within the history, in an outage and beyond both ends', async () => {
  for (const moment of MOMENTS) {
    const [row] = await database.sql`
      SELECT lend_v1.last_observed_at(${RESERVE}, ${moment}) AS last, lend_v1.next_observed_at(${RESERVE}, ${moment}) AS next`;
    const [all] = await database.sql`
      SELECT max(o.observed_at) FILTER (WHERE o.observed_at <= ${moment}) AS last,
        min(o.observed_at) FILTER (WHERE o.observed_at > ${moment}) AS next FROM lend.observations AS o`;
    expect(row).toEqual(all);
    const [state] =
      await database.sql`SELECT observed_at, next_observed_at FROM lend_v1.reserve_at(${RESERVE}, ${moment})`;
    expect(state).toEqual({
      observed_at: all?.['last'],
      next_observed_at: all?.['last'] === null ? null : all?.['next'],
    });
  }
  const [never] = await database.sql`
    SELECT lend_v1.last_observed_at(${addressOf('never observed')}, now()) AS last,
      lend_v1.last_observed_at(${RESERVE}, 'infinity') = max(observed_at) AS newest,
      lend_v1.next_observed_at(${RESERVE}, '-infinity') = min(observed_at) AS oldest FROM lend.observations`;
  expect(never).toEqual({ last: null, newest: true, oldest: true });
});

it('a state at a moment, and a realised rate, read some dozens of rows of a history of a hundred thousand', async () => {
  for (const moment of MOMENTS) {
    expect(await rowsRead((sql) => sql`SELECT * FROM lend_v1.reserve_at(${RESERVE}, ${moment})`)).toBeLessThan(200);
    const weekBefore = new Date(moment.getTime() - 7 * DAY_MS);
    expect(
      await rowsRead((sql) => sql`SELECT * FROM lend_v1.realised_apy(${RESERVE}, ${weekBefore}, ${moment})`),
    ).toBeLessThan(200);
  }
});

/** Rows of observations that a statement takes from tables, by an index or by a walk through. */
async function rowsRead(read: (tx: Queryable) => PromiseLike<unknown>): Promise<number> {
  const count = async (tx: Queryable): Promise<number> => {
    const [row] = await tx<{ rows: number }[]>`
      SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS rows FROM pg_stat_xact_user_tables
      WHERE relname LIKE 'observations%' OR relname LIKE 'reserve_snapshots%'`;
    return row?.rows ?? 0;
  };
  return database.sql.begin(async (tx) => {
    const before = await count(tx);
    await read(tx);
    return (await count(tx)) - before;
  });
}
