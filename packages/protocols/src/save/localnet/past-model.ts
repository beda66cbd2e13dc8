import type { AccountBytes } from '@tidemark/core';
import type { PastModel, PastParameters, PastStep } from '../../localnet/past/past-model.ts';
import { ORACLE_SCALE } from '../../localnet/price-walk.ts';
import { decodeReserve, encodeReserve } from '../accounts.ts';
import { collateralExchangeRateWads, collateralOf, liquidityOf } from '../collateral-exchange.ts';
import { countOutflow } from '../rate-limiter.ts';
import { accrueReserve, refreshReserve } from '../refresh.ts';
import type { Reserve } from '../reserve.ts';
import { intToWad, WAD } from '../wad.ts';
import { toWads } from './build-accounts.ts';

const WADS_OF_ANSWER = WAD / ORACLE_SCALE;
/** Digits that roundings of a month of events can cost. */
const LOST_DIGITS = 20_000n;
const PARTS = 1_000_000_000n;
/** Share of the moving average that one refresh replaces. */
const SMOOTHING = 8n;

/** Reserves of Save before the start of the simulated chain. Here a refresh always brings a price: an event without one does not happen. */
export class SavePastModel implements PastModel<Reserve> {
  decode(account: AccountBytes): Reserve {
    return decodeReserve(account);
  }

  encode(reserve: Reserve, data: Uint8Array): Uint8Array {
    return encodeReserve(reserve, data);
  }

  suppliedRaw(reserve: Reserve): bigint {
    return suppliedWadsOf(reserve) / WAD;
  }

  utilization(reserve: Reserve): number {
    const supplied = suppliedWadsOf(reserve);
    return supplied === 0n ? 0 : Number(reserve.liquidity.borrowedAmountWads) / Number(supplied);
  }

  answer({ liquidity }: Reserve): bigint {
    return liquidity.marketPriceWads / WADS_OF_ANSWER;
  }

  tokenMint({ liquidity }: Reserve): string {
    return liquidity.mint;
  }

  configure(reserve: Reserve, { config }: Reserve, changed: PastParameters): Reserve {
    return {
      ...reserve,
      config: {
        ...config,
        depositLimitRaw: (config.depositLimitRaw * toWads(changed.depositLimitFactor ?? 1)) / WAD,
        protocolTakeRatePct: changed.takeRatePct ?? config.protocolTakeRatePct,
        loanToValuePct: changed.loanToValuePct ?? config.loanToValuePct,
      },
    };
  }

  step(reserve: Reserve, step: PastStep): Reserve {
    if (step.answer === null) return reserve;
    const marketPriceWads = step.answer * WADS_OF_ANSWER;
    const { smoothedMarketPriceWads: smoothed } = reserve.liquidity;
    const refreshed = refreshReserve(reserve, BigInt(step.slot), {
      marketPriceWads,
      smoothedMarketPriceWads: smoothed + (marketPriceWads - smoothed) / SMOOTHING,
    });
    return use(refreshed, step);
  }

  begin(start: Reserve, step: PastStep): Reserve {
    const price = step.answer === null ? start.liquidity.marketPriceWads : step.answer * WADS_OF_ANSWER;
    const liquidity = { ...start.liquidity, marketPriceWads: price, smoothedMarketPriceWads: price };
    const windowStartSlot =
      start.rateLimiter.windowSlots === 0n ? start.rateLimiter.windowStartSlot : BigInt(step.slot);
    const rateLimiter = { ...start.rateLimiter, windowStartSlot };
    return use({ ...start, lastUpdate: { slot: BigInt(step.slot), stale: false }, liquidity, rateLimiter }, step);
  }

  fit(begun: Reserve, reached: Reserve, start: Reserve): Reserve {
    const index = start.liquidity.cumulativeBorrowRateWads;
    const [from, to] = [begun.liquidity.cumulativeBorrowRateWads, reached.liquidity.cumulativeBorrowRateWads];
    // A little more collateral is worth a little less each, so that nothing is lost at the chain's start.
    const mint = (((mintOf(begun) * rateParts(reached)) / rateParts(start)) * (2n * PARTS + 1n)) / (2n * PARTS);
    return {
      ...begun,
      liquidity: {
        ...begun.liquidity,
        cumulativeBorrowRateWads: to > from ? (index * from) / to - LOST_DIGITS : index,
      },
      collateral: { ...begun.collateral, mintTotalSupplyRaw: mint },
    };
  }
}

/** Users take the reserve to where the step wants it: first who brings something, then who takes it away. */
function use(reserve: Reserve, { suppliedRaw, utilization }: PastStep): Reserve {
  const wantedDebt = (suppliedRaw * toWads(utilization)) / WAD;
  let now = reserve;
  const owed = now.liquidity.borrowedAmountWads / WAD - wantedDebt;
  if (owed > 0n) now = withDebt(now, -owed);
  const room = now.config.depositLimitRaw - suppliedWadsOf(now) / WAD;
  const missing = smallest(suppliedRaw - suppliedWadsOf(now) / WAD, room);
  if (missing > 0n) now = withSupply(now, missing, collateralOf(rateOf(now), missing));
  const lent = smallest(wantedDebt - now.liquidity.borrowedAmountWads / WAD, now.liquidity.availableAmountRaw);
  if (lent > 0n) now = countedOut(withDebt(now, lent), lent);
  const wanted = smallest(suppliedWadsOf(now) / WAD - suppliedRaw, now.liquidity.availableAmountRaw);
  if (wanted > 0n) {
    const burned = collateralOf(rateOf(now), wanted);
    const paid = liquidityOf(rateOf(now), burned);
    now = countedOut(withSupply(now, -paid, -burned), paid);
  }
  return now === reserve ? reserve : { ...now, lastUpdate: { ...now.lastUpdate, stale: true } };
}

function withDebt(reserve: Reserve, deltaRaw: bigint): Reserve {
  const { liquidity } = reserve;
  return {
    ...reserve,
    liquidity: {
      ...liquidity,
      availableAmountRaw: liquidity.availableAmountRaw - deltaRaw,
      borrowedAmountWads: liquidity.borrowedAmountWads + intToWad(deltaRaw),
    },
  };
}

function withSupply(reserve: Reserve, deltaRaw: bigint, deltaCollateralRaw: bigint): Reserve {
  const { liquidity, collateral } = reserve;
  return {
    ...reserve,
    liquidity: { ...liquidity, availableAmountRaw: liquidity.availableAmountRaw + deltaRaw },
    collateral: { ...collateral, mintTotalSupplyRaw: collateral.mintTotalSupplyRaw + deltaCollateralRaw },
  };
}

function countedOut(reserve: Reserve, paidRaw: bigint): Reserve {
  return {
    ...reserve,
    rateLimiter: countOutflow(reserve.rateLimiter, reserve.lastUpdate.slot, intToWad(paidRaw)),
  };
}

/** Suppliers' share at the last refresh. */
function suppliedWadsOf(reserve: Reserve): bigint {
  return accrueReserve(reserve, reserve.lastUpdate.slot).totalSupplyWads;
}

function rateOf(reserve: Reserve): bigint {
  const { mintTotalSupplyRaw } = reserve.collateral;
  return collateralExchangeRateWads({ mintTotalSupplyRaw, totalSupplyWads: suppliedWadsOf(reserve) });
}

const mintOf = ({ collateral }: Reserve): bigint => collateral.mintTotalSupplyRaw;

/** Worth of a collateral token in parts of 10^18. */
function rateParts(reserve: Reserve): bigint {
  return (suppliedWadsOf(reserve) * PARTS * PARTS) / WAD / mintOf(reserve);
}

function smallest(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
