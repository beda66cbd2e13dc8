import { readFile } from 'node:fs/promises';
import {
  type AccruedReserve,
  accrueReserve,
  borrowRateAt,
  decodeLendingMarket,
  decodeReserve,
  type DerivedReserve,
  deriveReserve,
  LENDING_MARKET_ACCOUNT_SIZE,
  type LendingMarket,
  type Reserve,
  RESERVE_ACCOUNT_SIZE,
  totalSupplySf,
  utilizationSf,
} from '@tidemark/protocols/kamino';

/** A moment of the chain. */
export interface Moment {
  readonly slot: bigint;
  readonly unixSeconds: number;
}

/** A state that a reserve went through: what its account held from `slot` on. */
export interface TruthState {
  readonly slot: bigint;
  readonly accountSha256: string;
  readonly reserve: Reserve;
}

/** What borrowers paid, as the program books it, in 60-bit fixed-point base units. */
export interface TrueInterest {
  readonly interestSf: bigint;
  /** Protocol and host together: the program keeps them in one number. */
  readonly feesSf: bigint;
  readonly referrerSf: bigint;
}

interface TruthLine {
  readonly type: string;
  readonly slot: number;
  readonly address: string;
  readonly owner: string;
  readonly sha256: string;
  readonly dataBase64: string;
}

const SLOT_DURATION_MS = 400;
/** A share of the utilization, as a power of two, that history takes for too small to leave a trace in the index. */
const TRACE_BITS = 17n;

/**
 * Every state of every reserve, from the chain itself. A model of its own: it knows the program's arithmetic and the truth
 * file, and nothing of how history is stored or derived.
 */
export class Truth {
  readonly #states: ReadonlyMap<string, readonly TruthState[]>;
  readonly #markets: ReadonlyMap<string, LendingMarket>;

  constructor(states: ReadonlyMap<string, readonly TruthState[]>, markets: ReadonlyMap<string, LendingMarket>) {
    this.#states = states;
    this.#markets = markets;
  }

  /** Reads a truth file with data, complete once its localnet has stopped. */
  static async read(file: string): Promise<Truth> {
    const states = new Map<string, Map<bigint, TruthState>>();
    const markets = new Map<string, LendingMarket>();
    for (const text of (await readFile(file, 'utf8')).split('\n')) {
      if (!text.includes('"type":"account"')) continue;
      const { address, owner, slot, sha256, dataBase64 }: TruthLine = JSON.parse(text);
      const account = { address, owner, data: new Uint8Array(Buffer.from(dataBase64, 'base64')) };
      if (account.data.length === LENDING_MARKET_ACCOUNT_SIZE) markets.set(address, decodeLendingMarket(account));
      if (account.data.length !== RESERVE_ACCOUNT_SIZE) continue;
      const own = states.get(address) ?? new Map<bigint, TruthState>();
      states.set(address, own);
      own.set(BigInt(slot), { slot: BigInt(slot), accountSha256: sha256, reserve: decodeReserve(account) });
    }
    const sorted = [...states].map(([address, own]): [string, TruthState[]] => [
      address,
      [...own.values()].toSorted((a, b) => Number(a.slot - b.slot)),
    ]);
    return new Truth(new Map(sorted.toSorted(([a], [b]) => (a < b ? -1 : 1))), markets);
  }

  /** Addresses, by their bytes. */
  reserves(): string[] {
    return [...this.#states.keys()];
  }

  statesOf(reserve: string): readonly TruthState[] {
    return this.#states.get(reserve) ?? [];
  }

  /** Place of the state in force at a slot: the last one written at or before it. */
  placeAt(reserve: string, slot: bigint): number {
    const place = this.statesOf(reserve).findLastIndex((state) => state.slot <= slot);
    if (place < 0) throw new Error(`${reserve} did not exist at slot ${slot}`);
    return place;
  }

  stateAt(reserve: string, slot: bigint): TruthState {
    return this.#stateOf(reserve, this.placeAt(reserve, slot));
  }

  /** Every number of a reserve at a moment. */
  deriveAt(reserve: string, moment: Moment): DerivedReserve {
    const state = this.stateAt(reserve, moment.slot);
    return deriveReserve(state.reserve, { ...this.#optionsAt(state, moment), slotDurationMs: SLOT_DURATION_MS });
  }

  /** The same of the state at a place, whether it is in force at the moment or not. */
  deriveState(reserve: string, place: number, moment: Moment): DerivedReserve {
    const state = this.#stateOf(reserve, place);
    return deriveReserve(state.reserve, { ...this.#optionsAt(state, moment), slotDurationMs: SLOT_DURATION_MS });
  }

  /** When the state at a place was written. */
  writtenAt(reserve: string, place: number): Moment {
    return momentOf(this.#stateOf(reserve, place));
  }

  /** What the debt of a reserve grew by between two moments: of each state that was in force, what a refresh would add. */
  interestBetween(reserve: string, from: Moment, to: Moment): TrueInterest {
    const first = this.placeAt(reserve, from.slot);
    const last = this.placeAt(reserve, to.slot);
    let total: TrueInterest = { interestSf: 0n, feesSf: 0n, referrerSf: 0n };
    for (let place = first; place <= last; place += 1) {
      const state = this.#stateOf(reserve, place);
      const start = place === first ? from : momentOf(state);
      const end = place === last ? to : momentOf(this.#stateOf(reserve, place + 1));
      const [a, b] = [this.#accrue(state, start), this.#accrue(state, end)];
      total = {
        interestSf: total.interestSf + b.borrowedSf - a.borrowedSf,
        feesSf: total.feesSf + b.accumulatedProtocolFeesSf - a.accumulatedProtocolFeesSf,
        referrerSf: total.referrerSf + b.pendingReferrerFeesSf - a.pendingReferrerFeesSf,
      };
    }
    return total;
  }

  /**
   * True where a small change of this state's utilization would change the rate, so that the index tells whether there was
   * one: not without debt, on a flat piece of the curve, or at its ends.
   */
  leavesTrace(reserve: string, place: number): boolean {
    const { liquidity, config } = this.#stateOf(reserve, place).reserve;
    if (liquidity.borrowedAmountSf === 0n) return false;
    const used = utilizationSf(liquidity.borrowedAmountSf, totalSupplySf(liquidity));
    const rateAt = (utilization: bigint) => borrowRateAt(config.borrowRateCurve, utilization);
    const step = used >> TRACE_BITS;
    return rateAt(used - step) < rateAt(used) && rateAt(used) < rateAt(used + step);
  }

  #stateOf(reserve: string, place: number): TruthState {
    const state = this.statesOf(reserve)[place];
    if (state === undefined) throw new Error(`${reserve} has no state ${place}`);
    return state;
  }

  #accrue(state: TruthState, moment: Moment): AccruedReserve {
    return accrueReserve(state.reserve, this.#optionsAt(state, moment));
  }

  #optionsAt({ reserve }: TruthState, { slot, unixSeconds }: Moment) {
    const market = this.#markets.get(reserve.lendingMarket);
    if (market === undefined) throw new Error(`the truth has no lending market ${reserve.lendingMarket}`);
    return {
      slot,
      unixTimestamp: BigInt(unixSeconds),
      referralFeeBps: market.referralFeeBps,
      rewardsMaxAprBps: market.reserveRewardsMaxAprBps,
    };
  }
}

/** When a state was written: by a refresh, at the slot that the account itself names. */
function momentOf({ reserve }: TruthState): Moment {
  return { slot: reserve.lastUpdate.slot, unixSeconds: reserve.lastUpdate.timestamp };
}
