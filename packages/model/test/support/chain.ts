import { createHash } from 'node:crypto';
import {
  accrueReserve,
  type CompoundingVariant,
  type CurvePoint,
  emptyReserve,
  type InterestRateBasis,
  ONE_SF,
  type Reserve,
  refreshReserve,
} from '@tidemark/protocols/kamino';
import {
  type InterestSplit,
  type Moment,
  type StoredState,
  type Terms,
  type TermsTimeline,
  toConfigJson,
} from '@tidemark/core';
import { kamino, NO_COMPANIONS, type Protocol } from '@tidemark/protocols';
import { addInterest, ZERO_INTEREST } from '../../src/index.ts';
import { subtractInterest } from '../../src/history/interest-split.ts';
import { interestInForce } from '../../src/history/interest-unseen.ts';
import { type Action, acted } from './action.ts';

/** 2026-09-25T00:00:00Z, a full day. */
export const DAY_START = 1_790_294_400;
export const RESERVE = 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q';
export const LENDING_MARKET = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';
/** Histories are generic over protocols: this one is tested with the arithmetic of the first. */
export const rules: Protocol = kamino;
const FIRST_SLOT = 400_000_000n;

/** What the reserve of a made-up chain is like. */
export interface ChainSettings {
  readonly basis: InterestRateBasis;
  readonly compounding: CompoundingVariant;
  readonly curve: readonly CurvePoint[];
  readonly hostBps: number;
  readonly takePct: number;
  readonly referralFeeBps: number;
  readonly decimals: number;
  readonly availableRaw: bigint;
  readonly borrowedSf: bigint;
  readonly priceSf: bigint;
  readonly priceStatus: number;
}

/** One state of the chain, from its slot to the next one's; what follows from the account alone is made once. */
interface TrueState {
  readonly second: number;
  readonly reserve: Reserve;
  readonly state: ReturnType<Protocol['state']>;
  readonly digest: Uint8Array;
}

/** Eleven stored knots, the last one repeated. */
export function curveOf(...knots: readonly (readonly [number, number])[]): CurvePoint[] {
  return Array.from({ length: 11 }, (_, i) => {
    const [utilizationRateBps = 0, borrowRateBps = 0] = knots[Math.min(i, knots.length - 1)] ?? [];
    return { utilizationRateBps, borrowRateBps };
  });
}

export const PLAIN: ChainSettings = {
  basis: 'legacy',
  compounding: 'since-1.17',
  curve: curveOf([0, 0], [8_000, 1_000], [10_000, 10_000]),
  hostBps: 0,
  takePct: 10,
  referralFeeBps: 0,
  decimals: 6,
  availableRaw: 600_000_000_000n,
  borrowedSf: 400_000_000_000n * ONE_SF,
  priceSf: 2n * ONE_SF,
  priceStatus: 63,
};

/**
 * A chain of two slots a second with one reserve whose every state is known, begun at `DAY_START`. Seconds are counted from
 * there.
 */
export class Chain {
  readonly terms: Terms;
  readonly #settings: ChainSettings;
  readonly #states: TrueState[] = [];
  /** Of the states that another one has followed, in their order. */
  readonly #interestOfStates: InterestSplit[] = [];

  constructor(settings: Partial<ChainSettings> = {}) {
    this.#settings = { ...PLAIN, ...settings };
    const { referralFeeBps, decimals } = this.#settings;
    const first = genesis(this.#settings);
    const market = toConfigJson({ referralFeeBps, reserveRewardsMaxAprBps: 0 });
    this.terms = rules.terms(rules.config(first), market, decimals);
    this.#add(0, first);
  }

  get timeline(): TermsTimeline {
    const { terms } = this;
    return { at: () => terms };
  }

  /** Seconds at which the reserve changed, its creation first. */
  get changes(): number[] {
    return this.#states.map(({ second }) => second);
  }

  /** Refreshes the reserve at a later second, then does what is asked where there is enough of it. */
  act(second: number, action: Action): this {
    const before = this.#states.at(-1);
    if (before === undefined || second <= before.second) throw new Error('actions ascend');
    const refreshed = refreshReserve(before.reserve, this.#optionsAt(momentAt(second)));
    this.#add(second, acted(refreshed, action));
    return this;
  }

  #add(second: number, reserve: Reserve): void {
    const state = rules.state(reserve, NO_COMPANIONS, this.#settings.compounding);
    this.#states.push({ second, reserve, state, digest: digestOf(reserve) });
  }

  /** The account at a moment as it stands, and what a refresh would make of it. */
  truthAt(moment: Moment) {
    const { reserve } = this.#stateAt(moment.slot);
    const accrued = accrueReserve(reserve, this.#optionsAt(moment));
    return {
      reserve,
      accrued: {
        available: accrued.availableRaw,
        borrowed: accrued.borrowedSf,
        supplied: accrued.totalSupplySf,
        borrowIndex: accrued.cumulativeBorrowRateBsf,
        elapsedUnits: accrued.elapsedUnits,
      },
    };
  }

  /** All interest of the reserve between two seconds, state by state. */
  interestBetween(from: number, to: number): InterestSplit {
    return subtractInterest(this.#interestBy(to), this.#interestBy(from));
  }

  /** An observation of the bank of a second. */
  observation(second: number): StoredState {
    const moment = momentAt(second);
    return this.#storedState(this.#stateAt(moment.slot), moment);
  }

  observations(seconds: readonly number[]): StoredState[] {
    return seconds.map((second) => this.observation(second));
  }

  #interestBy(second: number): InterestSplit {
    return this.#states.reduce((total, state, i) => {
      if (state.second >= second) return total;
      const next = this.#states[i + 1];
      if (next === undefined || next.second > second) return addInterest(total, this.#interestOf(state, second));
      return addInterest(total, (this.#interestOfStates[i] ??= this.#interestOf(state, next.second)));
    }, ZERO_INTEREST);
  }

  #interestOf(state: TrueState, until: number): InterestSplit {
    const account = { rules, state: this.#storedState(state, momentAt(state.second)), terms: this.terms };
    return interestInForce(account, momentAt(until));
  }

  #stateAt(slot: bigint): TrueState {
    const state = this.#states.findLast(({ second }) => slotAt(second) <= slot);
    if (state === undefined) throw new Error('the chain had not begun');
    return state;
  }

  #optionsAt({ slot, unixSeconds }: Moment) {
    const { referralFeeBps, compounding } = this.#settings;
    return { slot, unixTimestamp: BigInt(unixSeconds), referralFeeBps, compounding };
  }

  #storedState({ state, digest }: TrueState, moment: Moment): StoredState {
    return {
      ...state,
      ...rules.derive(state, this.terms, moment, 400).numbers,
      lendingMarket: LENDING_MARKET,
      slot: moment.slot,
      observedAt: new Date(moment.unixSeconds * 1000),
      slotDurationMs: 400,
      accountSha256: digest,
    };
  }
}

export function slotAt(second: number): bigint {
  return FIRST_SLOT + 2n * BigInt(second);
}

export function momentAt(second: number): Moment {
  return { slot: slotAt(second), unixSeconds: DAY_START + second };
}

export function timeAt(second: number): Date {
  return new Date((DAY_START + second) * 1000);
}

function genesis(settings: ChainSettings): Reserve {
  const base = emptyReserve();
  const { slot, unixSeconds } = momentAt(0);
  return {
    ...base,
    address: RESERVE,
    tokenSymbol: 'TEST',
    lendingMarket: LENDING_MARKET,
    lastUpdate: {
      slot,
      stale: false,
      priceStatus: settings.priceStatus,
      timestamp: settings.compounding === 'before-1.17' ? 0 : unixSeconds,
    },
    liquidity: {
      ...base.liquidity,
      availableAmountRaw: settings.availableRaw,
      borrowedAmountSf: settings.borrowedSf,
      marketPriceSf: settings.priceSf,
      mintDecimals: settings.decimals,
    },
    collateral: { ...base.collateral, mintTotalSupplyRaw: settings.availableRaw + 1n },
    config: {
      ...base.config,
      interestRateBasis: settings.basis,
      borrowRateCurve: settings.curve,
      hostFixedInterestRateBps: settings.hostBps,
      protocolTakeRatePct: settings.takePct,
    },
  };
}

function digestOf({ lastUpdate, liquidity, collateral, config }: Reserve): Uint8Array {
  const text = JSON.stringify([lastUpdate, liquidity, collateral, config], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return createHash('sha256').update(text).digest();
}
