import { isConfident } from '../confidence.ts';
import { aligned, type Decimal } from '../decimal.ts';
import { pythFeedIdOfMint } from '../listed-feeds.ts';
import { emptyObservation, unusable } from '../observation.ts';
import type { Feed, OracleClock, PriceObservation } from '../source.ts';
import {
  asObject,
  decimalOf,
  HttpAnswerError,
  httpFeed,
  httpObservation,
  type HttpPriceSource,
  isObject,
  type JsonObject,
  wholeOf,
} from './http-source.ts';

/** Pyth's own service: what the accounts hold, before anybody brought it to the chain. Needs a key since August 2026. */
export const hermes: HttpPriceSource = {
  name: 'hermes',
  decoderVersion: 1,
  defaultUrl: 'https://pyth.dourolabs.app/hermes',
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  batchSize: 50,
  feed(mint) {
    const feedId = pythFeedIdOfMint(mint);
    return feedId === null ? null : httpFeed('hermes', mint, feedId);
  },
  path(feeds) {
    const ids = feeds.map(({ expected }) => `ids%5B%5D=${expected ?? ''}`);
    return `/v2/updates/price/latest?${ids.join('&')}&parsed=true&ignore_invalid_price_ids=true`;
  },
  parse(answer, feeds, clock) {
    const { parsed } = asObject(answer, 'the answer');
    if (!Array.isArray(parsed)) throw new HttpAnswerError('the answer has no list of parsed prices');
    const updates = new Map(parsed.filter(isObject).map((update) => [idOf(update), update]));
    return feeds.map((feed) => observe(feed, updates.get(feed.expected ?? ''), clock));
  },
};

/** Without the prefix that some versions write. */
function idOf({ id }: JsonObject): string {
  return typeof id === 'string' ? id.toLowerCase().replace(/^0x/, '') : '';
}

function observe(feed: Feed, update: JsonObject | undefined, clock: OracleClock): PriceObservation {
  const roots = [`pyth:${feed.expected ?? ''}`];
  if (update === undefined) return { ...emptyObservation(feed, unusable('unknown_to_source')), roots };
  const spot = quoteOf(update['price']);
  const ema = quoteOf(update['ema_price']);
  const isUncertain = spot !== null && !isSure(spot);
  const problem = isUncertain ? unusable('uncertain') : null;
  const publishedAt = spot?.publishedAt ?? null;
  const observation = httpObservation(feed, { price: spot?.price ?? null, publishedAt, roots, problem }, clock);
  if (spot === null) return observation;
  return {
    ...observation,
    confidence: spot.confidence,
    average:
      ema === null ? null : { kind: 'ema', price: ema.price, confidence: ema.confidence, publishedAt: ema.publishedAt },
  };
}

interface Quote {
  readonly price: Decimal;
  readonly confidence: Decimal;
  readonly publishedAt: bigint | null;
}

/** Price and confidence are digits in texts, to one exponent. */
function quoteOf(value: unknown): Quote | null {
  if (!isObject(value)) return null;
  const [price, confidence] = [decimalOf(value['price']), decimalOf(value['conf'])];
  const exponent = wholeOf(value['expo']);
  if (price === null || confidence === null || exponent === null || exponent > 0n || exponent < -36n) return null;
  const scaled = ({ mantissa, exponent: own }: Decimal) => ({ mantissa, exponent: own + Number(exponent) });
  return { price: scaled(price), confidence: scaled(confidence), publishedAt: wholeOf(value['publish_time']) };
}

function isSure({ price, confidence }: Quote): boolean {
  const [value, deviation] = aligned(price, confidence);
  return value <= 0n || isConfident(value, deviation, false);
}
