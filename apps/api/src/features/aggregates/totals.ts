import { baseUnitsPerToken, MAX_TOKEN_DECIMALS, RATE_SCALE, ratioToDouble } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import { type AggregateReserve, type AggregateState, EXACT_SCALE, partsOf } from '@tidemark/schema';

/**
 * Sums of exact integers, so that they do not depend on the order of the reserves, and the sums of the parts of a
 * partition are those of the whole. `…Usd` count parts of a dollar, the others parts of a base unit, `EXACT_SCALE` of them, which
 * only mean something where all reserves are of one token. `…Weighted` are such a sum times the rate of each, in parts of
 * `RATE_SCALE`.
 */
export interface Totals {
  readonly reserves: number;
  readonly active: number;
  readonly obsolete: number;
  readonly hidden: number;
  /** Of the following sums. */
  readonly observed: number;
  readonly priced: number;
  readonly supplied: bigint;
  /** Part of `supplied` in reserves without a price. */
  readonly unpricedSupplied: bigint;
  readonly borrowed: bigint;
  readonly available: bigint;
  readonly supplyApyWeighted: bigint;
  readonly borrowApyWeighted: bigint;
  readonly suppliedUsd: bigint;
  readonly borrowedUsd: bigint;
  readonly availableUsd: bigint;
  readonly supplyApyWeightedUsd: bigint;
  readonly borrowApyWeightedUsd: bigint;
  readonly supplyAprWeightedUsd: bigint;
  readonly borrowAprWeightedUsd: bigint;
  /** Parts of `suppliedUsd`: whose price has a verdict, and passed all checks; whose price has a greatest age, and was not too old. */
  readonly judgedUsd: bigint;
  readonly usableUsd: bigint;
  readonly ageLimitedUsd: bigint;
  readonly freshUsd: bigint;
  /** Reserves with a price whose protocol keeps no verdict on it, and whose protocol sets no greatest age. */
  readonly unjudged: number;
  readonly ageless: number;
}

export const NO_TOTALS: Totals = {
  reserves: 0,
  active: 0,
  obsolete: 0,
  hidden: 0,
  observed: 0,
  priced: 0,
  supplied: 0n,
  unpricedSupplied: 0n,
  borrowed: 0n,
  available: 0n,
  supplyApyWeighted: 0n,
  borrowApyWeighted: 0n,
  suppliedUsd: 0n,
  borrowedUsd: 0n,
  availableUsd: 0n,
  supplyApyWeightedUsd: 0n,
  borrowApyWeightedUsd: 0n,
  supplyAprWeightedUsd: 0n,
  borrowAprWeightedUsd: 0n,
  judgedUsd: 0n,
  usableUsd: 0n,
  ageLimitedUsd: 0n,
  freshUsd: 0n,
  unjudged: 0,
  ageless: 0,
};

/** An amount times a price, each in exact parts, and tokens of all decimals on one denominator: the largest that an account can have. */
const USD_DENOMINATOR = baseUnitsPerToken(MAX_TOKEN_DECIMALS) * EXACT_SCALE * EXACT_SCALE;

/** What one reserve adds to the totals: itself to the counts, and to the sums where its state is known. */
export function totalsOf(reserve: AggregateReserve): Totals {
  const { status } = reserve;
  const counts = {
    reserves: 1,
    active: status === 'active' ? 1 : 0,
    obsolete: status === 'obsolete' ? 1 : 0,
    hidden: status === 'hidden' ? 1 : 0,
  };
  const state = knownState(reserve);
  if (state === null) return { ...NO_TOTALS, ...counts };
  const parts = partsOf(reserve.protocol);
  const [supplied, borrowed] = [state.supplied * parts, state.borrowed * parts];
  return {
    ...NO_TOTALS,
    ...counts,
    observed: 1,
    supplied,
    unpricedSupplied: state.priceUsable ? 0n : supplied,
    borrowed,
    available: state.availableRaw * EXACT_SCALE,
    supplyApyWeighted: supplied * rateParts(state.supplyApyF),
    borrowApyWeighted: borrowed * rateParts(state.borrowApyF),
    ...(state.priceUsable ? valuesOf(reserve, state) : {}),
  };
}

/** The state that counts: none of an account that is not on chain any more. */
export function knownState({ state, missingSinceAt }: AggregateReserve): AggregateState | null {
  return missingSinceAt === null ? state : null;
}

function valuesOf(reserve: AggregateReserve, state: AggregateState): Partial<Totals> {
  const { tokenDecimals, maxPriceAgeSeconds } = reserve;
  const parts = partsOf(reserve.protocol);
  // Decoding refuses more decimals than the denominator has room for.
  const perUnit = state.price * parts * baseUnitsPerToken(MAX_TOKEN_DECIMALS - tokenDecimals);
  const suppliedUsd = state.supplied * parts * perUnit;
  const borrowedUsd = state.borrowed * parts * perUnit;
  const accepted = protocolOf(reserve.protocol).acceptsPrice(state.priceStatus);
  return {
    priced: 1,
    suppliedUsd,
    borrowedUsd,
    availableUsd: state.availableRaw * EXACT_SCALE * perUnit,
    supplyApyWeightedUsd: suppliedUsd * rateParts(state.supplyApyF),
    borrowApyWeightedUsd: borrowedUsd * rateParts(state.borrowApyF),
    supplyAprWeightedUsd: suppliedUsd * rateParts(state.supplyAprF),
    borrowAprWeightedUsd: borrowedUsd * rateParts(state.borrowAprF),
    judgedUsd: accepted === null ? 0n : suppliedUsd,
    usableUsd: accepted === true ? suppliedUsd : 0n,
    ageLimitedUsd: maxPriceAgeSeconds === null ? 0n : suppliedUsd,
    freshUsd: maxPriceAgeSeconds !== null && isFresh(state, maxPriceAgeSeconds) ? suppliedUsd : 0n,
    unjudged: accepted === null ? 1 : 0,
    ageless: maxPriceAgeSeconds === null ? 1 : 0,
  };
}

/** False for a price without a time. */
function isFresh({ observedAt, priceUpdatedAt }: AggregateState, maxAgeSeconds: bigint): boolean {
  if (priceUpdatedAt === null) return false;
  return BigInt(Math.floor((observedAt.getTime() - priceUpdatedAt.getTime()) / 1000)) <= maxAgeSeconds;
}

/** A rate in parts of `RATE_SCALE`: the whole part exactly, the rest to the nearest. */
export function rateParts(rate: number): bigint {
  const whole = Math.floor(rate);
  return BigInt(whole) * RATE_SCALE + BigInt(Math.round((rate - whole) * Number(RATE_SCALE)));
}

/** The sums of two groups that have no reserve in common. */
export function addTotals(a: Totals, b: Totals): Totals {
  return {
    reserves: a.reserves + b.reserves,
    active: a.active + b.active,
    obsolete: a.obsolete + b.obsolete,
    hidden: a.hidden + b.hidden,
    observed: a.observed + b.observed,
    priced: a.priced + b.priced,
    supplied: a.supplied + b.supplied,
    unpricedSupplied: a.unpricedSupplied + b.unpricedSupplied,
    borrowed: a.borrowed + b.borrowed,
    available: a.available + b.available,
    supplyApyWeighted: a.supplyApyWeighted + b.supplyApyWeighted,
    borrowApyWeighted: a.borrowApyWeighted + b.borrowApyWeighted,
    suppliedUsd: a.suppliedUsd + b.suppliedUsd,
    borrowedUsd: a.borrowedUsd + b.borrowedUsd,
    availableUsd: a.availableUsd + b.availableUsd,
    supplyApyWeightedUsd: a.supplyApyWeightedUsd + b.supplyApyWeightedUsd,
    borrowApyWeightedUsd: a.borrowApyWeightedUsd + b.borrowApyWeightedUsd,
    supplyAprWeightedUsd: a.supplyAprWeightedUsd + b.supplyAprWeightedUsd,
    borrowAprWeightedUsd: a.borrowAprWeightedUsd + b.borrowAprWeightedUsd,
    judgedUsd: a.judgedUsd + b.judgedUsd,
    usableUsd: a.usableUsd + b.usableUsd,
    ageLimitedUsd: a.ageLimitedUsd + b.ageLimitedUsd,
    freshUsd: a.freshUsd + b.freshUsd,
    unjudged: a.unjudged + b.unjudged,
    ageless: a.ageless + b.ageless,
  };
}

/** Dollars of a sum in parts of a dollar: the nearest double. */
export function usdToDouble(usd: bigint): number {
  return ratioToDouble(usd, USD_DENOMINATOR);
}

/** A quotient of two sums, the nearest double; `empty` where the lower one is zero. */
export function shareOf<Empty extends number | null>(part: bigint, whole: bigint, empty: Empty): number | Empty {
  return whole === 0n ? empty : ratioToDouble(part, whole);
}

/** Mean of rates from their weighted sum, the nearest double; null where nothing weighs. */
export function meanRate(weighted: bigint, weight: bigint): number | null {
  return weight === 0n ? null : ratioToDouble(weighted, weight * RATE_SCALE);
}
