import type { Queryable } from '../create-database.ts';
import type { TotalsKind } from '../tables/index.ts';
import { bucketCells } from './bucket-cells.ts';
import { totalColumns } from './bucket-totals.ts';

/** Of what makes a row: changes with its formulas. */
const TOTALS_VERSION = 1;

/** Periods of one width that one statement makes: about a day, so that it takes some tenths of a second. */
const PERIODS_AT_ONCE: ReadonlyMap<number, number> = new Map([
  [3_600, 24],
  [14_400, 6],
  [86_400, 7],
]);

/** How the rows of a kind are grouped and weighted. */
const KINDS = [
  ['market', 'lending_market', "'all'"],
  ['token', 'token_mint', 'part'],
  ['protocol', "''::text", 'part'],
] as const satisfies readonly (readonly [TotalsKind, subject: string, part: string])[];

/** What only means something where there is one token. */
const OF_ONE_TOKEN: ReadonlySet<string> = new Set(['supplied', 'borrowed', 'availableRaw', 'unpricedSupplied']);

const VALUES = totalColumns('usd').map(([, column]) => column);
const KEY = 'protocol, subject_kind, subject, width_seconds, bucket_start, part';

/**
 * Makes the newest totals that are due, of one width, and says how many periods those were; 0 where none are. For a
 * transaction: what becomes due meanwhile stays so.
 */
export async function storeDueTotals(
  tx: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<{ readonly periods: number; readonly written: number }> {
  const period = await takeDue(tx, protocol);
  if (period === null) return { periods: 0, written: 0 };
  const { from, to, periodSeconds, periods } = period;
  const grain = periodSeconds === 86_400 ? 'daily' : 'hourly';
  const columns = [...VALUES, 'totals_version'];
  const [found] = await tx<{ written: number }[]>`
    WITH cells AS MATERIALIZED (
      SELECT *, CASE WHEN NOT listed THEN 'unlisted' WHEN wraps THEN 'wrapping' ELSE 'listed' END AS part
      FROM (${bucketCells(tx, { protocol, reserves: null, from, to, periodSeconds, grain })}) AS c
    ), wanted AS MATERIALIZED (
      ${tx.unsafe(KINDS.map(selectKind).join(' UNION ALL '))}
    ), gone AS (
      DELETE FROM lend.bucket_totals AS t
      WHERE t.protocol = ${protocol} AND t.width_seconds = ${periodSeconds}::int
        AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
        AND NOT EXISTS (SELECT FROM wanted AS w WHERE (w.subject_kind, w.subject, w.period_start, w.part)
          = (t.subject_kind, t.subject, t.bucket_start, t.part))
      RETURNING 1
    ), stored AS (
      INSERT INTO lend.bucket_totals AS t (${tx.unsafe(`${KEY}, ${columns.join(', ')}`)})
      SELECT ${protocol}::text, subject_kind, subject, ${periodSeconds}::int, period_start, part,
        ${tx.unsafe(VALUES.join(', '))}, ${TOTALS_VERSION}::int
      FROM wanted
      ON CONFLICT (${tx.unsafe(KEY)}) DO UPDATE
        SET ${tx.unsafe(columns.map((column) => `${column} = excluded.${column}`).join(', '))}, computed_at = now()
        WHERE (${tx.unsafe(columns.map((column) => `t.${column}`).join(', '))})
          IS DISTINCT FROM (${tx.unsafe(columns.map((column) => `excluded.${column}`).join(', '))})
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone)::int + (SELECT count(*) FROM stored)::int AS written`;
  return { periods, written: found?.written ?? 0 };
}

/** The newest periods that are due and follow each other; they are not due any more. */
async function takeDue(tx: Queryable, protocol: string) {
  const [newest] = await tx<{ periodSeconds: number }[]>`
    SELECT width_seconds AS "periodSeconds" FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} ORDER BY bucket_start + make_interval(secs => width_seconds) DESC, width_seconds LIMIT 1`;
  if (newest === undefined) return null;
  const { periodSeconds } = newest;
  // Locked: the totals are read by the next statement, after every change whose transaction has touched one of these marks.
  const starts = await tx<{ start: Date }[]>`
    SELECT bucket_start AS start FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
    ORDER BY bucket_start DESC LIMIT ${PERIODS_AT_ONCE.get(periodSeconds) ?? 1} FOR UPDATE`;
  const lastMs = starts[0]?.start.getTime() ?? 0;
  const periods = starts.findIndex(({ start }, place) => start.getTime() !== lastMs - place * periodSeconds * 1000);
  const count = periods === -1 ? starts.length : periods;
  const to = new Date(lastMs + periodSeconds * 1000);
  const from = new Date(to.getTime() - count * periodSeconds * 1000);
  await tx`
    DELETE FROM lend.bucket_totals_due WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz`;
  return { from, to, periodSeconds, periods: count };
}

function selectKind([kind, subject, part]: (typeof KINDS)[number]): string {
  const values = totalColumns(kind === 'token' ? 'amount' : 'usd').map(([key, column, value]) =>
    kind !== 'token' && OF_ONE_TOKEN.has(key) ? `NULL::numeric AS ${column}` : `${value} AS ${column}`,
  );
  return `SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start, ${values.join(', ')}
    FROM cells GROUP BY 2, 3, 4`;
}
