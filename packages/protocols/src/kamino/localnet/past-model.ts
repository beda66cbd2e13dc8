import type { AccountBytes } from '@tidemark/core';
import type { PastModel, PastModelOptions, PastParameters, PastStep } from '../../localnet/past/past-model.ts';
import { ORACLE_SCALE } from '../../localnet/price-walk.ts';
import { decodeLendingMarket, decodeReserve, encodeReserve } from '../accounts.ts';
import { KAMINO_LEND_PROGRAM_ADDRESS, LENDING_MARKET_ACCOUNT_SIZE } from '../constants.ts';
import { FRACTION_BITS } from '../fraction.ts';
import type { LendingMarket } from '../lending-market.ts';
import { PRICE_STATUS_ALL } from '../price-status.ts';
import { refreshReserve } from '../refresh.ts';
import type { Reserve, ReserveConfig } from '../reserve.ts';
import { compoundingOf } from '../stored-reserve.ts';
import { applyOperation } from './apply-operation.ts';
import { scaleBy, toRaw } from './fixed-point.ts';
import type { Operation } from './operation.ts';
import { borrowedRawOf, totalSupplyRawOf, utilizationOf } from './reserve-supply.ts';

/** Places of a retired reserve's price in the feed of Scope, beyond those of the scenario. */
const OLD_PRICE_PLACES = { price: 508, average: 509 } as const;
/** Digits that roundings of a month of events can cost. */
const LOST_DIGITS = 20_000n;
const PARTS = 1_000_000_000n;

/** Reserves of klend before the start of the simulated chain. */
export class KaminoPastModel implements PastModel<Reserve> {
  readonly #compounding: ReturnType<typeof compoundingOf>;
  readonly #markets = new Map<string, LendingMarket>();
  /** Price feed of any reserve of the scenario: a retired one had the same. */
  readonly #feed: string;

  constructor({ startAccounts, arithmetic }: PastModelOptions) {
    this.#compounding = compoundingOf({ arithmetic, reserve: '' });
    const own = startAccounts.filter(({ owner }) => owner === KAMINO_LEND_PROGRAM_ADDRESS);
    for (const account of own.filter(({ data }) => data.length === LENDING_MARKET_ACCOUNT_SIZE)) {
      this.#markets.set(account.address, decodeLendingMarket(account));
    }
    const first = own.find(({ data }) => data.length !== LENDING_MARKET_ACCOUNT_SIZE);
    this.#feed = first === undefined ? '' : decodeReserve(first).config.tokenInfo.scopePriceFeed;
  }

  decode(account: AccountBytes): Reserve {
    return decodeReserve(account);
  }

  encode(reserve: Reserve, data: Uint8Array): Uint8Array {
    return encodeReserve(reserve, data);
  }

  suppliedRaw(reserve: Reserve): bigint {
    return totalSupplyRawOf(reserve);
  }

  utilization(reserve: Reserve): number {
    return utilizationOf(reserve);
  }

  answer({ liquidity }: Reserve): bigint | null {
    return liquidity.marketPriceSf === 0n ? null : (liquidity.marketPriceSf * ORACLE_SCALE) >> FRACTION_BITS;
  }

  tokenMint({ liquidity }: Reserve): string {
    return liquidity.mint;
  }

  configure(reserve: Reserve, start: Reserve, { inUse, ...changed }: PastParameters): Reserve {
    const { config } = start;
    const limits = {
      depositLimitRaw: scaleBy(config.depositLimitRaw, changed.depositLimitFactor ?? 1),
      protocolTakeRatePct: changed.takeRatePct ?? config.protocolTakeRatePct,
      loanToValuePct: changed.loanToValuePct ?? config.loanToValuePct,
    };
    const { depositWithdrawalCap, debtWithdrawalCap } = reserve.config;
    // What is counted against the caps is state, and stays.
    const usual = { ...config, ...limits, depositWithdrawalCap, debtWithdrawalCap };
    if (inUse !== undefined) return { ...reserve, config: this.#inUse(usual, inUse, start.liquidity.mintDecimals) };
    const isRetired = start.liquidity.marketPriceSf === 0n;
    if (!isRetired) return { ...reserve, config: usual };
    const { marketPriceSf, marketPriceUpdatedAt } = start.liquidity;
    const liquidity = { ...reserve.liquidity, marketPriceSf, marketPriceUpdatedAt };
    return { ...reserve, config: usual, liquidity, lastUpdate: { ...reserve.lastUpdate, priceStatus: 0 } };
  }

  step(reserve: Reserve, step: PastStep): Reserve {
    const market = this.#markets.get(reserve.lendingMarket);
    const { slot, unixTime, answer } = step;
    const price = answer === null ? null : (answer << FRACTION_BITS) / ORACLE_SCALE;
    const refreshed = refreshReserve(reserve, {
      slot: BigInt(slot),
      unixTimestamp: BigInt(unixTime),
      referralFeeBps: market?.referralFeeBps ?? 0,
      rewardsMaxAprBps: market?.reserveRewardsMaxAprBps ?? 0,
      compounding: this.#compounding,
      ...(price === null
        ? {}
        : { price: { marketPriceSf: price, updatedAt: BigInt(unixTime), status: PRICE_STATUS_ALL } }),
    });
    return use(refreshed, step);
  }

  begin(start: Reserve, step: PastStep): Reserve {
    const { slot, unixTime, answer } = step;
    const price =
      answer === null
        ? {}
        : { marketPriceSf: (answer << FRACTION_BITS) / ORACLE_SCALE, marketPriceUpdatedAt: BigInt(unixTime) };
    const priceStatus = answer === null ? 0 : PRICE_STATUS_ALL;
    const moved = {
      ...start,
      lastUpdate: { ...start.lastUpdate, slot: BigInt(slot), timestamp: unixTime, stale: false, priceStatus },
      liquidity: { ...start.liquidity, ...price },
    };
    return use(moved, step);
  }

  fit(begun: Reserve, reached: Reserve, start: Reserve): Reserve {
    const index = start.liquidity.cumulativeBorrowRateBsf;
    const grown = (index * begun.liquidity.cumulativeBorrowRateBsf) / reached.liquidity.cumulativeBorrowRateBsf;
    const isGrown = reached.liquidity.cumulativeBorrowRateBsf > begun.liquidity.cumulativeBorrowRateBsf;
    const minted = mintOf(begun) * rateParts(reached);
    // A little more of them are worth a little less each, so that nothing is lost at the chain's start.
    const mint = ((minted / rateParts(start)) * (2n * PARTS + 1n)) / (2n * PARTS);
    const rewards = begun.liquidity.rewardsAvailableRaw - reached.liquidity.rewardsAvailableRaw;
    return {
      ...begun,
      liquidity: {
        ...begun.liquidity,
        cumulativeBorrowRateBsf: isGrown ? grown - LOST_DIGITS : index,
        rewardsAvailableRaw: start.liquidity.rewardsAvailableRaw + rewards,
      },
      collateral: { ...begun.collateral, mintTotalSupplyRaw: isSupplyGrown(begun, reached) ? mint : mintOf(begun) },
    };
  }

  #inUse(
    config: ReserveConfig,
    { depositLimit, borrowLimit }: NonNullable<PastParameters['inUse']>,
    decimals: number,
  ): ReserveConfig {
    const chain = (place: number) => [place, ...config.tokenInfo.scopePriceChain.slice(1).map(() => 65_535)];
    const tokenInfo = {
      ...config.tokenInfo,
      scopePriceFeed: this.#feed,
      scopePriceChain: chain(OLD_PRICE_PLACES.price),
      scopeTwapChain: chain(OLD_PRICE_PLACES.average),
    };
    const limits = { depositLimitRaw: toRaw(depositLimit, decimals), borrowLimitRaw: toRaw(borrowLimit, decimals) };
    return { ...config, ...limits, status: 'active', tokenInfo };
  }
}

/** Users take the reserve to where the step wants it: first who brings something, then who takes it away. */
function use(reserve: Reserve, { suppliedRaw, utilization, unixTime }: PastStep): Reserve {
  const apply = (to: Reserve, operation: Operation): Reserve => ({ ...to, ...applyOperation(to, operation, unixTime) });
  const wanted = { supplied: suppliedRaw, borrowed: scaleBy(suppliedRaw, utilization) };
  let now = reserve;
  const owed = borrowedRawOf(now) - wanted.borrowed;
  if (owed > 0n) now = apply(now, { kind: 'repay', amountRaw: owed });
  const isActive = now.config.status === 'active';
  const room = now.config.depositLimitRaw - totalSupplyRawOf(now);
  const missing = isActive ? smallest(wanted.supplied - totalSupplyRawOf(now), room) : 0n;
  if (missing > 0n) now = apply(now, { kind: 'deposit', amountRaw: missing });
  const debt = isActive ? smallest(wanted.borrowed, now.config.borrowLimitRaw) - borrowedRawOf(now) : 0n;
  const lent = smallest(debt, now.liquidity.availableAmountRaw);
  if (lent > 0n) now = apply(now, { kind: 'borrow', amountRaw: lent });
  const paid = smallest(totalSupplyRawOf(now) - wanted.supplied, now.liquidity.availableAmountRaw);
  if (paid > 0n) now = apply(now, { kind: 'withdraw', amountRaw: paid });
  return now;
}

const mintOf = ({ collateral }: Reserve): bigint => collateral.mintTotalSupplyRaw;

/** Worth of a collateral token in parts of 10^18. */
function rateParts(reserve: Reserve): bigint {
  return (totalSupplyRawOf(reserve) * PARTS * PARTS) / mintOf(reserve);
}

function isSupplyGrown(begun: Reserve, reached: Reserve): boolean {
  return mintOf(begun) > 0n && rateParts(reached) !== rateParts(begun);
}

function smallest(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
