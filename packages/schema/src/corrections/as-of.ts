import { getTableColumns } from 'drizzle-orm';
import { quoted, trusted, type Quoted } from '../copy/copy-rows.ts';
import { reserveHourly, reserveSnapshots } from '../tables/index.ts';

/** What tells rows of a table apart, besides the reserve; the first is their time. */
const BUCKET = { key: ['bucket_start', 'reserve_id'], columns: columnsOf(reserveHourly) };
const OBSERVATION = { key: ['observed_at', 'slot'], columns: columnsOf(reserveSnapshots) };
const SHAPES = {
  'lend.reserve_quarter_hourly': BUCKET,
  'lend.reserve_hourly': BUCKET,
  'lend.reserve_daily': BUCKET,
  'lend.reserve_snapshots': OBSERVATION,
  'lend.narrow_snapshots': { ...OBSERVATION, key: [...OBSERVATION.key, 'reserve_id'] },
} as const;

function columnsOf(table: typeof reserveHourly | typeof reserveSnapshots): string[] {
  return Object.values(getTableColumns(table)).map(({ name }) => name);
}

/** A table of history with what it published at a moment, or as it is: `FROM` takes it. `name` comes from constants. */
export function tableAsOf(name: string, asOf: Date | null): Quoted {
  return asOf === null ? trusted(name) : quoted`(${rowsAsOf(name, asOf)})`;
}

/**
 * Rows with the values that a correction has replaced after the moment; of several, those that the first one replaced. The key comes from
 * the table itself, so that a condition on it is one on the index.
 */
function rowsAsOf(name: string, asOf: Date): Quoted {
  const shape = Object.entries(SHAPES).find(([known]) => known === name)?.[1];
  if (shape === undefined) throw new RangeError(`${name} has no corrections`);
  const keys: readonly string[] = ['reserve', ...shape.key];
  const others = shape.columns.filter((column) => !keys.includes(column));
  const [time = ''] = shape.key;
  const isOf = keys.includes('slot') ? 'AND c.slot = k.slot' : '';
  const table = name === 'lend.narrow_snapshots' ? 'reserve_snapshots' : name.slice('lend.'.length);
  return quoted`
    SELECT ${trusted([...keys.map((key) => `k.${key}`), ...others.map((column) => `w.${column}`)].join(', '))}
    FROM ${trusted(name)} AS k
    LEFT JOIN LATERAL (
      SELECT jsonb_object_agg(f.field, f.old_value) AS old FROM (
        SELECT DISTINCT ON (c.field) c.field, c.old_value FROM lend.corrections AS c
        WHERE c.reserve = k.reserve AND c.of_table = ${table} AND c.at = k.${trusted(time)} ${trusted(isOf)}
          AND c.corrected_at > ${asOf}
        ORDER BY c.field, c.id
      ) AS f
    ) AS replaced ON true
    CROSS JOIN LATERAL jsonb_populate_record(k, coalesce(replaced.old, '{}')) AS w`;
}
