import { protocolOf } from '@tidemark/protocols';
import postgres from 'postgres';
import type { Queryable, Sql } from '../../create-database.ts';
import { retryConflicts } from '../../queries/retry-conflicts.ts';
import { SchemaError } from '../../schema-error.ts';
import { ADD_BATCHES_SQL, ADD_TERMS_SQL, CHECKSUM_SQL, MOVE_SQL } from './move-sql.ts';

/** Rows that one transaction moves, where a single reserve does not have more in a day: a second or two of work. */
const ROWS_A_MOVE = 20_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MovedHistory {
  /** Rows that were taken out of `reserve_snapshots`. */
  readonly moved: number;
  /** Those of them that were there already under their key, in the narrow tables. */
  readonly repeated: number;
  /** States that the others are of. */
  readonly states: number;
  /** Whether nothing of the days before is left. */
  readonly complete: boolean;
}

/** Rows of one UTC day and one protocol. */
interface Portion {
  readonly protocol: string;
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/**
 * Moves observations of UTC days before that of `before` from `reserve_snapshots` into the narrow tables, the oldest first, until at
 * least `maxRows` are moved. Each portion is one transaction, in which the narrow rows are read again and compared with
 * what was taken away, by count and by the sum of the hashes of all their values: a reader finds each row in one of the two places at every
 * moment. May be stopped anywhere, run again, and run by several processes at once. Rows that come late are moved by the next run.
 *
 * Throws `HISTORY_DIFFERS` where the two do not agree, and `WRITE_CONFLICT` (retryable). Whatever it throws, what was not moved is
 * where it was.
 */
export async function moveHistory(
  sql: Sql,
  { before, maxRows, signal }: { readonly before: Date; readonly maxRows: number; readonly signal?: AbortSignal },
): Promise<MovedHistory> {
  let [moved, repeated, states] = [0, 0, 0];
  const end = startOfDay(before);
  while (moved < maxRows) {
    if (signal?.aborted === true) break;
    const portion = await findPortion(sql, end);
    if (portion === null) {
      await dropEmptyMonths(sql, end);
      return { moved, repeated, states, complete: true };
    }
    await sql`SELECT lend.attach_narrow_partitions(${monthOf(portion.from)}::date)`;
    const done = await retryConflicts(() => sql.begin('isolation level repeatable read', (tx) => move(tx, portion)));
    moved += done.taken;
    repeated += done.taken - done.stored;
    states += done.states;
  }
  return { moved, repeated, states, complete: false };
}

/** Partitions of `reserve_snapshots` for months that are over: a row that comes late is stored without one. */
async function dropEmptyMonths(sql: Sql, end: Date): Promise<void> {
  const months = await sql<{ month: string }[]>`
    SELECT to_char(to_date(substr(c.relname, 20), 'YYYY"m"MM'), 'YYYY-MM-DD') AS month
    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'lend.reserve_snapshots'::regclass AND c.relname ~ '^reserve_snapshots_y[0-9]{4}m[0-9]{2}$'
      AND (to_date(substr(c.relname, 20), 'YYYY"m"MM') + interval '1 month') AT TIME ZONE 'UTC' <= ${end}::timestamptz
    ORDER BY 1`;
  for (const { month } of months) {
    try {
      await sql.begin((tx) => tx`SELECT lend.drop_empty_snapshot_partition(${month}::date)`);
    } catch (error) {
      // Somebody reads the table for long: the next run finds the month again.
      if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}

interface Done {
  readonly taken: number;
  readonly stored: number;
  readonly states: number;
}

async function move(tx: Queryable, { protocol, reserves, from, to }: Portion): Promise<Done> {
  const month = monthOf(from);
  // The statistics know nothing of a day that only now comes into a table: by their estimate of one row, rows would be joined one by one.
  await tx`SET LOCAL enable_nestloop = off`;
  // First of all: whoever moves rows of the same month, or seals it, waits here and then begins anew.
  await tx`
    INSERT INTO lend.history_months (month) VALUES (${month}::date)
    ON CONFLICT (month) DO UPDATE SET moved_at = now(), sealed_at = NULL, sealing_after = NULL`;
  const chosen = [[...reserves], from, to];
  const scale = String(protocolOf(protocol).scale);
  await tx.unsafe(ADD_TERMS_SQL, [...chosen, scale]);
  await tx.unsafe(ADD_BATCHES_SQL, chosen);
  const earlier = await checksumOf(tx, chosen);
  const [row] = await tx.unsafe<{ taken: bigint; stored: bigint; states: bigint; checksum: string }[]>(MOVE_SQL, [
    ...chosen,
    scale,
  ]);
  if (row === undefined) throw new TypeError('the move returned no row');
  const now = await checksumOf(tx, chosen);
  const checksum = BigInt(row.checksum);
  if (now.count - earlier.count !== row.stored || now.checksum - earlier.checksum !== checksum) {
    throw new SchemaError('HISTORY_DIFFERS', `observations of ${from.toISOString()} are not the same in narrow rows`, {
      context: { protocol, from: from.toISOString(), taken: Number(row.taken), stored: Number(row.stored) },
    });
  }
  await tx`
    UPDATE lend.history_months SET observations = observations + ${row.stored}::bigint,
      checksum = checksum + ${String(checksum)}::numeric
    WHERE month = ${month}::date`;
  return { taken: Number(row.taken), stored: Number(row.stored), states: Number(row.states) };
}

async function checksumOf(tx: Queryable, chosen: (string[] | Date)[]): Promise<{ count: bigint; checksum: bigint }> {
  const [row] = await tx.unsafe<{ count: bigint; checksum: string }[]>(CHECKSUM_SQL, chosen);
  return { count: row?.count ?? 0n, checksum: BigInt(row?.checksum ?? 0) };
}

/** Whether rows may be moved already: the version before, which knows nothing of narrow rows, may be at work for this hour. */
export async function isMoveAllowed(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ allowed: boolean }[]>`
    SELECT narrow_since <= now() - interval '1 hour' AS allowed FROM lend.history_start`;
  return row?.allowed === true;
}

/** The oldest day that has rows, and reserves of one protocol that have not too many of them together; null where nothing is old enough. */
async function findPortion(sql: Queryable, end: Date): Promise<Portion | null> {
  const [day] = await sql<{ protocol: string; from: Date; reserves: string[] }[]>`
    SELECT r.protocol, date_trunc('day', h.observed_at, 'UTC') AS "from", array_agg(r.address ORDER BY r.id) AS reserves
    FROM lend.reserves AS r
    CROSS JOIN LATERAL (
      SELECT s.observed_at FROM lend.reserve_snapshots AS s
      WHERE s.reserve = r.address AND s.observed_at < ${end}::timestamptz ORDER BY s.observed_at LIMIT 1
    ) AS h
    GROUP BY 1, 2 ORDER BY 2, 1 LIMIT 1`;
  if (day === undefined) return null;
  const to = new Date(day.from.getTime() + 86_400_000);
  const chosen = await sql<{ reserve: string }[]>`
    SELECT reserve FROM (
      SELECT h.reserve, sum(count(*)) OVER (ORDER BY array_position(${day.reserves}::text[], h.reserve)) - count(*) AS before
      FROM lend.reserve_snapshots AS h
      WHERE h.reserve = ANY(${day.reserves}::text[]) AND h.observed_at >= ${day.from}::timestamptz
        AND h.observed_at < ${to}::timestamptz
      GROUP BY h.reserve
    ) AS counted WHERE before < ${ROWS_A_MOVE}`;
  return { protocol: day.protocol, reserves: chosen.map(({ reserve }) => reserve), from: day.from, to };
}

const startOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 86_400_000) * 86_400_000);

/** First day of the month, as Postgres reads a date. */
const monthOf = (moment: Date): string => `${moment.toISOString().slice(0, 7)}-01`;
