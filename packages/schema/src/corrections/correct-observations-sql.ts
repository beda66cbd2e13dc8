import { exactColumns, HASH, NUMBERS, snapshotColumns, TERMS } from '../history/narrow/move-sql.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { reserveSnapshots } from '../tables/index.ts';

// The statements that replace derived values of stored observations, wherever they lie. $1 JSON of the rows: their keys and what the values
// should be.

/** What tells an observation apart. */
const KEY = ['reserve', 'observedAt', 'slot'];
/** What is derived of it, and the version that did. */
const DERIVED = [
  'accruedAvailableAmountRaw',
  'accruedBorrowed',
  'accruedSupplied',
  'accruedUtilization',
  'accruedBorrowIndex',
  'accruedProtocolFees',
  'accruedPendingReferrerFees',
  'borrowRate',
  ...NUMBERS.map(({ key }) => key),
  'priceUsable',
  'decoderVersion',
];
const chosen = (keys: readonly string[]) =>
  listColumnSpecs(reserveSnapshots, []).filter(({ key }) => keys.includes(key));
export const DERIVED_SPECS = chosen(DERIVED);
const NOT_DERIVED = listColumnSpecs(reserveSnapshots, DERIVED);
/** Columns of the rows in $1. */
export const CORRECTED_SPECS = [...chosen(KEY), ...DERIVED_SPECS];

const INPUT = `input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(CORRECTED_SPECS)})
)`;
/** The row of `i` in a place, by the key of the place. */
const ROW_IN = (view: string, isOf: string) =>
  `SELECT * FROM lend.${view} AS s WHERE ${isOf} AND s.observed_at = i.observed_at AND s.slot = i.slot OFFSET 0`;
const ANYWHERE = ROW_IN('all_snapshots', 's.reserve = i.reserve');
const NARROW = ROW_IN(
  'narrow_snapshots',
  's.reserve_id = (SELECT r.id FROM lend.reserves AS r WHERE r.address = i.reserve)',
);

/** Writes down what is stored where it differs, each value for itself. $2 protocol, $3 reason. */
export const KEEP_OLD_SQL = `
WITH ${INPUT}
INSERT INTO lend.corrections (reserve, protocol, of_table, at, slot, field, old_value, new_value, old_version, new_version, reason)
SELECT i.reserve, $2::text, 'reserve_snapshots', i.observed_at, i.slot, f.field, f.old_value, f.new_value,
  h.decoder_version, i.decoder_version, $3::text
FROM input AS i CROSS JOIN LATERAL (${ANYWHERE}) AS h
CROSS JOIN LATERAL (VALUES ${DERIVED_SPECS.map(({ name }) => `('${name}', h.${name}::text, i.${name}::text)`).join(',\n  ')})
  AS f (field, old_value, new_value)
WHERE f.old_value IS DISTINCT FROM f.new_value
ORDER BY i.reserve, i.observed_at, i.slot, f.field
RETURNING field`;

export const CORRECT_WIDE_SQL = `
WITH ${INPUT}
UPDATE lend.reserve_snapshots AS h SET ${DERIVED_SPECS.map(({ name }) => `${name} = i.${name}`).join(', ')}
FROM input AS i WHERE h.reserve = i.reserve AND h.observed_at = i.observed_at AND h.slot = i.slot`;

/** How many of them are narrow rows, and the sum of their hashes. */
export const NARROW_CHECKSUM_SQL = `
WITH ${INPUT}
SELECT count(*) AS count, coalesce(sum(${HASH('h.')}), 0)::text AS checksum FROM input AS i CROSS JOIN LATERAL (${NARROW}) AS h`;

/** A snapshot as it should be, of which the narrow columns are made as a move makes them. */
const CORRECTED = `p AS MATERIALIZED (
  SELECT h.reserve_id, ${columnList(NOT_DERIVED, 'h.')}, ${columnList(DERIVED_SPECS, 'i.')}
  FROM input AS i CROSS JOIN LATERAL (${NARROW}) AS h
)`;
const SAME_TERMS = TERMS.map(({ name }, place) => `e.${name} = p.${snapshotColumns(TERMS)[place]?.name}`).join(' AND ');

/** The combinations of texts that are new. $2 scale. */
export const ADD_CORRECTED_TERMS_SQL = `
WITH ${INPUT}, ${CORRECTED}
INSERT INTO lend.observation_terms (${columnList(TERMS)}, scale)
SELECT DISTINCT ${columnList(snapshotColumns(TERMS), 'p.')}, $2::numeric FROM p ON CONFLICT DO NOTHING`;

/** $2 scale. */
export const CORRECT_NARROW_SQL = `
WITH ${INPUT}, ${CORRECTED}
UPDATE lend.observations AS o SET terms_id = e.id, ${NUMBERS.map(({ name }) => `${name} = p.${name}`).join(', ')},
  ${Object.entries(exactColumns('$2::numeric'))
    .map(([name, value]) => `${name} = ${value}`)
    .join(',\n  ')}
FROM p JOIN lend.observation_terms AS e ON e.scale = $2::numeric AND ${SAME_TERMS}
WHERE o.reserve_id = p.reserve_id AND o.observed_at = p.observed_at AND o.slot = p.slot`;

/** Rows that are not what they should be now. */
export const COUNT_DIFFERING_SQL = `
WITH ${INPUT}
SELECT count(*) AS count FROM input AS i LEFT JOIN LATERAL (${ANYWHERE}) AS h ON true
WHERE (${columnList(DERIVED_SPECS, 'h.')}) IS DISTINCT FROM (${columnList(DERIVED_SPECS, 'i.')})`;
