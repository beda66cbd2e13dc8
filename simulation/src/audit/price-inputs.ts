import { dollarsOfParts, dollarText, parseDollars } from '../naive/prices/exact-price.ts';
import { type NaiveFeed, priceSettingsOf } from '../naive/prices/naive-feeds.ts';
import {
  type NaiveBank,
  type NaiveObservation,
  observe,
  type ReadBytes,
  timeOfSlot,
  unread,
} from '../naive/prices/naive-observation.ts';
import { isAcceptedPrice } from '../naive/prices/own-price.ts';
import type { NaiveReserve } from '../naive/protocol.ts';
import type { StoredPriceObservation } from './price-facts.ts';
import type { SentAnswer } from './sent-log.ts';
import type { Truth } from './truth.ts';

/** A reserve of a listed market, with what it names for its price. */
interface PricedReserve {
  readonly maxAgeSeconds: number;
  readonly feeds: readonly string[];
  /** Every price that it held. */
  readonly prices: readonly HeldPrice[];
}

interface HeldPrice {
  readonly price: bigint;
  /** Unix seconds; null where the program keeps no time of it. */
  readonly publishedAt: number | null;
  readonly writtenSlot: number;
  readonly isAccepted: boolean;
}

/** Who says what tokens cost. */
export interface PricedChain {
  readonly mints: readonly string[];
  /** Of every token, each once. */
  readonly feeds: readonly (NaiveFeed & { readonly mint: string })[];
  readonly reserves: ReadonlyMap<string, PricedReserve>;
  readonly truth: Truth;
}

/** Out of the settings that the reserves had first: none of them moves what it names. */
export function pricedChainOf(truth: Truth): PricedChain {
  const feeds = new Map<string, NaiveFeed & { readonly mint: string }>();
  const reserves = new Map<string, PricedReserve>();
  const mints = new Set<string>();
  for (const address of truth.reserves) {
    const reserve = truth.reserveAt(address, truth.statesOf(address)[0]?.slot ?? 0);
    if (!reserve.protocol.isListed(reserve.lendingMarket)) continue;
    const { tokenMint: mint } = reserve;
    const { maxAgeSeconds, feeds: own } = priceSettingsOf(reserve);
    mints.add(mint);
    const prices = truth.statesOf(address).map(({ slot }) => heldPrice(truth.reserveAt(address, slot)));
    reserves.set(address, { maxAgeSeconds, feeds: own.map(({ id }) => id), prices });
    for (const feed of own) {
      const known = feeds.get(`${mint} ${feed.id}`);
      // The strictest of those that name it.
      const maxAge = Math.min(feed.maxAgeSeconds, known?.maxAgeSeconds ?? feed.maxAgeSeconds);
      feeds.set(`${mint} ${feed.id}`, { ...feed, mint, maxAgeSeconds: maxAge });
    }
  }
  return { mints: [...mints], feeds: [...feeds.values()], reserves, truth };
}

function heldPrice(reserve: NaiveReserve): HeldPrice {
  const { price_at: updatedAt = null } = reserve.columns;
  return {
    price: dollarsOfParts(reserve.price, reserve.protocol.scale),
    publishedAt: updatedAt instanceof Date ? updatedAt.getTime() / 1000 : null,
    writtenSlot: reserve.writtenSlot,
    isAccepted: isAcceptedPrice(reserve),
  };
}

interface Reading {
  readonly mint: string;
  readonly bank: NaiveBank;
  readonly answer: Pick<SentAnswer, 'addresses' | 'absent'>;
  /** What is stored of each feed of the token that is known. */
  readonly inForce: ReadonlyMap<string, StoredPriceObservation>;
  /** What is wrong with a reserve that counts as read or as not read; null where nothing is. */
  readonly problemOfRead: (reserve: string, isNotRead: boolean) => string | null;
}

const RESERVE = 'reserve:';

/** What each known source said, and where what is stored of it is something else. */
export function observedAt(chain: PricedChain, reading: Reading) {
  const { mint, bank, answer, inForce, problemOfRead } = reading;
  const read: ReadBytes = (address) => {
    if (answer.absent.includes(address)) return null;
    return answer.addresses.includes(address) ? chain.truth.writtenAt(address, bank.slot) : undefined;
  };
  const problems: string[] = [];
  const ofFeeds = [...inForce.values()].flatMap((stored): NaiveObservation[] => {
    if (stored.feed.startsWith(RESERVE)) return [];
    const feed = chain.feeds.find(({ mint: own, id }) => own === mint && id === stored.feed);
    // The service looks for accounts of mainnet, too, which the chain does not have.
    const said =
      feed === undefined ? unread({ id: stored.feed, source: 'pyth' }, 'account_missing') : observe(feed, read, bank);
    const isEither = said.isDoubtful && (stored.problem === null || stored.problem === 'stale');
    const one = isEither ? { ...said, problem: stored.problem } : said;
    const [price, problem] = [parseDollars(stored.price), stored.problem];
    if (price !== one.price || problem !== one.problem) {
      problems.push(
        `${stored.feed} said ${dollarText(one.price)} (${one.problem ?? 'usable'}), stored is ${stored.price ?? 'none'} (${problem ?? 'usable'})`,
      );
    }
    return [one];
  });
  const ofReserves = [...inForce.values()].flatMap((stored): NaiveObservation[] => {
    const address = stored.feed.slice(RESERVE.length);
    const reserve = chain.reserves.get(address);
    if (!stored.feed.startsWith(RESERVE) || reserve === undefined) return [];
    const roots = ofFeeds.filter(({ feed }) => reserve.feeds.includes(feed)).flatMap((one) => one.roots);
    const own = ownPrice(reserve, stored, bank);
    if (own === null)
      problems.push(`${stored.feed} never held ${stored.price ?? 'none'} (${stored.problem ?? 'usable'})`);
    const ofRead = problemOfRead(address, stored.problem === 'not_read');
    if (ofRead !== null) problems.push(`${stored.feed}: ${ofRead}`);
    return [
      {
        ...(own ?? unread({ id: stored.feed, source: 'pyth' }, 'unknown')),
        source: 'reserve',
        roots: roots.length === 0 ? ['*'] : roots,
      },
    ];
  });
  return { observations: [...ofFeeds, ...ofReserves], problems };
}

/**
 * A reserve's own price as it was when the service last read the reserve: one of its states, and which one the stored price tells,
 * but for its time where several held the same. Null where none held it.
 */
function ownPrice(
  { maxAgeSeconds, prices }: PricedReserve,
  stored: StoredPriceObservation,
  bank: NaiveBank,
): NaiveObservation | null {
  const nothing = { feed: stored.feed, source: 'reserve', slack: 0, isDoubtful: false, roots: [] };
  const { problem } = stored;
  const price = parseDollars(stored.price);
  // For how long a reserve was not read is judged by its reads.
  const isNone = problem === 'empty' || problem === 'not_read';
  if (price === null) return isNone ? { ...nothing, price, publishedAt: null, problem } : null;
  // Of any slot: nodes differ, so that a reserve may have been read at a later bank than the oracles.
  const times = prices
    .filter((held) => held.price === price)
    .flatMap(({ publishedAt, writtenSlot, isAccepted }) => {
      const at = publishedAt ?? timeOfSlot(writtenSlot, bank);
      const age = Math.max(0, bank.unixTime - at);
      const slack = publishedAt === null ? 1 + 0.03 * age : 0;
      const isRight = problem === 'stale' ? age + slack > maxAgeSeconds : age - slack <= maxAgeSeconds;
      const fits = problem === 'refused_by_program' ? !isAccepted : isAccepted && isRight;
      return fits ? [{ from: at - slack, to: at + slack }] : [];
    });
  if (times.length === 0) return null;
  const from = Math.min(...times.map((time) => time.from));
  const slack = (Math.max(...times.map((time) => time.to)) - from) / 2;
  return { ...nothing, price, publishedAt: from + slack, slack, problem };
}
