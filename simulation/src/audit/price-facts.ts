import type { Sql, TransactionSql } from 'postgres';
import { readAsUser } from './read-as-user.ts';
import type { StoredAttempt, StoredGap } from './stored-facts.ts';

export interface StoredPriceBatch extends StoredAttempt {
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly slot: number | null;
  readonly mints: readonly string[];
}

interface StoredPriceRow {
  readonly mint: string;
  readonly slot: number;
  readonly observedAt: Date;
  readonly batchId: string;
  /** An exact decimal. */
  readonly price: string | null;
  readonly publishedAt: Date | null;
}

/** What a feed said of a token. */
export interface StoredPriceObservation extends StoredPriceRow {
  readonly feed: string;
  readonly problem: string | null;
}

export interface StoredAggregate extends StoredPriceRow {
  readonly status: string;
  readonly sources: number;
  readonly used: number;
}

export interface StoredPriceBucket {
  readonly mint: string;
  readonly seconds: number;
  readonly start: Date;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly close: string | null;
  readonly priceSeconds: string;
  readonly observations: number;
  readonly elapsed: number;
  readonly observed: number;
  readonly priced: number;
  readonly gapReason: string | null;
  readonly final: boolean;
}

export interface StoredPriceGap extends Pick<StoredGap, 'from' | 'to' | 'reason'> {
  readonly mint: string;
}

/** Everything about prices that the auditor compares with the truth. */
export interface PriceFacts {
  /** In the order in which they were recorded. */
  readonly batches: readonly StoredPriceBatch[];
  /** By token, feed, time and slot. */
  readonly observations: readonly StoredPriceObservation[];
  /** By token, time and slot. */
  readonly aggregates: readonly StoredAggregate[];
  /** The newest of each token. */
  readonly latest: readonly (StoredAggregate & { readonly firstSeenAt: Date })[];
  readonly buckets: readonly StoredPriceBucket[];
  readonly gaps: readonly StoredPriceGap[];
}

const WIDTHS = [
  ['quarter_hourly', 900],
  ['hourly', 3_600],
  ['daily', 86_400],
] as const;

/** Reads it all as of one moment. */
export function readPriceFacts(admin: Sql): Promise<PriceFacts> {
  return readAsUser(admin, async (tx) => {
    const row = tx`token_address AS mint, slot::float8 AS slot, observed_at AS "observedAt", price_batch_id AS "batchId",
      price_usd_raw::text AS price, published_at AS "publishedAt"`;
    const aggregate = tx`${row}, status_str AS status, source_count AS sources, used_source_count AS used`;
    // Services behind HTTP are not configured in a run, and what they say of that is no part of a price.
    const ofChain = tx`price_batch_id IN (SELECT price_batch_id FROM lend_v1.price_batches WHERE source_group_str = 'chain')`;
    return {
      batches: await tx<StoredPriceBatch[]>`
        SELECT attempt_id::float8 AS attempt, price_batch_id AS id, outcome_str AS outcome, error_code_str AS "errorCode",
          slot::float8 AS slot, observed_at AS "observedAt", started_at AS "startedAt", recorded_at AS "recordedAt",
          gap_after_ms AS "gapAfterMs", to_json(mints) AS mints
        FROM lend_v1.price_batches ORDER BY attempt_id`,
      observations: await tx<StoredPriceObservation[]>`
        SELECT ${row}, feed, problem_str AS problem FROM lend_v1.price_observations WHERE ${ofChain}
        ORDER BY token_address, feed, observed_at, slot`,
      aggregates: await tx<StoredAggregate[]>`
        SELECT ${aggregate} FROM lend_v1.prices ORDER BY token_address, observed_at, slot`,
      latest: await tx<(StoredAggregate & { firstSeenAt: Date })[]>`
        SELECT ${aggregate}, first_seen_at AS "firstSeenAt" FROM lend_v1.prices_latest ORDER BY token_address`,
      buckets: await readBuckets(tx),
      gaps: await tx<StoredPriceGap[]>`
        SELECT token_address AS mint, from_at AS "from", to_at AS "to", gap_reason_str AS reason
        FROM lend_v1.price_gaps ORDER BY token_address, from_at`,
    };
  });
}

async function readBuckets(tx: TransactionSql): Promise<StoredPriceBucket[]> {
  const buckets: StoredPriceBucket[] = [];
  for (const [name, seconds] of WIDTHS) {
    const rows = await tx<StoredPriceBucket[]>`
      SELECT token_address AS mint, ${seconds}::int AS seconds, bucket_start AS start, open_price_usd_raw::text AS open,
        high_price_usd_raw::text AS high, low_price_usd_raw::text AS low, close_price_usd_raw::text AS close,
        price_seconds_raw::text AS "priceSeconds", observations, elapsed_seconds AS elapsed, observed_seconds AS observed,
        priced_seconds AS priced, gap_reason_str AS "gapReason", final_b AS final
      FROM ${tx(`lend_v1.prices_${name}`)} ORDER BY token_address, bucket_start`;
    buckets.push(...rows);
  }
  return buckets;
}
