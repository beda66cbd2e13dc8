import {
  type CompoundingVariant,
  decodeLendingMarket,
  decodeReserve,
  encodeReserve,
  type LendingMarket,
  PRICE_STATUS_ALL,
  type RefreshPrice,
  type Reserve,
  refreshReserve,
} from '../index.ts';
import type { AccountBytes } from '@tidemark/core';
import type { Move, MoveEvent, MoverOptions, ReserveMover } from '../../localnet/scenario.ts';
import { FRACTION_BITS } from '../fraction.ts';
import { compoundingOf } from '../stored-reserve.ts';
import { noiseAt } from '../../localnet/noise.ts';
import { createPrng, hashNumber, hashText, type Prng } from '../../localnet/prng.ts';
import { applyOperation } from './apply-operation.ts';
import { planOperation, type ReserveBaseline } from './plan-operation.ts';
import { createPriceWalk, ORACLE_SCALE, type PriceWalk } from '../../localnet/price-walk.ts';
import { totalSupplyRawOf, utilizationOf } from './reserve-supply.ts';

/** Slots of the slowest swing of supply and utilization: 45 minutes at 300 ms. */
const PULL_PERIOD_SLOTS = 9_000;
const STALE_PRICE_SHARE = 0.005;
const STALE_PRICE_AGE_SECONDS = 600;
/** Price status that the program leaves where price and average are both too old. */
const PRICE_STATUS_STALE = 53;
const PRICE_AGE_SPREAD_SECONDS = 3;
/** Refreshes that bring no price, of a reserve that begins with an aged one. */
const SKIPPED_PRICE_SHARE = 0.85;

interface WalkedReserve {
  readonly baseline: ReserveBaseline;
  readonly key: number;
  /** null: the reserve has no price to wander. */
  readonly price: PriceWalk | null;
  readonly isPriceSeldom: boolean;
}

/** Users, keepers and oracles: reserves are refreshed, used and repriced by a seeded random walk. */
export class KaminoMover implements ReserveMover {
  readonly #options: MoverOptions;
  readonly #reserves: ReadonlyMap<string, WalkedReserve>;
  readonly #compounding: CompoundingVariant;
  readonly #markets = new WeakMap<AccountBytes, LendingMarket>();

  constructor(options: MoverOptions) {
    this.#options = options;
    this.#compounding = compoundingOf({ arithmetic: options.arithmetic, reserve: '' });
    const reserves = options.startAccounts.map((account) => decodeReserve(account));
    this.#reserves = new Map(reserves.map((reserve) => [reserve.address, describeWalk(reserve, options)]));
  }

  get addresses(): readonly string[] {
    return [...this.#reserves.keys()];
  }

  move(event: MoveEvent): Move | null {
    const account = this.#options.newest(event.address);
    const walked = this.#reserves.get(event.address);
    if (account === null || walked === undefined) return null;
    const reserve = decodeReserve(account);
    const random = createPrng(event.key);
    const refreshed = this.#refresh(reserve, walked, event.slot, random);
    const pull = {
      supply: noiseAt(hashNumber(walked.key, 1), event.slot, PULL_PERIOD_SLOTS),
      utilization: noiseAt(hashNumber(walked.key, 2), event.slot, PULL_PERIOD_SLOTS),
    };
    const operation = planOperation(refreshed, walked.baseline, pull, random);
    const after = applyOperation(refreshed, operation, this.#options.unixTimeAt(event.slot));
    return { data: encodeReserve(after, account.data), kind: operation.kind };
  }

  #refresh(reserve: Reserve, walked: WalkedReserve, slot: number, random: Prng): Reserve {
    const unixTime = this.#options.unixTimeAt(slot);
    const market = this.#market(reserve.lendingMarket);
    return refreshReserve(reserve, {
      slot: BigInt(slot),
      unixTimestamp: BigInt(unixTime),
      referralFeeBps: market?.referralFeeBps ?? 0,
      rewardsMaxAprBps: market?.reserveRewardsMaxAprBps ?? 0,
      compounding: this.#compounding,
      ...this.#price(walked, slot, unixTime, random),
    });
  }

  /** No price where the reserve has none, and most of the time where keepers leave it out: then the program lets it age. */
  #price({ price, isPriceSeldom }: WalkedReserve, slot: number, unixTime: number, random: Prng) {
    if (price === null || (isPriceSeldom && random.nextFloat() < SKIPPED_PRICE_SHARE)) return {};
    return { price: priceFor(price, slot, unixTime, random) };
  }

  #market(address: string): LendingMarket | null {
    const account = this.#options.newest(address);
    if (account === null) return null;
    const market = this.#markets.get(account) ?? decodeLendingMarket(account);
    this.#markets.set(account, market);
    return market;
  }
}

function describeWalk(reserve: Reserve, options: MoverOptions): WalkedReserve {
  const { mint, marketPriceSf } = reserve.liquidity;
  const { seed, startSlot } = options;
  const startAnswer = marketPriceSf === 0n ? null : (marketPriceSf * ORACLE_SCALE) >> FRACTION_BITS;
  return {
    baseline: {
      supplyRaw: totalSupplyRawOf(reserve),
      utilization: utilizationOf(reserve),
      depositLimitRaw: reserve.config.depositLimitRaw,
    },
    key: hashNumber(seed, hashText(`walk ${reserve.address}`)),
    price: startAnswer === null ? null : createPriceWalk({ seed, mint, startAnswer, startSlot }),
    isPriceSeldom: marketPriceSf !== 0n && reserve.lastUpdate.priceStatus === 0,
  };
}

/** What the oracle says; now and then it has fallen behind, and the program stores the price all the same. */
function priceFor(walk: PriceWalk, slot: number, unixTime: number, random: Prng): RefreshPrice {
  const stale = random.nextFloat() < STALE_PRICE_SHARE;
  const age = stale ? STALE_PRICE_AGE_SECONDS : random.nextInt(PRICE_AGE_SPREAD_SECONDS);
  return {
    // An oracle's answer, scaled the way the program does.
    marketPriceSf: (walk.answerAt(slot) << FRACTION_BITS) / ORACLE_SCALE,
    updatedAt: BigInt(unixTime - age),
    status: stale ? PRICE_STATUS_STALE : PRICE_STATUS_ALL,
  };
}
