import type { Queryable } from '../create-database.ts';
import { feeReserves, listPlaced } from '../fees/fee-cells.ts';
import { bucketCells } from './bucket-cells.ts';
import { selectFees, selectTotals, TOTALS_VERSION, VALUES } from './totals-kinds.ts';

/** Periods of one width that one statement makes: about a day, so that it takes some tenths of a second. */
const PERIODS_AT_ONCE: ReadonlyMap<number, number> = new Map([
  [3_600, 24],
  [14_400, 6],
  [86_400, 7],
]);

const KEY = 'protocol, subject_kind, subject, width_seconds, bucket_start, part';

/**
 * Makes the newest totals that are due, of one width, and says how many periods those were; 0 where none are. For a
 * transaction: what becomes due meanwhile stays so.
 */
export async function storeDueTotals(
  tx: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<{ readonly periods: number; readonly written: number }> {
  const period = (await takeDue(tx, protocol)) ?? (await findOld(tx, protocol));
  if (period === null) return { periods: 0, written: 0 };
  const { from, to, periodSeconds, periods } = period;
  const grain = periodSeconds === 86_400 ? 'daily' : 'hourly';
  const columns = [...VALUES, 'totals_version'];
  const placed = await listPlaced(tx, protocol);
  const [found] = await tx<{ written: number }[]>`
    WITH cells AS MATERIALIZED (
      SELECT *, CASE WHEN NOT listed THEN 'unlisted' WHEN wraps THEN 'wrapping' ELSE 'listed' END AS part
      FROM (${bucketCells(tx, { protocol, reserves: null, from, to, periodSeconds, grain })}) AS c
    ), totals AS (
      ${tx.unsafe(selectTotals(protocol))}
    ), fee_reserves AS MATERIALIZED (${feeReserves(tx, { protocol, from, to, periodSeconds }, placed)}
    ), fees AS (
      ${tx.unsafe(selectFees())}
    ), wanted AS MATERIALIZED (
      SELECT * FROM totals LEFT JOIN fees USING (subject_kind, subject, part, period_start)
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
  const period = firstRun(starts, periodSeconds);
  await tx`
    DELETE FROM lend.bucket_totals_due WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${period.from}::timestamptz AND bucket_start < ${period.to}::timestamptz`;
  return period;
}

/** The newest periods, which follow each other, whose totals a version before this one made. */
async function findOld(tx: Queryable, protocol: string) {
  const [newest] = await tx<{ periodSeconds: number }[]>`
    SELECT width_seconds AS "periodSeconds" FROM lend.bucket_totals
    WHERE protocol = ${protocol} AND totals_version < 2 ORDER BY width_seconds, bucket_start DESC LIMIT 1`;
  if (newest === undefined) return null;
  const { periodSeconds } = newest;
  const starts = await tx<{ start: Date }[]>`
    SELECT DISTINCT bucket_start AS start FROM lend.bucket_totals
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int AND totals_version < 2
    ORDER BY bucket_start DESC LIMIT ${PERIODS_AT_ONCE.get(periodSeconds) ?? 1}`;
  return firstRun(starts, periodSeconds);
}

/** Those of the starts, the newest first, that follow each other. There is one at least. */
function firstRun(starts: readonly { readonly start: Date }[], periodSeconds: number) {
  const lastMs = starts[0]?.start.getTime() ?? 0;
  const place = starts.findIndex(({ start }, at) => start.getTime() !== lastMs - at * periodSeconds * 1000);
  const periods = place === -1 ? starts.length : place;
  const to = new Date(lastMs + periodSeconds * 1000);
  return { from: new Date(to.getTime() - periods * periodSeconds * 1000), to, periodSeconds, periods };
}
