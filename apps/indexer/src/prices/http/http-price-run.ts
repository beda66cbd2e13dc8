import { decimalText, type HttpPriceSource, type OracleClock, type PriceObservation } from '@tidemark/oracles';
import {
  getPriceClock,
  listLatestPrices,
  listLatestPriceSources,
  type PriceObservationInput,
  type Sql,
  writePriceBatch,
} from '@tidemark/schema';
import type { JobFacts } from '../../jobs/job.ts';
import type { SlotDurationSource } from '../../pipeline/slot-duration.ts';
import { dateOf } from '../run-price-batch.ts';
import type { HttpPrices } from './http-prices.ts';
import { NOT_CONFIGURED } from './stored-http-prices.ts';

export interface HttpPriceRunDeps {
  readonly sql: Sql;
  readonly http: HttpPrices;
  readonly slotDuration: Pick<SlotDurationSource, 'get'>;
  readonly heartbeatMs: number;
  readonly gapAfterMs: number;
}

/** That a service is not asked is stored once, and not again every ten minutes. */
const NEVER_AGAIN_MS = 365 * 86_400_000;

/**
 * Asks one service for the tokens that are priced, and stores what it says; the next batch of the chain makes prices of it. What goes
 * wrong at the service is what its feeds say then. Times are those of the chain: of its newest batch, and what has passed since.
 */
export async function runHttpPrices(
  { sql, http, slotDuration, heartbeatMs, gapAfterMs }: HttpPriceRunDeps,
  { source, tick }: { readonly source: HttpPriceSource; readonly tick: number },
): Promise<JobFacts> {
  const isAsked = http.isAsked(source.name);
  const known = await getPriceClock(sql);
  if (known === null) return { skipped: 'no prices of the chain are stored yet' };
  const mints = (await listLatestPrices(sql)).map(({ tokenMint }) => tokenMint);
  const { slotDurationMs } = await slotDuration.get();
  const start = performance.now();
  // Nothing changes at a service that is not asked, so nothing is written of it again.
  if (!isAsked && (await isStoredAsUnasked(sql, source, mints))) return { feeds: 0 };
  const clock: OracleClock = {
    slot: known.slot + BigInt(Math.floor(known.passedMs / slotDurationMs)),
    unixTimestamp: BigInt(Math.floor((known.observedAt.getTime() + known.passedMs) / 1000)),
    slotDurationMs,
  };
  const observations = await http.observe(source, mints, clock);
  if (observations.length === 0) return { feeds: 0 };
  const durationMs = performance.now() - start;
  const result = await writePriceBatch(sql, {
    id: `${source.name}-${tick}`,
    sourceGroup: source.name,
    mints: observations.map(({ mint }) => mint),
    slot: 0n,
    observedAt: new Date(Number(clock.unixTimestamp) * 1000),
    startedAt: new Date(known.readAt.getTime()),
    durationMs,
    endpoint: null,
    gapAfterMs,
    heartbeatMs: isAsked ? heartbeatMs : NEVER_AGAIN_MS,
    observations: observations.map(toInput),
    verdicts: [],
    aggregates: [],
    missing: 0,
    quarantined: [],
  });
  return {
    feeds: observations.length,
    ...countReasons(observations),
    stored: result.observationsWritten,
  };
}

async function isStoredAsUnasked(sql: Sql, source: HttpPriceSource, mints: readonly string[]): Promise<boolean> {
  const stored = await listLatestPriceSources(sql, { sources: [source.name] });
  const unasked = new Set(stored.filter(({ problem }) => problem === NOT_CONFIGURED).map(({ feed }) => feed));
  return mints.every((mint) => {
    const feed = source.feed(mint);
    return feed === null || unasked.has(feed.id);
  });
}

function toInput(observation: PriceObservation): PriceObservationInput {
  const { mint, feed, source, price, confidence, average, publishedAt, verification, roots, verdict } = observation;
  return {
    tokenMint: mint,
    feed,
    source,
    account: null,
    price: price === null || price.mantissa < 0n ? null : decimalText(price),
    confidence: confidence === null || confidence.mantissa < 0n ? null : decimalText(confidence),
    average: average === null || average.price.mantissa < 0n ? null : decimalText(average.price),
    publishedAt: dateOf(publishedAt),
    verification,
    problem: verdict.reason,
    legs: null,
    roots,
  };
}

/** How often each reason occurs, with what is known beyond it: the code of a failure. */
function countReasons(observations: readonly PriceObservation[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { verdict } of observations) {
    const word = verdict.isUsable
      ? 'usable'
      : verdict.reason === 'unavailable'
        ? (verdict.detail ?? verdict.reason)
        : verdict.reason;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
