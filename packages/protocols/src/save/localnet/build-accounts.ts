import { type AccountBytes, U64_MAX } from '@tidemark/core';
import { SAVE_PROGRAM_ADDRESS } from '../constants.ts';
import {
  emptyLendingMarket,
  emptyReserve,
  encodeLendingMarket,
  encodeMarketMetadata,
  encodeReserve,
  NO_RATE_LIMITER,
} from '../accounts.ts';
import { type RateLimiter, RESERVE, type ReserveFields } from '../reserve.ts';
import { intToWad, WAD } from '../wad.ts';
import { MARKET_SPECS, type MarketSpec, type ReserveSpec } from './scenario-specs.ts';

/** What a simulated chain lends to the scenario, so that all of it is a function of the seed. */
export interface ScenarioTools {
  /** An address that stands for an account which the scenario names. */
  address(label: string): string;
  /** A number in [0, 1) that belongs to the seed and the label. */
  random(label: string): number;
}

/** 45 minutes of slots at 300 ms. */
const OUTFLOW_WINDOW_SLOTS = 9_000n;
const MICRO = 1_000_000;

/** Base units of an amount in whole tokens, to six decimals. */
export function toRaw(tokens: number, decimals: number): bigint {
  return (BigInt(Math.round(tokens * MICRO)) * 10n ** BigInt(decimals)) / BigInt(MICRO);
}

/** A number in wads, to nine decimals. */
export function toWads(value: number): bigint {
  return BigInt(Math.round(value * 1e9)) * (WAD / 1_000_000_000n);
}

/** The accounts at the start: markets, their metadata where the owner wrote some, and reserves, last refreshed before `slot`. */
export function buildAccounts(tools: ScenarioTools, slot: bigint): AccountBytes[] {
  return MARKET_SPECS.flatMap((market, place) => {
    const address = market.address ?? tools.address(`market ${place}`);
    const owner = tools.address(`owner of ${address}`);
    const accounts = [account(address, encodeLendingMarket(marketFields(market, owner, slot)))];
    if (market.metadataName !== null) {
      accounts.push(account(tools.address(`metadata of ${address}`), metadataOf(market.metadataName, owner)));
    }
    for (const spec of market.reserves) accounts.push(buildReserve(spec, address, tools, slot));
    return accounts;
  });
}

function account(address: string, data: Uint8Array): AccountBytes {
  return { address, owner: SAVE_PROGRAM_ADDRESS, data };
}

function marketFields({ outflowLimitUsd }: MarketSpec, owner: string, slot: bigint) {
  return { ...emptyLendingMarket(), owner, rateLimiter: limiter(outflowLimitUsd, BigInt, slot) };
}

function metadataOf(name: string, lookupTable: string): Uint8Array {
  const lookupTables = Array.from({ length: 4 }, () => lookupTable);
  return encodeMarketMetadata({
    bumpSeed: 255,
    name,
    description: `${name} of a simulated chain`,
    imageUrl: '',
    lookupTables,
  });
}

function limiter(limit: number | undefined, toUnits: (limit: number) => bigint, slot: bigint): RateLimiter {
  if (limit === undefined) return NO_RATE_LIMITER;
  const windowStartSlot = slot - (slot % OUTFLOW_WINDOW_SLOTS);
  return { ...NO_RATE_LIMITER, maxOutflow: toUnits(limit), windowSlots: OUTFLOW_WINDOW_SLOTS, windowStartSlot };
}

/** A reserve at the start; the seed shifts its amounts by up to 4 %, and says how many slots ago it was refreshed. */
function buildReserve(spec: ReserveSpec, market: string, tools: ScenarioTools, slot: bigint): AccountBytes {
  const address = spec.address ?? tools.address(`${spec.symbol} of ${market}`);
  const shifted = (label: string, tokens: number): bigint =>
    toRaw(tokens * (0.96 + 0.08 * tools.random(`${label} of ${address}`)), spec.decimals);
  const availableRaw = shifted('available', spec.available);
  const borrowedRaw = shifted('borrowed', spec.borrowed);
  const feesRaw = borrowedRaw / 100_000n;
  const age = BigInt(40 + Math.floor(100 * tools.random(`age of ${address}`)));
  const lastSlot = slot > age ? slot - age : 0n;
  const base = emptyReserve();
  const fields: ReserveFields = {
    ...base,
    lastUpdate: { slot: lastSlot, stale: false },
    lendingMarket: market,
    liquidity: {
      ...base.liquidity,
      mint: spec.mint,
      mintDecimals: spec.decimals,
      supplyVault: tools.address(`supply vault of ${address}`),
      pythOracle: tools.address(`pyth oracle of ${spec.symbol}`),
      ...(spec.hasSwitchboard === true
        ? { switchboardOracle: tools.address(`switchboard oracle of ${spec.symbol}`) }
        : {}),
      availableAmountRaw: availableRaw,
      borrowedAmountWads: intToWad(borrowedRaw),
      cumulativeBorrowRateWads: toWads(spec.cumulativeRate),
      accumulatedProtocolFeesWads: spec.takeRatePct === 0 ? 0n : intToWad(feesRaw),
      marketPriceWads: toWads(spec.priceUsd),
      smoothedMarketPriceWads: toWads(spec.priceUsd),
    },
    collateral: {
      mint: tools.address(`collateral mint of ${address}`),
      supplyVault: tools.address(`collateral vault of ${address}`),
      // Suppliers earned most of what the index grew by.
      mintTotalSupplyRaw:
        ((availableRaw + borrowedRaw) * WAD) / (WAD + ((toWads(spec.cumulativeRate) - WAD) * 7n) / 10n),
    },
    config: reserveConfig(spec, tools.address(`fee receiver of ${address}`)),
    rateLimiter: limiter(spec.outflowLimit, (tokens) => toRaw(tokens, spec.decimals), lastSlot),
  };
  return account(address, spec.isOld === true ? asOf2022(encodeReserve(fields)) : encodeReserve(fields));
}

function reserveConfig(spec: ReserveSpec, feeReceiver: string): ReserveFields['config'] {
  const isCollateral = spec.loanToValuePct > 0;
  return {
    ...emptyReserve().config,
    ...spec.curve,
    loanToValuePct: spec.loanToValuePct,
    liquidationThresholdPct: spec.liquidationThresholdPct,
    maxLiquidationThresholdPct: spec.liquidationThresholdPct + (isCollateral && spec.isOld !== true ? 3 : 0),
    liquidationBonusPct: isCollateral ? 5 : 0,
    maxLiquidationBonusPct: isCollateral ? (spec.isOld === true ? 5 : 10) : 0,
    fees: { borrowFeeWad: WAD / 1_000n, flashLoanFeeWad: WAD / 2_000n, hostFeePct: 20 },
    depositLimitRaw: toRaw(spec.depositLimit, spec.decimals),
    borrowLimitRaw: toRaw(spec.borrowLimit, spec.decimals),
    feeReceiver,
    protocolLiquidationFeeDecaBps: spec.isOld === true ? 0 : 10,
    protocolTakeRatePct: spec.takeRatePct,
    addedBorrowWeightBps: BigInt(spec.addedBorrowWeightBps ?? 0),
    reserveType: spec.reserveType ?? 'regular',
    attributedBorrowLimitOpenUsd: U64_MAX,
    attributedBorrowLimitCloseUsd: U64_MAX,
  };
}

/** Zeros in the fields that came later, as a program of 2022 left them until the next refresh. */
function asOf2022(data: Uint8Array): Uint8Array {
  return data.fill(0, RESERVE.rateLimiter.maxOutflow.at);
}
