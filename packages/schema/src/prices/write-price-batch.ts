import type { Queryable, Sql } from '../create-database.ts';
import { type QuarantineInput } from '../queries/poll-batch.ts';
import { writeQuarantine } from '../queries/quarantine.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';
import { toJson } from '../rows/encode-record.ts';
import { SchemaError } from '../schema-error.ts';
import type { JsonObject } from '../tables/index.ts';
import { WRITE_AGGREGATES_SQL, WRITE_OBSERVATIONS_SQL, WRITE_VERDICTS_SQL } from './write-price-batch-sql.ts';

/** Where batches of prices are announced; the payload is a {@link PriceNotification}. */
export const PRICES_CHANNEL = 'tidemark_prices';

export interface PriceNotification {
  readonly slot: string;
  readonly observedAt: string;
  readonly batchId: string;
}

/** What one source said of one token. Prices are exact decimals. */
export interface PriceObservationInput {
  readonly tokenMint: string;
  /** The place at a source from which the price comes; unique for the token. */
  readonly feed: string;
  /** Name of the source. */
  readonly source: string;
  /** Null where it is none. */
  readonly account: string | null;
  /** Null where the source gave none; then `problem` says why. */
  readonly price: string | null;
  readonly confidence: string | null;
  /** The source's own average of the price. */
  readonly average: string | null;
  readonly publishedAt: Date | null;
  readonly verification: string | null;
  /** Why it must not be used; null where it may. */
  readonly problem: string | null;
  /** Prices that this one was multiplied from; null where it was not. */
  readonly legs: readonly JsonObject[] | null;
  /** What the price rests on: feeds with a root in common are not independent of each other. */
  readonly roots: readonly string[];
}

/** What the newest aggregate made of a feed; the reason is null where it was used. */
export interface PriceVerdictInput {
  readonly tokenMint: string;
  readonly feed: string;
  readonly unusedReason: string | null;
  readonly weight: number | null;
  readonly deviationBps: number | null;
}

/** What was made of all sources of a token. */
export interface PriceAggregateInput {
  readonly tokenMint: string;
  /** Empty where none is known. */
  readonly tokenSymbol: string;
  readonly status: string;
  readonly price: string | null;
  readonly publishedAt: Date | null;
  readonly sources: number;
  readonly used: number;
  readonly spreadBps: number | null;
  readonly confidence: string | null;
  /** Version of the method. */
  readonly method: string;
  /** Whether the price was made of nothing but what reserves hold themselves. */
  readonly reservesOnly: boolean;
}

export interface PriceBatchFacts {
  /** The same work has the same id, and is written once. */
  readonly id: string;
  /** What was read together. */
  readonly sourceGroup: string;
  /** Tokens that the batch is about. */
  readonly mints: readonly string[];
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Host of the endpoint that answered, null where none did. */
  readonly endpoint: string | null;
  /** How long after this batch the next one may come before the time between counts as not observed. */
  readonly gapAfterMs: number;
}

export interface PriceBatch extends PriceBatchFacts {
  /** Of the bank; 0 for what is not read from the chain. */
  readonly slot: bigint;
  readonly observedAt: Date;
  /** An unchanged row is stored again when the last one is at least this old. */
  readonly heartbeatMs: number;
  readonly observations: readonly PriceObservationInput[];
  readonly verdicts: readonly PriceVerdictInput[];
  readonly aggregates: readonly PriceAggregateInput[];
  /** Accounts that do not exist. */
  readonly missing: number;
  readonly quarantined: readonly QuarantineInput[];
}

/** What writing a batch did. `alreadyWritten`: nothing, because this id was committed before. */
export interface PriceBatchResult {
  readonly alreadyWritten: boolean;
  readonly observationsWritten: number;
  readonly aggregatesWritten: number;
  readonly latestWritten: number;
  readonly unchanged: number;
  /** Rows of which something newer had been stored: nothing was written of them. */
  readonly olderThanLatest: number;
}

/**
 * Stores one batch of prices in one transaction: what changed or is due as a heartbeat, the newest of each source and token, the
 * verdicts, the quarantine, the batch itself and its notification. A batch id is written once. What is older than what is stored of
 * a source or token is left out. Throws `WRITE_CONFLICT` (retryable), and then nothing was written.
 */
export async function writePriceBatch(sql: Sql, batch: PriceBatch): Promise<PriceBatchResult> {
  refuseRepetitions(batch);
  return retryConflicts(() => sql.begin('isolation level read committed', (tx) => writeInTransaction(tx, batch)));
}

function refuseRepetitions({ observations, aggregates, verdicts }: PriceBatch): void {
  const lists = [observations, verdicts].map((list) => list.map(({ tokenMint, feed }) => `${tokenMint} ${feed}`));
  for (const keys of [...lists, aggregates.map(({ tokenMint }) => tokenMint)]) {
    const repeated = keys.find((key, at) => keys.indexOf(key) !== at);
    if (repeated !== undefined) throw new SchemaError('INVALID_ROW', `${repeated} is in the batch twice`);
  }
}

async function writeInTransaction(tx: Queryable, batch: PriceBatch): Promise<PriceBatchResult> {
  const { id, observedAt, slot } = batch;
  const mints = [...new Set([...batch.mints, ...batch.observations.map(({ tokenMint }) => tokenMint)])].toSorted();
  // Under these locks nothing of these tokens is written by anybody else, and the batch is looked for.
  await tx`SELECT FROM lend.price_latest WHERE token_mint = ANY(${mints}) ORDER BY token_mint FOR UPDATE`;
  await tx`SELECT FROM lend.price_source_latest WHERE token_mint = ANY(${mints}) ORDER BY token_mint, feed FOR UPDATE`;
  const committed = await findCommitted(tx, id);
  if (committed !== null) return committed;
  const bank = [slot, observedAt, batch.heartbeatMs, id] as const;
  const run = async (statement: string, rows: readonly object[]): Promise<Counts> => {
    const [counts] = await tx.unsafe<Counts[]>(statement, [toJson(rows.map(toRecord)), ...bank], { prepare: true });
    return counts ?? { stored: 0, latest: 0, unchanged: 0, late: 0 };
  };
  const ofSources = await run(WRITE_OBSERVATIONS_SQL, batch.observations);
  const ofTokens = await run(WRITE_AGGREGATES_SQL, batch.aggregates);
  const aggregated = batch.aggregates.map(({ tokenMint }) => tokenMint);
  const verdicts = toJson(batch.verdicts.map(toRecord));
  await tx.unsafe(WRITE_VERDICTS_SQL, [verdicts, slot, aggregated], { prepare: true });
  await writeQuarantine(tx, { batchId: id, slot, observedAt }, batch.quarantined);
  const result = {
    observationsWritten: ofSources.stored,
    aggregatesWritten: ofTokens.stored,
    latestWritten: ofSources.latest + ofTokens.latest,
    unchanged: ofSources.unchanged + ofTokens.unchanged,
    olderThanLatest: ofSources.late + ofTokens.late,
  };
  await tx`
    INSERT INTO lend.price_batches (id, source_group, slot, observed_at, mints, sources, observations_written, aggregates_written,
      latest_written, unchanged, older_than_latest, missing, quarantined, started_at, duration_ms, outcome, endpoint, gap_after_ms)
    VALUES (${id}, ${batch.sourceGroup}, ${slot === 0n ? null : slot}, ${observedAt}, ${[...batch.mints]},
      ${batch.observations.length}, ${result.observationsWritten}, ${result.aggregatesWritten}, ${result.latestWritten},
      ${result.unchanged}, ${result.olderThanLatest}, ${batch.missing}, ${batch.quarantined.length}, ${batch.startedAt},
      ${Math.round(batch.durationMs)}, 'committed', ${batch.endpoint}, ${batch.gapAfterMs})`;
  if (ofTokens.stored > 0) {
    await tx`
      INSERT INTO lend.price_commits (batch_id, slot, observed_at, mints)
      SELECT ${id}, ${slot}::bigint, ${observedAt}::timestamptz, array_agg(token_mint ORDER BY token_mint) FROM lend.price_aggregates
      WHERE token_mint = ANY(${aggregated}) AND observed_at = ${observedAt}::timestamptz AND slot = ${slot}::bigint AND batch_id = ${id}`;
  }
  if (result.latestWritten > 0) {
    const payload: PriceNotification = { slot: String(slot), observedAt: observedAt.toISOString(), batchId: id };
    // A full queue of notifications fails the commit: half full, nothing is announced, and readers find the batch when they ask.
    await tx`SELECT pg_notify(${PRICES_CHANNEL}, ${JSON.stringify(payload)}) WHERE pg_notification_queue_usage() < 0.5`;
  }
  return { alreadyWritten: false, ...result };
}

async function findCommitted(tx: Queryable, id: string): Promise<PriceBatchResult | null> {
  const [row] = await tx<Omit<PriceBatchResult, 'alreadyWritten'>[]>`
    SELECT observations_written AS "observationsWritten", aggregates_written AS "aggregatesWritten",
      latest_written AS "latestWritten", unchanged, older_than_latest AS "olderThanLatest"
    FROM lend.price_batches WHERE id = ${id} AND outcome = 'committed'`;
  return row === undefined ? null : { ...row, alreadyWritten: true };
}

/** Keeps a row of an attempt that failed. */
export async function recordFailedPriceBatch(
  sql: Sql,
  facts: PriceBatchFacts & {
    readonly errorCode: string;
    readonly slot: bigint | null;
    readonly observedAt: Date | null;
  },
): Promise<void> {
  await sql`
    INSERT INTO lend.price_batches (id, source_group, slot, observed_at, mints, sources, observations_written, aggregates_written,
      latest_written, unchanged, older_than_latest, missing, quarantined, started_at, duration_ms, outcome, error_code, endpoint,
      gap_after_ms)
    VALUES (${facts.id}, ${facts.sourceGroup}, ${facts.slot}, ${facts.observedAt}, ${[...facts.mints]}, 0, 0, 0, 0, 0, 0, 0, 0,
      ${facts.startedAt}, ${Math.round(facts.durationMs)}, 'failed', ${facts.errorCode}, ${facts.endpoint}, ${facts.gapAfterMs})`;
}

interface Counts {
  readonly stored: number;
  readonly latest: number;
  readonly unchanged: number;
  readonly late: number;
}

/** Names of columns are those of the properties. */
function toRecord(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
