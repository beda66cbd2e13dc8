import { PROTOCOL_NAMES, protocolOf } from '@tidemark/protocols';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { feeReserves, listPlaced } from '../fees/fee-cells.ts';
import { bucketCells } from './bucket-cells.ts';
import { EXACT_SCALE } from './exact-scale.ts';
import { finishedColumns, sumColumns } from './totals-columns.ts';
import {
  addUpProtocols,
  ALL_PROTOCOLS,
  FEES,
  mergeSums,
  selectFees,
  selectPresence,
  selectSums,
} from './totals-kinds.ts';
import { membersOf, presenceOf, type TotalsPeriods } from './totals-members.ts';

/** Periods of one width that one statement makes: about a day, so that it takes some tenths of a second. */
const PERIODS_AT_ONCE: ReadonlyMap<number, number> = new Map([
  [3_600, 24],
  [14_400, 6],
  [86_400, 7],
]);

const KEY = 'protocol, subject_kind, subject, width_seconds, bucket_start, part';
const SUMS = [...sumColumns('protocol').map(({ column }) => column), 'lived_seconds', 'off_peg_reserves'];
const TOTALS = [...SUMS, ...finishedColumns(1n).map(([column]) => column)];
const FEE_COLUMNS = FEES.map(([column]) => column);

/**
 * Makes the newest totals that are due, of one width, and those of all protocols together with them. Says how many periods those were; 0 where none
 * are. For a transaction: what becomes due meanwhile stays so.
 */
export async function storeDueTotals(
  tx: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<{ readonly periods: number; readonly written: number }> {
  const due = await takeDue(tx, protocol);
  if (due === null) return { periods: 0, written: 0 };
  const { periods, ...range } = due;
  const placed = await listPlaced(tx, protocol);
  const own = await store(
    tx,
    range,
    [...TOTALS, ...FEE_COLUMNS],
    tx`
    members AS MATERIALIZED (${membersOf(tx, range)}),
    presence AS MATERIALIZED (${presenceOf(tx, range)}),
    cells AS MATERIALIZED (${bucketCells(tx, range)}),
    totals AS (${tx.unsafe(selectSums(protocol))}),
    present AS (${tx.unsafe(selectPresence())}),
    fee_reserves AS MATERIALIZED (${feeReserves(tx, range, placed)}),
    fees AS (${tx.unsafe(selectFees())}),
    wanted AS MATERIALIZED (
      SELECT ${tx.unsafe(finish(protocolOf(protocol).scale))}, ${tx.unsafe(FEE_COLUMNS.join(', '))}
      FROM (${tx.unsafe(mergeSums(protocol))}) AS s LEFT JOIN fees AS f USING (subject_kind, subject, part, period_start)
    )`,
  );
  // What another protocol stores meanwhile is added up by whoever comes second.
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('tidemark totals of all protocols', 0))`;
  const all = { ...range, protocol: ALL_PROTOCOLS };
  const together = await store(
    tx,
    all,
    TOTALS,
    tx`
    stored_totals AS (
      SELECT * FROM lend.bucket_totals
      WHERE protocol = ANY(${PROTOCOL_NAMES}::text[]) AND width_seconds = ${range.periodSeconds}::int
        AND bucket_start >= ${range.from}::timestamptz AND bucket_start < ${range.to}::timestamptz
    ),
    wanted AS MATERIALIZED (
      SELECT ${tx.unsafe(finish(EXACT_SCALE))} FROM (${tx.unsafe(addUpProtocols('stored_totals'))}) AS s
    )`,
  );
  return { periods, written: own + together };
}

function finish(scale: bigint): string {
  return [
    's.subject_kind, s.subject, s.part, s.period_start',
    ...SUMS.map((column) => `s.${column}`),
    ...finishedColumns(scale).map(([column, value]) => `${value} AS ${column}`),
  ].join(', ');
}

/** Makes the stored rows of the periods those of `wanted`, the last of the expressions. Gives the number of rows that are new, other or gone. */
async function store(
  tx: Queryable,
  { protocol, from, to, periodSeconds }: TotalsPeriods,
  columns: readonly string[],
  expressions: PendingQuery<Row[]>,
): Promise<number> {
  const each = (of: (column: string) => string) => tx.unsafe(columns.map(of).join(', '));
  const [found] = await tx<{ written: number }[]>`
    WITH ${expressions}, gone AS (
      DELETE FROM lend.bucket_totals AS t
      WHERE t.protocol = ${protocol} AND t.width_seconds = ${periodSeconds}::int
        AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
        AND NOT EXISTS (SELECT FROM wanted AS w WHERE (w.subject_kind, w.subject, w.period_start, w.part)
          = (t.subject_kind, t.subject, t.bucket_start, t.part))
      RETURNING 1
    ), stored AS (
      INSERT INTO lend.bucket_totals AS t (${tx.unsafe(KEY)}, ${each((column) => column)})
      SELECT ${protocol}::text, w.subject_kind, w.subject, ${periodSeconds}::int, w.period_start, w.part, ${each((column) => `w.${column}`)}
      FROM wanted AS w LEFT JOIN lend.bucket_totals AS t
        ON t.protocol = ${protocol} AND t.width_seconds = ${periodSeconds}::int AND t.bucket_start >= ${from}::timestamptz
          AND t.bucket_start < ${to}::timestamptz AND (w.subject_kind, w.subject, w.period_start, w.part)
            = (t.subject_kind, t.subject, t.bucket_start, t.part)
      WHERE t.protocol IS NULL OR (${each((column) => `t.${column}`)}) IS DISTINCT FROM (${each((column) => `w.${column}`)})
      ON CONFLICT (${tx.unsafe(KEY)}) DO UPDATE SET ${each((column) => `${column} = excluded.${column}`)}, computed_at = now()
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone)::int + (SELECT count(*) FROM stored)::int AS written`;
  return found?.written ?? 0;
}

/** The newest periods that are due and follow each other; they are not due any more. */
async function takeDue(tx: Queryable, protocol: string): Promise<(TotalsPeriods & { periods: number }) | null> {
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
  const place = starts.findIndex(({ start }, at) => start.getTime() !== lastMs - at * periodSeconds * 1000);
  const periods = place === -1 ? starts.length : place;
  const to = new Date(lastMs + periodSeconds * 1000);
  const from = new Date(to.getTime() - periods * periodSeconds * 1000);
  await tx`
    DELETE FROM lend.bucket_totals_due WHERE protocol IN (${protocol}, ${ALL_PROTOCOLS}) AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz`;
  return { protocol, from, to, periodSeconds, periods };
}
