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
} from '@tidemark/protocols/kamino';
import type { AccountStore } from '../chain/account-store.ts';
import type { Activity } from '../chain/activity.ts';
import type { ChainAccount } from '../chain/chain-account.ts';
import { noiseAt } from '../random/noise.ts';
import { createPrng, hashNumber, hashText, type Prng } from '../random/prng.ts';
import { applyOperation } from './apply-operation.ts';
import { EventSchedule, type ScheduledEvent } from './event-schedule.ts';
import type { OperationKind } from './operation.ts';
import { planOperation, type ReserveBaseline } from './plan-operation.ts';
import { createPriceWalk, type PriceWalk } from './price-walk.ts';
import { totalSupplyRawOf, utilizationOf } from './reserve-supply.ts';

/** Slots of the slowest swing of supply and utilization: about an hour at 400 ms. */
const PULL_PERIOD_SLOTS = 9_000;
const STALE_PRICE_SHARE = 0.005;
const STALE_PRICE_AGE_SECONDS = 600;
/** Price status that the program leaves where price and average are both too old. */
const PRICE_STATUS_STALE = 53;
const PRICE_AGE_SPREAD_SECONDS = 3;
/** Refreshes that bring no price, of a reserve that begins with an aged one. */
const SKIPPED_PRICE_SHARE = 0.85;

/** What the walk needs. */
export interface ReserveWalkOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  /** Reserves as of the start of the chain: what amounts and prices wander around. */
  readonly startReserves: readonly Reserve[];
  readonly startSlot: number;
  /** Addresses of reserves that are used less than the others. */
  readonly seldom?: ReadonlySet<string>;
  readonly store: AccountStore;
  readonly unixTimeAt: (slot: number) => number;
  readonly compounding: CompoundingVariant;
  /** Called for every account that the walk writes. */
  readonly onTransition?: (slot: number, account: ChainAccount, kind: OperationKind) => void;
  /** Called where an event could not happen, because the account is no reserve any more or the program would refuse. */
  readonly onSkipped?: (event: ScheduledEvent, error: unknown) => void;
}

interface WalkedReserve {
  readonly baseline: ReserveBaseline;
  readonly key: number;
  /** null: the reserve has no price to wander. */
  readonly price: PriceWalk | null;
  readonly isPriceSeldom: boolean;
}

/** Users, keepers and oracles: reserves are refreshed, used and repriced by a seeded random walk. */
export class ReserveWalk implements Activity {
  readonly #options: ReserveWalkOptions;
  readonly #schedule: EventSchedule;
  readonly #reserves: ReadonlyMap<string, WalkedReserve>;
  readonly #markets = new WeakMap<ChainAccount, LendingMarket>();

  constructor(options: ReserveWalkOptions) {
    this.#options = options;
    this.#reserves = new Map(options.startReserves.map((reserve) => [reserve.address, describeWalk(reserve, options)]));
    this.#schedule = new EventSchedule(options.seed, [...this.#reserves.keys()], options.seldom);
  }

  estimateEvents(slots: number): number {
    return this.#schedule.estimate(slots);
  }

  run(afterSlot: number, uptoSlot: number, stride: number): void {
    for (const event of this.#schedule.list(afterSlot, uptoSlot, stride)) {
      try {
        this.#apply(event);
      } catch (error) {
        this.#options.onSkipped?.(event, error);
      }
    }
  }

  #apply(event: ScheduledEvent): void {
    const { store, unixTimeAt, onTransition } = this.#options;
    const account = store.newest(event.address);
    const walked = this.#reserves.get(event.address);
    if (account === null || walked === undefined) return;
    const reserve = decodeReserve(account);
    const unixTime = unixTimeAt(event.slot);
    const random = createPrng(event.key);
    const refreshed = this.#refresh(reserve, walked, event.slot, random);
    const pull = {
      supply: noiseAt(hashNumber(walked.key, 1), event.slot, PULL_PERIOD_SLOTS),
      utilization: noiseAt(hashNumber(walked.key, 2), event.slot, PULL_PERIOD_SLOTS),
    };
    const operation = planOperation(refreshed, walked.baseline, pull, random);
    const after = { ...account, data: encodeReserve(applyOperation(refreshed, operation, unixTime), account.data) };
    store.put(event.slot, after);
    onTransition?.(event.slot, after, operation.kind);
  }

  #refresh(reserve: Reserve, walked: WalkedReserve, slot: number, random: Prng): Reserve {
    const unixTime = this.#options.unixTimeAt(slot);
    const market = this.#market(reserve.lendingMarket);
    return refreshReserve(reserve, {
      slot: BigInt(slot),
      unixTimestamp: BigInt(unixTime),
      referralFeeBps: market?.referralFeeBps ?? 0,
      rewardsMaxAprBps: market?.reserveRewardsMaxAprBps ?? 0,
      compounding: this.#options.compounding,
      ...this.#price(walked, slot, unixTime, random),
    });
  }

  /** No price where the reserve has none, and most of the time where keepers leave it out: then the program lets it age. */
  #price({ price, isPriceSeldom }: WalkedReserve, slot: number, unixTime: number, random: Prng) {
    if (price === null || (isPriceSeldom && random.nextFloat() < SKIPPED_PRICE_SHARE)) return {};
    return { price: priceFor(price, slot, unixTime, random) };
  }

  #market(address: string): LendingMarket | null {
    const account = this.#options.store.newest(address);
    if (account === null) return null;
    const market = this.#markets.get(account) ?? decodeLendingMarket(account);
    this.#markets.set(account, market);
    return market;
  }
}

function describeWalk(reserve: Reserve, options: ReserveWalkOptions): WalkedReserve {
  const { mint, marketPriceSf } = reserve.liquidity;
  const { seed, startSlot } = options;
  return {
    baseline: {
      supplyRaw: totalSupplyRawOf(reserve),
      utilization: utilizationOf(reserve),
      depositLimitRaw: reserve.config.depositLimitRaw,
    },
    key: hashNumber(seed, hashText(`walk ${reserve.address}`)),
    price: marketPriceSf === 0n ? null : createPriceWalk({ seed, mint, startPriceSf: marketPriceSf, startSlot }),
    isPriceSeldom: marketPriceSf !== 0n && reserve.lastUpdate.priceStatus === 0,
  };
}

/** What the oracle says; now and then it has fallen behind, and the program stores the price all the same. */
function priceFor(walk: PriceWalk, slot: number, unixTime: number, random: Prng): RefreshPrice {
  const stale = random.nextFloat() < STALE_PRICE_SHARE;
  const age = stale ? STALE_PRICE_AGE_SECONDS : random.nextInt(PRICE_AGE_SPREAD_SECONDS);
  return {
    marketPriceSf: walk.priceSfAt(slot),
    updatedAt: BigInt(unixTime - age),
    status: stale ? PRICE_STATUS_STALE : PRICE_STATUS_ALL,
  };
}
