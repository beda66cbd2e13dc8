import { emptyObservation, estimatedTimeOf, unusable } from '../observation.ts';
import type { PriceObservation } from '../source.ts';
import {
  asObject,
  decimalOf,
  httpFeed,
  httpObservation,
  type HttpPriceSource,
  isObject,
  wholeOf,
} from './http-source.ts';

// Services that make a price out of markets. They state no uncertainty, and name a token by its mint.

/** The last swap of a token, priced outward from tokens whose price is known; a token that fails its tests is left out. */
export const jupiter: HttpPriceSource = {
  name: 'jupiter',
  decoderVersion: 1,
  defaultUrl: 'https://api.jup.ag',
  keyHeader: { name: 'x-api-key', prefix: '' },
  batchSize: 50,
  feed: (mint) => httpFeed('jupiter', mint, mint),
  path: (feeds) => `/price/v3?ids=${feeds.map(({ mint }) => mint).join(',')}`,
  parse(answer, feeds, clock) {
    const prices = asObject(answer, 'the answer');
    return feeds.map((feed) => {
      const roots = [`jupiter:${feed.mint}`];
      const said = prices[feed.mint];
      if (!isObject(said)) return { ...emptyObservation(feed, unusable('unknown_to_source')), roots };
      // The slot of the swap is all that it says of the time.
      const slot = wholeOf(said['blockId']);
      const publishedAt = slot === null || slot <= 0n ? null : estimatedTimeOf(slot, clock);
      const observation = httpObservation(feed, { price: decimalOf(said['usdPrice']), publishedAt, roots }, clock);
      return { ...observation, publishedSlot: slot, isTimeEstimated: publishedAt !== null };
    });
  },
};

/** Prices of exchanges of all kinds, weighted by volume. */
export const coingecko: HttpPriceSource = {
  name: 'coingecko',
  decoderVersion: 1,
  defaultUrl: 'https://pro-api.coingecko.com',
  keyHeader: { name: 'x-cg-pro-api-key', prefix: '' },
  batchSize: 30,
  feed: (mint) => httpFeed('coingecko', mint, mint),
  path(feeds) {
    const addresses = feeds.map(({ mint }) => mint).join(',');
    const query = `contract_addresses=${addresses}&vs_currencies=usd&include_last_updated_at=true&precision=full`;
    return `/api/v3/simple/token_price/solana?${query}`;
  },
  parse(answer, feeds, clock) {
    const prices = asObject(answer, 'the answer');
    return feeds.map((feed) => {
      const roots = coingeckoRoots(feed.mint);
      // Documented as it was asked for; other chains answer in lower case.
      const said = prices[feed.mint] ?? prices[feed.mint.toLowerCase()];
      if (!isObject(said)) return { ...emptyObservation(feed, unusable('unknown_to_source')), roots };
      const publishedAt = wholeOf(said['last_updated_at']);
      return httpObservation(feed, { price: decimalOf(said['usd']), publishedAt, roots }, clock);
    });
  },
};

/** Below it the service itself calls a price cheap to move. */
const LEAST_CONFIDENCE = 0.9;

/** Prices that DefiLlama collects. Many come from CoinGecko, and an answer does not say which: the two are one voice. */
export const defillama: HttpPriceSource = {
  name: 'defillama',
  decoderVersion: 1,
  defaultUrl: 'https://coins.llama.fi',
  keyHeader: null,
  batchSize: 50,
  feed: (mint) => httpFeed('defillama', mint, `solana:${mint}`),
  path: (feeds) => `/prices/current/${feeds.map(({ expected }) => expected ?? '').join(',')}?searchWidth=1h`,
  parse(answer, feeds, clock) {
    const coins = asObject(asObject(answer, 'the answer')['coins'], 'coins');
    return feeds.map((feed): PriceObservation => {
      const roots = coingeckoRoots(feed.mint);
      const said = coins[feed.expected ?? ''];
      if (!isObject(said)) return { ...emptyObservation(feed, unusable('unknown_to_source')), roots };
      const { confidence } = said;
      const isDoubtful = typeof confidence === 'number' && confidence < LEAST_CONFIDENCE;
      const problem = isDoubtful ? unusable('uncertain', `confidence ${confidence}`) : null;
      const publishedAt = wholeOf(said['timestamp']);
      return httpObservation(feed, { price: decimalOf(said['price']), publishedAt, roots, problem }, clock);
    });
  },
};

function coingeckoRoots(mint: string): readonly string[] {
  return [`coingecko:${mint}`];
}

/** What is said of a feed while its source cannot be asked. */
export function unaskedObservations(
  feeds: readonly Parameters<typeof emptyObservation>[0][],
  reason: 'not_configured' | 'unavailable',
  detail: string | null,
): readonly PriceObservation[] {
  return feeds.map((feed) => emptyObservation(feed, unusable(reason, detail)));
}
