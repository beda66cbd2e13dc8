import { PROTOCOL_NAMES } from '@tidemark/protocols';
import type { Sql, TransactionSql } from 'postgres';
import { readAsUser } from './read-as-user.ts';

/** A row of a view: numerics and 64-bit integers as texts, times as Date. */
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
  /** Hash of what was asked for; null where a notification was followed. */
  readonly reserveSet: string | null;
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

/** Sums over reserves at the close of an hour or a day. */
export interface StoredTotals {
  /** `market`, `token` or `protocol`. */
  readonly kind: string;
  /** Its address; empty for the protocol. */
  readonly subject: string;
  /** Which of its reserves. */
  readonly part: string;
  /** In seconds. */
  readonly width: number;
  readonly row: StoredRow;
}

/** Everything that the auditor compares with the truth, read at one moment. */
export interface StoredFacts {
  readonly snapshots: readonly StoredRow[];
  readonly latest: readonly StoredRow[];
  /** Of the newest states the fields that only their protocol has. */
  readonly own: readonly StoredRow[];
  /** The committed ones in the order of their commits, then the failed ones. */
  readonly batches: readonly StoredBatch[];
  readonly gaps: readonly StoredGap[];
  readonly quarters: readonly StoredRow[];
  readonly hours: readonly StoredRow[];
  readonly days: readonly StoredRow[];
  readonly totals: readonly StoredTotals[];
  readonly spans: readonly StoredRow[];
  readonly genesisHashes: readonly string[];
}

/** Reads it all as of one moment. */
export function readStoredFacts(admin: Sql): Promise<StoredFacts> {
  return readAsUser(admin, async (tx) => ({
    snapshots: await tx`SELECT * FROM lend_v1.reserve_snapshots ORDER BY reserve, observed_at, slot`,
    latest: await tx`SELECT * FROM lend_v1.reserve_latest ORDER BY reserve`,
    own: await readOwnFields(tx),
    batches: await readBatches(tx),
    gaps: await tx<StoredGap[]>`
      SELECT reserve, from_at AS "from", to_at AS "to", from_slot AS "fromSlot", to_slot AS "toSlot", gap_reason_str AS reason
      FROM lend_v1.ingest_gaps ORDER BY reserve, from_at`,
    quarters: await tx`SELECT * FROM lend_v1.reserve_quarter_hourly ORDER BY reserve, bucket_start`,
    hours: await tx`SELECT * FROM lend_v1.reserve_hourly ORDER BY reserve, bucket_start`,
    days: await tx`SELECT * FROM lend_v1.reserve_daily ORDER BY reserve, bucket_start`,
    totals: await readTotals(tx),
    spans: await tx`SELECT * FROM lend_v1.observation_spans ORDER BY protocol, hour_start, span_index`,
    genesisHashes: (await tx<{ hash: string }[]>`SELECT genesis_hash AS hash FROM lend_v1.chain`).map(
      ({ hash }) => hash,
    ),
  }));
}

/** Fields that only one protocol has, of the newest states, with the batch that read them. */
export async function readOwnFields(sql: Sql | TransactionSql): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const protocol of PROTOCOL_NAMES) {
    rows.push(
      ...(await sql`
        SELECT o.*, l.poll_batch_id FROM ${sql(`lend_v1.${protocol}_reserve_latest`)} AS o
        JOIN lend_v1.reserve_latest AS l USING (reserve)`),
    );
  }
  return rows;
}

/** What a batch asked for is told by the spans that it is part of, which name each set of addresses by its hash. */
function readBatches(tx: TransactionSql): Promise<StoredBatch[]> {
  return tx<StoredBatch[]>`
    SELECT p.poll_batch_id AS id, p.protocol, p.kind_str AS kind, p.outcome_str AS outcome, p.error_code_str AS "errorCode",
      p.slot::float8 AS slot, p.observed_at AS "observedAt", p.started_at AS "startedAt", p.recorded_at AS "recordedAt",
      p.gap_after_ms AS "gapAfterMs", p.missing, p.quarantined, p.reserve_set AS "reserveSet", s.reserves AS requested,
      to_json(p.not_observed) AS "notObserved", to_json(coalesce(p.refused_reserves, '{}')) AS refused,
      c.commit_seq::float8 AS "commitSeq", to_json(c.snapshot_reserves) AS "snapshotReserves"
    FROM lend_v1.poll_batches AS p
    LEFT JOIN lend_v1.batch_commits AS c ON c.poll_batch_id = p.poll_batch_id AND p.outcome_str = 'committed'
    LEFT JOIN (
      SELECT DISTINCT ON (reserve_set) reserve_set, to_json(reserves) AS reserves FROM lend_v1.observation_spans
    ) AS s ON s.reserve_set = p.reserve_set AND p.outcome_str = 'committed'
    ORDER BY "commitSeq" NULLS LAST, "startedAt"`;
}

const WIDTHS = [
  ['hourly', 3_600],
  ['daily', 86_400],
] as const;

async function readTotals(tx: TransactionSql): Promise<StoredTotals[]> {
  const totals: StoredTotals[] = [];
  for (const [name, width] of WIDTHS) {
    const markets = await tx`SELECT * FROM ${tx(`lend_v1.market_${name}`)}`;
    const tokens = await tx`SELECT * FROM ${tx(`lend_v1.token_${name}`)}`;
    const protocols = await tx`SELECT * FROM ${tx(`lend_v1.protocol_${name}`)}`;
    totals.push(
      ...markets.map((row) => ({ kind: 'market', subject: String(row['lending_market']), part: 'all', width, row })),
      ...tokens.map((row) => ({
        kind: 'token',
        subject: String(row['token_address']),
        part: String(row['part_str']),
        width,
        row,
      })),
      ...protocols.map((row) => ({ kind: 'protocol', subject: '', part: String(row['part_str']), width, row })),
    );
  }
  return totals;
}

/** What a trigger of the simulation has noted, see `cluster-template.ts`. */
export async function readStepsBack(admin: Sql): Promise<readonly StoredRow[]> {
  return admin`SELECT * FROM simulation.steps_back`;
}
