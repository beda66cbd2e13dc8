import type { Sql } from 'postgres';

/** A row as it is stored: numerics and 64-bit integers as texts, times as Date. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Unix seconds of a stored time. */
export function secondsOf(time: unknown): number {
  return time instanceof Date ? Math.floor(time.getTime() / 1000) : Number.NaN;
}

/** What every kind of batch has, whether it was stored or an attempt at one that failed: attempts have the id of the batch. */
export interface StoredAttempt {
  readonly id: string;
  readonly outcome: string;
  readonly observedAt: Date | null;
  readonly startedAt: Date;
  /** By the database's clock. */
  readonly recordedAt: Date;
  readonly gapAfterMs: number;
}

/** A batch of reads of reserves. */
export interface StoredBatch extends StoredAttempt {
  readonly protocol: string;
  readonly kind: string;
  readonly errorCode: string | null;
  readonly slot: number | null;
  readonly missing: number;
  readonly quarantined: number;
  /** All that were asked for; null where only those not observed are known, as in a batch that failed. */
  readonly requested: readonly string[] | null;
  readonly notObserved: readonly string[];
  /** Those of them whose account was there and was refused. */
  readonly refused: readonly string[];
  /** Place in the order of the commits; null where it failed. */
  readonly commitSeq: number | null;
  readonly snapshotReserves: readonly string[] | null;
}

export interface StoredGap {
  readonly reserve: string | null;
  readonly from: Date;
  readonly to: Date;
  readonly fromSlot: string | null;
  readonly toSlot: string | null;
  readonly reason: string;
}

/** Everything that the auditor compares with the truth, read at one moment. */
export interface StoredFacts {
  readonly snapshots: readonly StoredRow[];
  readonly latest: readonly StoredRow[];
  /** The committed ones in the order of their commits, then the failed ones. */
  readonly batches: readonly StoredBatch[];
  readonly gaps: readonly StoredGap[];
  readonly quarters: readonly StoredRow[];
  readonly hours: readonly StoredRow[];
  readonly days: readonly StoredRow[];
  readonly totals: readonly StoredRow[];
  /** Periods whose totals are to be made again. */
  readonly totalsDue: readonly StoredRow[];
  readonly spans: readonly StoredRow[];
  readonly stepsBack: readonly StoredRow[];
  readonly genesisHashes: readonly string[];
}

/** Reads it all in one transaction. */
export async function readStoredFacts(admin: Sql): Promise<StoredFacts> {
  return admin.begin('isolation level repeatable read read only', async (tx) => ({
    snapshots: await tx`
      SELECT *, encode(account_sha256, 'hex') AS account_sha256 FROM lend.all_snapshots
      ORDER BY reserve, observed_at, slot`,
    latest:
      await tx`SELECT *, encode(account_sha256, 'hex') AS account_sha256 FROM lend.reserve_latest ORDER BY reserve`,
    batches: await tx<StoredBatch[]>`
      SELECT p.id, p.protocol, p.kind, 'committed' AS outcome, NULL AS "errorCode", p.slot::float8 AS slot, p.observed_at AS "observedAt",
        p.started_at AS "startedAt", p.recorded_at AS "recordedAt", p.gap_after_ms AS "gapAfterMs", p.missing, p.quarantined, to_json(s.reserves) AS requested,
        to_json(p.not_observed) AS "notObserved", to_json(coalesce(p.refused, '{}')) AS refused, c.commit_seq::float8 AS "commitSeq", to_json(c.snapshot_reserves) AS "snapshotReserves"
      FROM lend.poll_batches AS p
      LEFT JOIN lend.batch_commits AS c ON c.batch_id = p.id
      LEFT JOIN lend.reserve_sets AS s ON s.sha256 = p.reserve_set
      UNION ALL
      SELECT a.batch_id, a.protocol, a.kind, 'failed', a.error_code, a.slot::float8, a.observed_at, a.started_at, a.recorded_at,
        a.gap_after_ms, 0, 0, NULL, to_json(coalesce(s.reserves, a.reserves)), '[]', NULL, NULL
      FROM lend.failed_attempts AS a LEFT JOIN lend.reserve_sets AS s ON s.sha256 = a.reserve_set
      ORDER BY "commitSeq" NULLS LAST, "startedAt"`,
    gaps: await tx<StoredGap[]>`
      SELECT reserve, from_at AS "from", to_at AS "to", from_slot AS "fromSlot", to_slot AS "toSlot", reason_code AS reason
      FROM lend.ingest_gaps ORDER BY reserve, from_at`,
    quarters: await tx`SELECT * FROM lend.reserve_quarter_hourly ORDER BY reserve, bucket_start`,
    hours: await tx`SELECT * FROM lend.reserve_hourly ORDER BY reserve, bucket_start`,
    days: await tx`SELECT * FROM lend.reserve_daily ORDER BY reserve, bucket_start`,
    totals: await tx`
      SELECT * FROM lend.bucket_totals ORDER BY protocol, subject_kind, subject, width_seconds, bucket_start, part`,
    totalsDue: await tx`SELECT * FROM lend.bucket_totals_due`,
    spans: await tx`SELECT * FROM lend.observation_spans ORDER BY hour_start, span_index`,
    stepsBack: await tx`SELECT * FROM simulation.steps_back`,
    genesisHashes: (await tx<{ hash: string }[]>`SELECT genesis_hash AS hash FROM lend.chain`).map(({ hash }) => hash),
  }));
}
