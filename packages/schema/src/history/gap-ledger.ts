import type { ObservationGap } from '@tidemark/model';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { firstFailureOf, type GapExplanation, type GapTimes } from './gap-evidence.ts';
import { toJson } from '../rows/encode-record.ts';

/** A row of the ledger of gaps. */
export interface IngestGap extends ObservationGap {
  /** Null: the gap is one of all reserves of the protocol. */
  readonly reserve: string | null;
  /** Banks of the observations around it; null where they are not known. */
  readonly fromSlot: bigint | null;
  readonly toSlot: bigint | null;
  /** When the work on these observations began; null where they are not known, or where the gap goes on. */
  readonly fromStartedAt: Date | null;
  readonly toStartedAt: Date | null;
  /** The first failed attempt in the gap. */
  readonly attemptId: bigint | null;
  readonly detail: string | null;
}

export interface IngestGapFilter {
  readonly protocol: string;
  /** Left out: all. Gaps of all reserves are always among the rows. */
  readonly reserves?: readonly string[];
  readonly from: Date;
  readonly to: Date;
  /** The first so many. Left out: all there are. */
  readonly limit?: number;
}

/** Gaps that overlap the range, by reserve (byte order, those of all reserves first) and beginning. */
export async function listIngestGaps(sql: Queryable, options: IngestGapFilter): Promise<IngestGap[]> {
  const rows = await sql<IngestGap[]>`
    SELECT reserve, from_at AS "from", to_at AS "to", reason_code AS reason, detail, from_slot AS "fromSlot",
      to_slot AS "toSlot", from_started_at AS "fromStartedAt", to_started_at AS "toStartedAt", attempt_id AS "attemptId"
    ${ingestGapsOf(sql, options)}`;
  return rows.map((row) => ({ ...row }));
}

/** The same rows, from FROM on. */
export function ingestGapsOf(
  sql: Queryable,
  { protocol, reserves, from, to, limit }: IngestGapFilter,
): PendingQuery<Row[]> {
  // The expression is that of an index, which has the rows in this order: a limit then ends the reading, too.
  return sql`
    FROM lend.ingest_gaps
    WHERE protocol = ${protocol} AND from_at < ${to}::timestamptz AND to_at > ${from}::timestamptz
      ${reserves === undefined ? sql`` : sql`AND coalesce(reserve, '') = ANY(${['', ...reserves]}::text[])`}
    ORDER BY coalesce(reserve, ''), from_at
    ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`;
}

/** A gap of one reserve with both of its ends, and why it is there. */
export interface WholeGap extends GapTimes, GapExplanation {
  /** Of the observation before it. */
  readonly fromSlot: bigint;
  /** Of the observation that ended it; null while it goes on, and where that observation is at an older bank. */
  readonly toSlot: bigint | null;
}

/** What the ledger is to say of a gap; what is left out is not known. */
type LedgerEntry = Pick<WholeGap, 'reserve' | 'from' | 'to' | 'reason'> & Partial<WholeGap>;

/**
 * Takes gaps out of the ledger and puts others in, for a caller that knows every gap with both of its ends. Safe to repeat; for
 * a transaction that holds what lets one writer at a time in.
 */
export async function replaceIngestGaps(
  tx: Queryable,
  options: {
    readonly protocol: string;
    readonly removed: readonly Pick<WholeGap, 'reserve' | 'from'>[];
    readonly added: readonly LedgerEntry[];
  },
): Promise<void> {
  const { protocol, removed, added } = options;
  if (removed.length > 0) {
    await tx`
      DELETE FROM lend.ingest_gaps AS g
      USING json_to_recordset(${toJson(removed.map(({ reserve, from }) => ({ reserve, from })))}::text::json)
        AS i(reserve text COLLATE "C", "from" timestamptz)
      WHERE g.protocol = ${protocol} AND coalesce(g.reserve, '') = i.reserve AND g.from_at = i."from"`;
  }
  if (added.length === 0) return;
  await tx`
    INSERT INTO lend.ingest_gaps
      (protocol, reserve, from_at, to_at, reason_code, from_slot, to_slot, from_started_at, to_started_at, attempt_id)
    SELECT ${protocol}, g.reserve, g."from", g."to", g.reason, g."fromSlot", g."toSlot", g."fromStartedAt", g."toStartedAt",
      g."attemptId"
    FROM json_to_recordset(${toJson(added)}::text::json)
      AS g(reserve text COLLATE "C", "from" timestamptz, "to" timestamptz, reason text, "fromSlot" bigint, "toSlot" bigint,
        "fromStartedAt" timestamptz, "toStartedAt" timestamptz, "attemptId" bigint)
    ON CONFLICT (protocol, coalesce(reserve, ''), from_at) DO UPDATE SET
      to_at = excluded.to_at, reason_code = excluded.reason_code, from_slot = excluded.from_slot, to_slot = excluded.to_slot,
      from_started_at = excluded.from_started_at, to_started_at = excluded.to_started_at, attempt_id = excluded.attempt_id,
      recorded_at = now()`;
}

/** Gaps of the ledger whose reason another one may have to take the place of. */
export interface GapsToExplain {
  readonly gaps: readonly { readonly reserve: string; readonly from: Date }[];
  /** What was read: attempts of transactions before this one, and others. For `setAttemptsTakenIn` once the gaps are explained. */
  readonly attemptsBefore: string;
}

/**
 * Gaps on record of which an attempt was recorded that the rollups have not taken in (an attempt may fail long after the observation
 * that ended the gap it began in), and those of an earlier version, which did not go by attempts.
 *
 * Numbers and times of rows do not become visible in their order, but a transaction below the oldest one at work is over. In a
 * database that was restored from a dump transactions count from the beginning: then everything is read once again, and rows
 * of the cluster before are left out until their numbers are reached.
 */
export async function listGapsToExplainAgain(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<GapsToExplain> {
  const rows = await sql<{ before: string; reserve: string | null; from: Date | null }[]>`
    WITH now AS (
      SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest, pg_snapshot_xmax(pg_current_snapshot()) AS next
    ), state AS (
      SELECT now.*, (SELECT r.attempts_before FROM lend.rollup_state AS r WHERE r.protocol = ${protocol}) AS taken_in FROM now
    ), bounds AS (
      SELECT *, coalesce(taken_in > next, true) AS is_first FROM state
    ), news AS (
      SELECT a.reserve_set, min(a.started_at) AS first_at, max(a.started_at) AS last_at
      FROM bounds AS b JOIN lend.failed_attempts AS a
        ON a.recorded_xid >= CASE WHEN b.is_first THEN '0'::xid8 ELSE b.taken_in END AND (b.is_first OR a.recorded_xid < b.next)
      WHERE a.protocol = ${protocol} AND a.kind <> 'follow' AND a.reserve_set IS NOT NULL
      GROUP BY 1
    ), touched AS (
      SELECT DISTINCT g.id FROM news AS n
      JOIN lend.reserve_sets AS s ON s.sha256 = n.reserve_set
      CROSS JOIN LATERAL unnest(s.reserves) AS asked(reserve)
      JOIN lend.ingest_gaps AS g ON g.protocol = ${protocol} AND coalesce(g.reserve, '') = asked.reserve
        AND g.from_started_at < n.last_at AND coalesce(g.to_started_at, 'infinity') > n.first_at
    ), found AS (
      SELECT g.reserve, g.from_at FROM touched JOIN lend.ingest_gaps AS g USING (id)
      LEFT JOIN LATERAL (${firstFailureOf(sql, protocol)}) AS f ON true
      WHERE f.attempt_id IS DISTINCT FROM g.attempt_id
      UNION ALL
      SELECT reserve, from_at FROM lend.ingest_gaps
      WHERE protocol = ${protocol} AND from_started_at IS NULL AND reserve IS NOT NULL
    )
    SELECT now.oldest::text AS before, found.reserve, found.from_at AS "from"
    FROM now LEFT JOIN found ON true ORDER BY found.reserve, found.from_at`;
  return {
    gaps: rows.flatMap(({ reserve, from }) => (reserve === null || from === null ? [] : [{ reserve, from }])),
    attemptsBefore: rows[0]?.before ?? '0',
  };
}

/** Says that the reasons of gaps go by all attempts of transactions before this one. */
export async function setAttemptsTakenIn(
  sql: Queryable,
  { protocol, attemptsBefore }: { readonly protocol: string; readonly attemptsBefore: string },
): Promise<void> {
  await sql`
    UPDATE lend.rollup_state SET attempts_before = ${attemptsBefore}::text::xid8, updated_at = now()
    WHERE protocol = ${protocol} AND attempts_before IS DISTINCT FROM ${attemptsBefore}::text::xid8`;
}
