import type { Sql } from 'postgres';
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

/** Reads it all in one transaction. */
export async function readPriceFacts(admin: Sql): Promise<PriceFacts> {
  return admin.begin('isolation level repeatable read read only', async (tx) => {
    const row = tx`token_mint AS mint, slot::float8 AS slot, observed_at AS "observedAt", batch_id AS "batchId",
      price::text AS price, published_at AS "publishedAt"`;
    // Services behind HTTP are not configured in a run, and what they say of that is no part of a price.
    const ofChain = tx`batch_id IN (SELECT id FROM lend.price_batches WHERE source_group = 'chain')`;
    return {
      batches: await tx<StoredPriceBatch[]>`
        SELECT attempt_id::float8 AS attempt, id, outcome, error_code AS "errorCode", slot::float8 AS slot, observed_at AS "observedAt",
          started_at AS "startedAt", recorded_at AS "recordedAt", gap_after_ms AS "gapAfterMs", to_json(mints) AS mints
        FROM lend.price_batches ORDER BY attempt_id`,
      observations: await tx<StoredPriceObservation[]>`
        SELECT ${row}, feed, problem FROM lend.price_observations WHERE ${ofChain} ORDER BY token_mint, feed, observed_at, slot`,
      aggregates: await tx<StoredAggregate[]>`
        SELECT ${row}, status, sources, used FROM lend.price_aggregates ORDER BY token_mint, observed_at, slot`,
      latest: await tx<(StoredAggregate & { firstSeenAt: Date })[]>`
        SELECT ${row}, status, sources, used, first_seen_at AS "firstSeenAt" FROM lend.price_latest ORDER BY token_mint`,
      buckets: await tx<StoredPriceBucket[]>`
        SELECT token_mint AS mint, width_seconds AS seconds, bucket_start AS start, open_price::text AS open, high_price::text AS high,
          low_price::text AS low, close_price::text AS close, price_seconds::text AS "priceSeconds", observations,
          elapsed_seconds AS elapsed, observed_seconds AS observed, priced_seconds AS priced, gap_reason AS "gapReason", final
        FROM lend.price_buckets ORDER BY token_mint, width_seconds, bucket_start`,
      gaps: await tx<StoredPriceGap[]>`
        SELECT token_address AS mint, from_at AS "from", to_at AS "to", gap_reason_str AS reason
        FROM lend_v1.price_gaps ORDER BY token_address, from_at`,
    };
  });
}
