import type { MarketTotals, PriceBasis, ProtocolTotals, TokenTotals } from '@tidemark/contract';
import { exactToAmount, unixSecondsOf } from '@tidemark/core';
import { type AggregateMarket, type AggregateReserve, EXACT_SCALE } from '@tidemark/schema';
import { type Moment, newestMoment } from '../latest/rows.ts';
import type { CountedReserves } from './counted.ts';
import { addTotals, knownState, meanRate, NO_TOTALS, shareOf, type Totals, totalsOf, usdToDouble } from './totals.ts';

/** Reserves that are added up, as of the newest read of the protocol. */
export interface Group {
  readonly reserves: readonly AggregateReserve[];
  readonly totals: Totals;
  /** What the sums leave out. */
  readonly unlisted: Totals;
  readonly wrapped: number;
  /** Newest read in the sums, null where they have no reserve. */
  readonly moment: Moment | null;
  /** Chain time of the newest read of the protocol, which ages count from. */
  readonly newestSeconds: number;
  /** Whose prices the sums in USD are at. */
  readonly basis: PriceBasis;
}

/** Adds up the reserves that are counted, and those of unlisted markets apart. */
export function groupOf(
  { counted, unlisted, wrapped }: CountedReserves,
  { newestSeconds, basis }: Pick<Group, 'newestSeconds' | 'basis'>,
): Group {
  return {
    reserves: counted,
    totals: sumOf(counted),
    unlisted: sumOf(unlisted),
    wrapped: wrapped.length,
    moment: momentOfReserves(counted),
    newestSeconds,
    basis,
  };
}

function sumOf(reserves: readonly AggregateReserve[]): Totals {
  return reserves.map(totalsOf).reduce(addTotals, NO_TOTALS);
}

/** Newest read of reserves whose state is known. */
export function momentOfReserves(reserves: readonly AggregateReserve[]): Moment | null {
  return newestMoment(
    reserves
      .map(knownState)
      .filter((state) => state !== null)
      .map(({ slot, observedAt }) => ({ slot, seconds: unixSecondsOf(observedAt) })),
  );
}

export function toMarketTotals({ protocol, lendingMarket, name, listed }: AggregateMarket, group: Group): MarketTotals {
  return {
    ...momentFields(group),
    protocol,
    lending_market: lendingMarket,
    lending_market_name: name,
    listed_b: listed,
    ...countFields(group.totals),
    ...sumsOf(group.totals),
    ...ratesByValue(group.totals),
    ...evidenceFields(group),
  };
}

export function toProtocolTotals(protocol: string, group: Group): ProtocolTotals {
  return {
    ...momentFields(group),
    protocol,
    ...countFields(group.totals),
    ...leftOutFields(group.unlisted.reserves, group.unlisted, group.wrapped),
    ...sumsOf(group.totals),
    ...ratesByValue(group.totals),
    ...evidenceFields(group),
  };
}

/** Who a token is. */
export type TokenIdentity = Pick<TokenTotals, 'token_address' | 'token_symbol' | 'token_decimals'>;

/** From its reserves, of which there is one at least; those of listed markets name it where there are some. */
export function tokenOf(reserves: readonly AggregateReserve[]): TokenIdentity {
  const listed = reserves.filter((reserve) => reserve.listed);
  const [first] = reserves;
  return {
    token_address: first?.tokenMint ?? '',
    token_symbol: mostFrequent((listed.length === 0 ? reserves : listed).map(({ tokenSymbol }) => tokenSymbol)),
    token_decimals: first?.tokenDecimals ?? 0,
  };
}

/** All reserves must be of the token. */
export function toTokenTotals(token: TokenIdentity, group: Group): TokenTotals {
  const { totals } = group;
  const amount = (parts: bigint) =>
    totals.observed === 0 ? null : exactToAmount(parts, EXACT_SCALE, token.token_decimals);
  return {
    ...momentFields(group),
    ...token,
    ...countFields(totals),
    ...leftOutFields(group.unlisted.reserves, group.unlisted, group.wrapped),
    supplied_amount_f: amount(totals.supplied),
    borrowed_amount_f: amount(totals.borrowed),
    available_amount_f: amount(totals.available),
    ...sumsOf(totals),
    utilization_f: totals.observed === 0 ? null : shareOf(totals.borrowed, totals.supplied, 0),
    supply_apy_wavg_f: meanRate(totals.supplyApyWeighted, totals.supplied),
    borrow_apy_wavg_f: meanRate(totals.borrowApyWeighted, totals.borrowed),
    ...evidenceFields(group),
    unpriced_supply_share_f: shareOf(totals.unpricedSupplied, totals.supplied, null),
  };
}

function momentFields({ moment }: Group) {
  return { timestamp: moment?.seconds ?? null, slot: moment === null ? null : Number(moment.slot) };
}

function countFields(totals: Totals) {
  return {
    reserve_count: totals.reserves,
    active_reserve_count: totals.active,
    obsolete_reserve_count: totals.obsolete,
    hidden_reserve_count: totals.hidden,
    missing_reserve_count: totals.reserves - totals.observed,
    priced_reserve_count: totals.priced,
    unpriced_reserve_count: totals.observed - totals.priced,
  };
}

/** What sums over several markets leave out. Of no reserve nothing is known to be 0; without a price it is unknown. */
export function leftOutFields(
  unlisted: number,
  { priced, suppliedUsd, borrowedUsd }: Pick<Totals, 'priced' | 'suppliedUsd' | 'borrowedUsd'>,
  wrapped: number,
) {
  const usd = (sum: bigint) => (unlisted > 0 && priced === 0 ? null : usdToDouble(sum));
  return {
    unlisted_reserve_count: unlisted,
    unlisted_supplied_usd_f: usd(suppliedUsd),
    unlisted_borrowed_usd_f: usd(borrowedUsd),
    wrapped_reserve_count: wrapped,
  };
}

/** Sums in USD: unknown where nothing has a price, which is not the same as worth nothing. */
export function sumsOf(totals: Pick<Totals, 'priced' | 'suppliedUsd' | 'borrowedUsd' | 'availableUsd'>) {
  const usd = (sum: bigint) => (totals.priced === 0 ? null : usdToDouble(sum));
  return {
    supplied_usd_f: usd(totals.suppliedUsd),
    borrowed_usd_f: usd(totals.borrowedUsd),
    available_usd_f: usd(totals.availableUsd),
    tvl_usd_f: usd(totals.suppliedUsd - totals.borrowedUsd),
  };
}

/** Utilization and mean rates of tokens that only their value makes comparable. */
export function ratesByValue(
  totals: Pick<Totals, 'priced' | 'suppliedUsd' | 'borrowedUsd' | 'supplyApyWeightedUsd' | 'borrowApyWeightedUsd'>,
) {
  return {
    utilization_f: totals.priced === 0 ? null : shareOf(totals.borrowedUsd, totals.suppliedUsd, 0),
    supply_apy_wavg_f: meanRate(totals.supplyApyWeightedUsd, totals.suppliedUsd),
    borrow_apy_wavg_f: meanRate(totals.borrowApyWeightedUsd, totals.borrowedUsd),
  };
}

function evidenceFields({ reserves, totals, newestSeconds, basis }: Group) {
  const states = reserves.map(knownState).filter((state) => state !== null);
  const priceTimes = states.filter(({ priceUsable }) => priceUsable).map(({ priceUpdatedAt }) => priceUpdatedAt);
  const dated = priceTimes.filter((time) => time !== null);
  return {
    usable_price_share_f: shareOf(totals.usableUsd, totals.judgedUsd, null),
    unjudged_reserve_count: totals.unjudged,
    fresh_price_share_f: shareOf(totals.freshUsd, totals.ageLimitedUsd, null),
    ageless_reserve_count: totals.ageless,
    oldest_input_age_seconds: ageOfOldest(
      states.map(({ observedAt }) => observedAt),
      newestSeconds,
    ),
    oldest_price_age_seconds: dated.length < priceTimes.length ? null : ageOfOldest(dated, newestSeconds),
    unpriced_reserves: reserves
      .filter((reserve) => knownState(reserve)?.priceUsable === false)
      .map(({ reserve }) => reserve)
      .toSorted(),
    price_basis_str: basis,
  };
}

function ageOfOldest(times: readonly Date[], newestSeconds: number): number | null {
  return times.length === 0 ? null : newestSeconds - Math.min(...times.map(unixSecondsOf));
}

/** The text that occurs most often, the first by its bytes among several; empty without any. */
export function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].toSorted(
    ([left, leftCount], [right, rightCount]) =>
      rightCount - leftCount || Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  return first?.[0] ?? '';
}
