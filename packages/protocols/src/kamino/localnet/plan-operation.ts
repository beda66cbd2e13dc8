import type { ReserveFields } from '../index.ts';
import type { Prng } from '../../localnet/prng.ts';
import { scaleBy } from './fixed-point.ts';
import type { Operation } from './operation.ts';
import { borrowedRawOf, totalSupplyRawOf, utilizationOf } from './reserve-supply.ts';

/** What a reserve wanders around: its state at the start of the chain. */
export interface ReserveBaseline {
  readonly supplyRaw: bigint;
  readonly utilization: number;
  readonly depositLimitRaw: bigint;
}

/** Where the walk pulls a reserve at the moment, each in −1 … 1. */
export interface ReservePull {
  readonly supply: number;
  readonly utilization: number;
}

const REFRESH_ONLY_SHARE = 0.2;
const COLLECT_FEES_SHARE = 0.006;
const SET_LIMIT_SHARE = 0.003;

/** Share of the distance to the pull that one user covers. */
const STEP = 0.2;
/** Size of a user's own whim, as a share of the supply. */
const WHIM = 0.003;
const SUPPLY_SWING = 0.08;
const UTILIZATION_SWING = 0.05;
const HIGHEST_TARGET_UTILIZATION = 0.97;
const U64_MAX = 0xffff_ffff_ffff_ffffn;

const REFRESH: Operation = { kind: 'refresh' };

/**
 * Chooses what a user does to a reserve. Amounts pull supply and utilization towards wandering targets around the
 * baseline, so that a chain which runs for weeks stays plausible. Never plans what the program would refuse.
 */
export function planOperation(
  reserve: ReserveFields,
  baseline: ReserveBaseline,
  pull: ReservePull,
  random: Prng,
): Operation {
  const draw = random.nextFloat();
  const whim = 2 * random.nextFloat() - 1;
  if (draw < SET_LIMIT_SHARE) return planDepositLimit(baseline, whim);
  if (draw < SET_LIMIT_SHARE + COLLECT_FEES_SHARE) return { kind: 'collect_fees' };
  if (draw < REFRESH_ONLY_SHARE) return REFRESH;
  return random.nextFloat() < 0.5
    ? planSupplySide(reserve, baseline, pull, whim)
    : planBorrowSide(reserve, baseline, pull, whim);
}

function planDepositLimit(baseline: ReserveBaseline, whim: number): Operation {
  const { depositLimitRaw } = baseline;
  if (depositLimitRaw === 0n || depositLimitRaw === U64_MAX) return REFRESH;
  return { kind: 'set_deposit_limit', depositLimitRaw: scaleBy(depositLimitRaw, 1 + 0.05 * whim) };
}

function planSupplySide(reserve: ReserveFields, baseline: ReserveBaseline, pull: ReservePull, whim: number): Operation {
  const supply = totalSupplyRawOf(reserve);
  const target = scaleBy(baseline.supplyRaw, 1 + SUPPLY_SWING * pull.supply);
  const amount = Number(target - supply) * STEP + Number(supply) * WHIM * whim;
  const { config, liquidity } = reserve;
  if (amount >= 1 && config.status === 'active') {
    const room = config.depositLimitRaw - supply;
    return nonZero('deposit', smallest(whole(amount), room));
  }
  return nonZero('withdraw', smallest(whole(-amount), liquidity.availableAmountRaw / 4n, supply / 10n));
}

function planBorrowSide(reserve: ReserveFields, baseline: ReserveBaseline, pull: ReservePull, whim: number): Operation {
  const supply = Number(totalSupplyRawOf(reserve));
  const wish = baseline.utilization + UTILIZATION_SWING * pull.utilization;
  const target = baseline.utilization === 0 ? 0 : Math.min(HIGHEST_TARGET_UTILIZATION, Math.max(0, wish));
  const amount = (target - utilizationOf(reserve)) * supply * STEP + supply * WHIM * whim;
  const { config, liquidity } = reserve;
  const borrowed = borrowedRawOf(reserve);
  if (amount >= 1 && config.status === 'active') {
    const room = config.borrowLimitRaw - borrowed;
    return nonZero('borrow', smallest(whole(amount), liquidity.availableAmountRaw / 4n, room));
  }
  return nonZero('repay', smallest(whole(-amount), borrowed / 4n));
}

function nonZero(kind: 'deposit' | 'withdraw' | 'borrow' | 'repay', amountRaw: bigint): Operation {
  return amountRaw > 0n ? { kind, amountRaw } : REFRESH;
}

function whole(amount: number): bigint {
  return BigInt(Math.floor(Math.max(0, amount)));
}

function smallest(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}
