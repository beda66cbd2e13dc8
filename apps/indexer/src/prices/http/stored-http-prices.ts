import {
  ageOf,
  emptyObservation,
  type Feed,
  HTTP_PRICE_SOURCES,
  isUnusableReason,
  type OracleClock,
  parseDecimal,
  type PriceObservation,
  timeVerdict,
  unusable,
  USABLE,
} from '@tidemark/oracles';
import { listLatestPriceSources, type PriceVerdictInput, type Sql, type StoredPriceSource } from '@tidemark/schema';

/** What the services behind HTTP said last, by mint. */
export type StoredHttpPrices = ReadonlyMap<string, readonly StoredPriceSource[]>;

export const NOT_CONFIGURED = 'not_configured';

export async function readHttpPrices(sql: Sql): Promise<StoredHttpPrices> {
  const rows = await listLatestPriceSources(sql, { sources: HTTP_PRICE_SOURCES.map(({ name }) => name) });
  const byMint = new Map<string, StoredPriceSource[]>();
  for (const row of rows) byMint.set(row.tokenMint, [...(byMint.get(row.tokenMint) ?? []), row]);
  return byMint;
}

/** What was said of a token, as old as it is at this clock. Services that are not asked say nothing of it. */
export function storedObservations(prices: StoredHttpPrices, mint: string, clock: OracleClock): PriceObservation[] {
  return (prices.get(mint) ?? [])
    .filter(({ problem }) => problem !== NOT_CONFIGURED)
    .flatMap((row) => {
      const feed = HTTP_PRICE_SOURCES.find(({ name }) => name === row.source)?.feed(mint) ?? null;
      return feed === null || feed.id !== row.feed ? [] : [toObservation(row, feed, clock)];
    });
}

/** Feeds of services that are not asked stay what they are. */
export function unaskedVerdicts(prices: StoredHttpPrices, mint: string): PriceVerdictInput[] {
  return (prices.get(mint) ?? [])
    .filter(({ problem }) => problem === NOT_CONFIGURED)
    .map(({ tokenMint, feed }) => ({
      tokenMint,
      feed,
      unusedReason: NOT_CONFIGURED,
      weight: null,
      deviationBps: null,
    }));
}

function toObservation(row: StoredPriceSource, feed: Feed, clock: OracleClock): PriceObservation {
  const { problem, roots } = row;
  const price = row.price === null ? null : parseDecimal(row.price);
  const publishedAt = row.publishedAt === null ? null : BigInt(Math.floor(row.publishedAt.getTime() / 1000));
  const verdict =
    problem === null
      ? ((publishedAt === null ? null : timeVerdict(publishedAt, feed.maxAgeSeconds, clock)) ?? USABLE)
      : unusable(isUnusableReason(problem) ? problem : 'unavailable');
  return {
    ...emptyObservation(feed, verdict),
    price,
    confidence: row.confidence === null ? null : parseDecimal(row.confidence),
    publishedAt,
    ageSeconds: publishedAt === null ? null : ageOf(publishedAt, clock),
    legs: price === null ? [] : [{ place: feed.id, kind: feed.source, value: price, publishedAt }],
    roots,
  };
}
