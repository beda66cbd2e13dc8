import { columnList, type ColumnSpec, listColumnSpecs } from '../../rows/column-specs.ts';
import {
  observationBatches,
  observations,
  observationStates,
  observationTerms,
  reserveSnapshots,
} from '../../tables/index.ts';

// The statements that move rows of `reserve_snapshots` into the narrow tables. $1 addresses of reserves, $2 and $3 the range of time,
// within one UTC day.

const SNAPSHOT = listColumnSpecs(reserveSnapshots, []);
const STATE = listColumnSpecs(observationStates, ['reserveId', 'slot', 'observedAt']);
export const NUMBERS = listColumnSpecs(observations, []).filter(({ sqlType }) => sqlType === 'double precision');
export const TERMS = listColumnSpecs(observationTerms, ['id', 'scale']);
const BATCH = listColumnSpecs(observationBatches, ['batchNo']);

/** Columns of `reserve_snapshots` that hold what the columns of another table hold. */
export const snapshotColumns = (specs: readonly ColumnSpec[]): ColumnSpec[] =>
  specs.map(({ key }) => {
    const found = SNAPSHOT.find((spec) => spec.key === key);
    if (found === undefined) throw new Error(`reserve_snapshots has no ${key}`);
    return found;
  });

const same = (specs: readonly ColumnSpec[], here: string, there: string): string =>
  specs.map((spec, place) => `${here}${spec.name} = ${there}${snapshotColumns(specs)[place]?.name}`).join(' AND ');

const CHOSEN = `h.reserve = ANY($1::text[]) AND h.observed_at >= $2::timestamptz AND h.observed_at < $3::timestamptz`;
const IN_RANGE = (alias: string) =>
  `${alias}.observed_at >= $2::timestamptz AND ${alias}.observed_at < $3::timestamptz`;

/** The combinations of texts that are new. $4 the scale of the protocol. */
export const ADD_TERMS_SQL = `
INSERT INTO lend.observation_terms (${columnList(TERMS)}, scale)
SELECT DISTINCT ${columnList(snapshotColumns(TERMS), 'h.')}, $4::numeric FROM lend.reserve_snapshots AS h WHERE ${CHOSEN}
ON CONFLICT DO NOTHING`;

/** The batches that are new, numbered on within their moments. */
export const ADD_BATCHES_SQL = `
INSERT INTO lend.observation_batches (${columnList(BATCH)}, batch_no)
SELECT ${columnList(BATCH, 'n.')}, coalesce((
    SELECT max(b.batch_no) + 1 FROM lend.observation_batches AS b WHERE b.observed_at = n.observed_at AND ${IN_RANGE('b')}
  ), 0) + row_number() OVER (PARTITION BY n.observed_at ORDER BY ${columnList(BATCH, 'n.')}) - 1
FROM (SELECT DISTINCT ${columnList(snapshotColumns(BATCH), 'h.')} FROM lend.reserve_snapshots AS h WHERE ${CHOSEN}) AS n
WHERE NOT EXISTS (
  SELECT FROM lend.observation_batches AS b WHERE ${same(BATCH, 'b.', 'n.')} AND ${IN_RANGE('b')})`;

/** A row as text, whose hash is summed up: equal sums, equal rows to the bit. */
export const HASH = (alias: string) => `hashtextextended(ROW(${columnList(SNAPSHOT, alias)})::text, 0)`;

/** Count and sum of the hashes of narrow rows, as snapshots. */
export const CHECKSUM_SQL = `
SELECT count(*) AS count, coalesce(sum(${HASH('n.')}), 0)::text AS checksum FROM lend.narrow_snapshots AS n
WHERE n.reserve_id = ANY(ARRAY(SELECT r.id FROM lend.reserves AS r WHERE r.address = ANY($1::text[]))) AND ${IN_RANGE('n')}`;

const ROW_OF_STATE = `ROW(${columnList(snapshotColumns(STATE), 'f.')})`;
const MOST_SLOTS = 250_000;
const MS_BEFORE = `extract(epoch FROM p.observed_at - p.state_at) * 1000`;
/** What an observation has of its exact numbers, by column, out of `p`, a row of snapshots. `scale`: an expression for that of the protocol. */
export const exactColumns = (scale: string): Readonly<Record<string, string>> => ({
  available_change: 'nullif(p.accrued_available_amount_raw - p.available_amount_raw, 0)',
  borrowed_change: 'nullif(p.accrued_borrowed_amount_sf - p.borrowed_amount_sf, 0)',
  borrow_index_change: 'nullif(p.accrued_cumulative_borrow_rate_bsf - p.cumulative_borrow_rate_bsf, 0)',
  protocol_fees_change: 'nullif(p.accrued_protocol_fees_sf - p.accumulated_protocol_fees_sf, 0)',
  accrued_pending_referrer_fees: 'p.accrued_pending_referrer_fees_sf',
  accrued_supplied: `nullif(p.accrued_total_supply_sf, p.accrued_available_amount_raw * ${scale} + p.accrued_borrowed_amount_sf
      - p.accrued_protocol_fees_sf - coalesce(p.accumulated_referrer_fees_sf, 0) - coalesce(p.accrued_pending_referrer_fees_sf, 0))`,
  accrued_utilization: `nullif(p.accrued_utilization_sf,
      div(p.accrued_borrowed_amount_sf * ${scale}, nullif(p.accrued_total_supply_sf, 0)))`,
  borrow_rate: 'p.borrow_rate_sf',
});
const EXACT = exactColumns('$4::numeric');

/**
 * Takes the rows away from `reserve_snapshots` and puts them into the narrow tables, in the order of (reserve, time). A row that is there under
 * the same key is left as it is: the first one counts. A state begins where a row holds another one than the row before it, or where the time
 * between is no whole number of milliseconds, or more slots than a day has. $4 the scale.
 */
export const MOVE_SQL = `
WITH taken AS MATERIALIZED (
  DELETE FROM lend.reserve_snapshots AS h WHERE ${CHOSEN} RETURNING h.*
), fresh AS MATERIALIZED (
  SELECT t.*, r.id AS reserve_id, e.id AS terms_id, b.batch_no
  FROM taken AS t
  JOIN lend.reserves AS r ON r.address = t.reserve
  LEFT JOIN lend.observation_terms AS e ON ${same(TERMS, 'e.', 't.')} AND e.scale = $4::numeric
  LEFT JOIN lend.observation_batches AS b ON ${same(BATCH, 'b.', 't.')} AND ${IN_RANGE('b')}
  WHERE NOT EXISTS (
    SELECT FROM lend.observations AS o
    WHERE o.reserve_id = r.id AND o.observed_at = t.observed_at AND o.slot = t.slot AND ${IN_RANGE('o')}
      AND o.reserve_id = ANY(ARRAY(SELECT c.id FROM lend.reserves AS c WHERE c.address = ANY($1::text[]))))
), marked AS (
  SELECT f.*, ${ROW_OF_STATE} IS DISTINCT FROM lag(${ROW_OF_STATE}) OVER of_reserve
    OR f.observed_at <> date_trunc('milliseconds', f.observed_at)
    OR lag(f.observed_at) OVER of_reserve <> date_trunc('milliseconds', lag(f.observed_at) OVER of_reserve)
    OR f.slot - lag(f.slot) OVER of_reserve NOT BETWEEN 0 AND ${MOST_SLOTS} AS begins
  FROM fresh AS f
  WINDOW of_reserve AS (PARTITION BY f.reserve_id ORDER BY f.observed_at, f.slot)
), counted AS (
  SELECT m.*, count(*) FILTER (WHERE m.begins) OVER (PARTITION BY m.reserve_id ORDER BY m.observed_at, m.slot) AS run FROM marked AS m
), placed AS MATERIALIZED (
  SELECT c.*, first_value(c.observed_at) OVER of_run AS state_at, first_value(c.slot) OVER of_run AS state_slot
  FROM counted AS c
  WINDOW of_run AS (PARTITION BY c.reserve_id, c.run ORDER BY c.observed_at, c.slot)
), states AS (
  INSERT INTO lend.observation_states (reserve_id, slot, observed_at, ${columnList(STATE)})
  SELECT p.reserve_id, p.slot, p.observed_at, ${columnList(snapshotColumns(STATE), 'p.')} FROM placed AS p WHERE p.begins
  ORDER BY p.reserve_id, p.observed_at, p.slot
  RETURNING 1
), stored AS (
  INSERT INTO lend.observations (reserve_id, slot, observed_at, ${columnList(NUMBERS)}, terms_id, batch_no,
    state_ms_before, state_slots_before, ${Object.keys(EXACT).join(', ')})
  SELECT p.reserve_id, p.slot, p.observed_at, ${columnList(NUMBERS, 'p.')}, p.terms_id, p.batch_no,
    CASE WHEN NOT p.begins THEN (${MS_BEFORE})::integer END, CASE WHEN NOT p.begins THEN (p.slot - p.state_slot)::integer END,
    ${Object.values(EXACT).join(',\n    ')}
  FROM placed AS p
  ORDER BY p.reserve_id, p.observed_at, p.slot
  RETURNING 1
)
SELECT (SELECT count(*) FROM taken) AS taken, (SELECT count(*) FROM stored) AS stored, (SELECT count(*) FROM states) AS states,
  (SELECT coalesce(sum(${HASH('f.')}), 0)::text FROM fresh AS f) AS checksum`;
