import type { AccountBytes } from '@tidemark/core';
import { collateralExchangeRateWads, collateralOf, liquidityOf } from '../collateral-exchange.ts';
import { deriveHeadroom } from '../headroom.ts';
import { borrowFeeOf, headroomStateOf } from '../headroom-state.ts';
import { decodeReserve, encodeReserve } from '../accounts.ts';
import { borrowFeeRaw } from '../../common/headroom.ts';
import { countOutflow } from '../rate-limiter.ts';
import { accrueReserve, refreshReserve, scaledPriceWads } from '../refresh.ts';
import type { Reserve } from '../reserve.ts';
import { intToWad, WAD } from '../wad.ts';

/** What happens to a reserve in one event, after the refresh that every event begins with. */
export type MoveKind = 'refresh' | 'deposit' | 'withdraw' | 'borrow' | 'repay' | 'collect_fees' | 'set_deposit_limit';

/** What a reserve wanders around: its account at the start of the chain. */
export interface Baseline {
  readonly suppliedRaw: bigint;
  readonly utilization: number;
  readonly depositLimitRaw: bigint;
}

/** One event. */
export interface MoveEvent {
  readonly slot: bigint;
  /** USD for one whole token by the oracle, wads. */
  readonly oraclePriceWads: bigint;
  /** Where the walk pulls the reserve, each in -1 … 1. */
  readonly pull: { readonly supply: number; readonly utilization: number };
  /** Numbers in [0, 1) that belong to the event. */
  readonly random: () => number;
}

const REFRESH_SHARE = 0.2;
const COLLECT_FEES_SHARE = 0.006;
const SET_LIMIT_SHARE = 0.003;
/** Share of the distance to the pull that one user covers, and a user's own whim as a share of the supply. */
const STEP = 0.2;
const WHIM = 0.003;
const SUPPLY_SWING = 0.08;
const UTILIZATION_SWING = 0.05;
const HIGHEST_UTILIZATION = 0.97;
/** Share of the moving average that one refresh replaces. */
const SMOOTHING = 8n;
const MILLION = 1_000_000;

/** What the reserve of an account wanders around. */
export function baselineOf(account: AccountBytes): Baseline {
  const reserve = decodeReserve(account);
  const { totalSupplyWads, utilizationWads } = accrueReserve(reserve, reserve.lastUpdate.slot);
  return {
    suppliedRaw: totalSupplyWads / WAD,
    utilization: Number(utilizationWads) / Number(WAD),
    depositLimitRaw: reserve.config.depositLimitRaw,
  };
}

/**
 * The account after an event: refreshed with the oracle's price, then used by somebody. Amounts pull supply and utilization
 * towards the wandering targets, so that a chain which runs for weeks stays plausible. Nothing happens that the program would
 * refuse. Throws where it could not refresh the reserve.
 */
export function moveReserve(
  account: AccountBytes,
  baseline: Baseline,
  event: MoveEvent,
): { readonly data: Uint8Array; readonly kind: MoveKind } {
  const refreshed = refresh(decodeReserve(account), event);
  const draw = event.random();
  const whim = 2 * event.random() - 1;
  if (draw < SET_LIMIT_SHARE) return written(account, withDepositLimit(refreshed, baseline, whim));
  if (draw < SET_LIMIT_SHARE + COLLECT_FEES_SHARE) return written(account, collectFees(refreshed));
  if (draw < REFRESH_SHARE) return written(account, { reserve: refreshed, kind: 'refresh' });
  const move = event.random() < 0.5 ? moveSupply : moveDebt;
  return written(account, move(refreshed, baseline, event, whim));
}

interface Moved {
  readonly reserve: Reserve;
  readonly kind: MoveKind;
}

function written({ data }: AccountBytes, { reserve, kind }: Moved) {
  const used = kind === 'refresh' ? reserve : { ...reserve, lastUpdate: { ...reserve.lastUpdate, stale: true } };
  return { data: encodeReserve(used, data), kind };
}

function refresh(reserve: Reserve, { slot, oraclePriceWads }: MoveEvent): Reserve {
  const marketPriceWads = scaledPriceWads(oraclePriceWads, reserve.config.scaledPriceOffsetBps);
  const { smoothedMarketPriceWads: smoothed } = reserve.liquidity;
  const smoothedMarketPriceWads =
    smoothed === 0n ? marketPriceWads : smoothed + (marketPriceWads - smoothed) / SMOOTHING;
  return refreshReserve(reserve, slot, { marketPriceWads, smoothedMarketPriceWads });
}

function withDepositLimit(reserve: Reserve, { depositLimitRaw }: Baseline, whim: number): Moved {
  const changed = scale(depositLimitRaw, 1 + 0.05 * whim);
  return {
    reserve: { ...reserve, config: { ...reserve.config, depositLimitRaw: changed } },
    kind: 'set_deposit_limit',
  };
}

function collectFees(reserve: Reserve): Moved {
  const { availableAmountRaw, accumulatedProtocolFeesWads } = reserve.liquidity;
  const paid = smallest(accumulatedProtocolFeesWads / WAD, availableAmountRaw);
  const liquidity = {
    ...reserve.liquidity,
    availableAmountRaw: availableAmountRaw - paid,
    accumulatedProtocolFeesWads: accumulatedProtocolFeesWads - intToWad(paid),
  };
  return { reserve: { ...reserve, liquidity }, kind: 'collect_fees' };
}

function moveSupply(reserve: Reserve, baseline: Baseline, { slot, pull }: MoveEvent, whim: number): Moved {
  const { suppliedRaw, rateWads, headroom } = stateOf(reserve, slot);
  const target = scale(baseline.suppliedRaw, 1 + SUPPLY_SWING * pull.supply);
  const wanted = wantedRaw(Number(target - suppliedRaw) * STEP + Number(suppliedRaw) * WHIM * whim);
  const { liquidity, collateral } = reserve;
  if (wanted > 0n) {
    const amount = smallest(wanted, headroom.depositable.amountRaw ?? wanted);
    if (amount === 0n) return { reserve, kind: 'refresh' };
    return {
      kind: 'deposit',
      reserve: withAmounts(
        reserve,
        liquidity.availableAmountRaw + amount,
        collateral.mintTotalSupplyRaw + collateralOf(rateWads, amount),
      ),
    };
  }
  const most = smallest(-wanted, headroom.withdrawable.amountRaw, liquidity.availableAmountRaw / 4n);
  const burned = collateralOf(rateWads, most);
  const paid = liquidityOf(rateWads, burned);
  if (paid === 0n) return { reserve, kind: 'refresh' };
  const moved = withAmounts(reserve, liquidity.availableAmountRaw - paid, collateral.mintTotalSupplyRaw - burned);
  return {
    kind: 'withdraw',
    reserve: { ...moved, rateLimiter: countOutflow(moved.rateLimiter, slot, intToWad(paid)) },
  };
}

function moveDebt(reserve: Reserve, baseline: Baseline, { slot, pull }: MoveEvent, whim: number): Moved {
  const { suppliedRaw, utilization, headroom } = stateOf(reserve, slot);
  const wish = Math.max(0, baseline.utilization + UTILIZATION_SWING * pull.utilization);
  const target = baseline.utilization === 0 ? 0 : Math.min(HIGHEST_UTILIZATION, wish);
  const wanted = wantedRaw(((target - utilization) * STEP + WHIM * whim) * Number(suppliedRaw));
  const { liquidity, config } = reserve;
  const withDebt = (deltaRaw: bigint): Reserve => ({
    ...reserve,
    liquidity: {
      ...liquidity,
      availableAmountRaw: liquidity.availableAmountRaw - deltaRaw,
      borrowedAmountWads: liquidity.borrowedAmountWads + intToWad(deltaRaw),
    },
  });
  if (wanted > 0n) {
    const received = smallest(wanted, headroom.borrowable.receivedRaw, liquidity.availableAmountRaw / 4n);
    if (received < 1_000n) return { reserve, kind: 'refresh' };
    const gross = received + borrowFeeRaw(received, borrowFeeOf(config.fees));
    const moved = withDebt(gross);
    // The fee leaves the vault for its receiver at once, so the whole amount counts as outflow.
    return {
      kind: 'borrow',
      reserve: { ...moved, rateLimiter: countOutflow(moved.rateLimiter, slot, intToWad(gross)) },
    };
  }
  const repaid = smallest(-wanted, liquidity.borrowedAmountWads / WAD / 4n);
  return repaid === 0n ? { reserve, kind: 'refresh' } : { reserve: withDebt(-repaid), kind: 'repay' };
}

function stateOf(reserve: Reserve, slot: bigint) {
  const accrued = accrueReserve(reserve, slot);
  const { mintTotalSupplyRaw } = reserve.collateral;
  return {
    suppliedRaw: accrued.totalSupplyWads / WAD,
    utilization: Number(accrued.utilizationWads) / Number(WAD),
    rateWads: collateralExchangeRateWads({ mintTotalSupplyRaw, totalSupplyWads: accrued.totalSupplyWads }),
    headroom: deriveHeadroom(headroomStateOf(reserve, accrued, slot, null)),
  };
}

function withAmounts(reserve: Reserve, availableAmountRaw: bigint, mintTotalSupplyRaw: bigint): Reserve {
  return {
    ...reserve,
    liquidity: { ...reserve.liquidity, availableAmountRaw },
    collateral: { ...reserve.collateral, mintTotalSupplyRaw },
  };
}

function wantedRaw(amount: number): bigint {
  return BigInt(Math.trunc(amount));
}

function scale(value: bigint, factor: number): bigint {
  return (value * BigInt(Math.round(factor * MILLION))) / BigInt(MILLION);
}

function smallest(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}
