import {
  decodeBase58,
  type Derived,
  exactToAmount,
  exactToDouble,
  exactToUsd,
  hasPrice,
  type Moment,
  rawToAmount,
  rawToUsd,
  readBigint,
  TOKEN_PROGRAM_ADDRESS,
  toConfigJson,
  USDC_MINT,
  withAddress,
} from '@tidemark/core';
import { isEmptyAddress } from '../common/account-fields.ts';
import { changedBalances } from '../common/what-if.ts';
import type { AccountKind, Companion, Knot, Protocol, ReserveSettings } from '../protocol.ts';
import type { AccruedBalances } from './accrual.ts';
import { borrowRateAt, curveKnots } from './borrow-rate-curve.ts';
import { configFlagsOf } from './config-flags.ts';
import {
  DECODER_VERSION,
  LENDING_MARKET_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
  SAVE_PROGRAM_ADDRESS,
  SLOTS_PER_YEAR,
  SUPPORTED_ACCOUNT_VERSION,
} from './constants.ts';
import { decodeLendingMarket, decodeReserve } from './accounts.ts';
import { BORROW_CONSTRAINTS, DEPOSIT_CONSTRAINTS, WITHDRAW_CONSTRAINTS } from './headroom-checks.ts';
import { type LendingMarket, MARKET } from './lending-market.ts';
import { SAVE_FIELDS, SAVE_SOURCES, type SaveFields } from './own-fields.ts';
import { SAVE_PARAMETER_NAMES } from './parameter-names.ts';
import { toPriceConfig } from './price-config.ts';
import { deriveRatePoint } from './rates.ts';
import { KNOWN_REGISTRY, knownMarketName, knownTokenSymbol } from './registry.ts';
import { type Reserve, RESERVE, type ReserveConfig } from './reserve.ts';
import { headroomOf, type SaveLimits, toLimits } from './stored-headroom.ts';
import {
  accrueState,
  limiterSettings,
  SAVE_ARITHMETICS,
  type SaveState,
  type SaveTerms,
  toAccrued,
  toReserveConfigJson,
  toState,
  toTerms,
} from './stored-reserve.ts';
import { curveUtilizationWads, totalSupplyWads, utilizationWads } from './supply.ts';
import { percentToWad, WAD } from './wad.ts';

/** The first byte is the version: the only sign beside the size, because the program writes no discriminator. */
const kind = (size: number, marketOffset: number | null, anySize: AccountKind['anySize']): AccountKind => ({
  program: SAVE_PROGRAM_ADDRESS,
  size,
  discriminator: null,
  marketOffset,
  anySize,
  looksValid: (data) => data.length === size && data[0] === SUPPORTED_ACCOUNT_VERSION,
});

/** Save, formerly Solend. */
export const save: Protocol<Reserve, LendingMarket, SaveTerms, SaveFields, SaveLimits> = {
  name: 'save',
  scale: WAD,
  decoderVersion: DECODER_VERSION,
  arithmetics: SAVE_ARITHMETICS,
  timeBasisNames: { slots: 'slots', seconds: 'seconds' },
  receivers: [],
  fields: SAVE_FIELDS,
  parameterNames: SAVE_PARAMETER_NAMES,
  sources: SAVE_SOURCES,
  accounts: {
    // Some reserve lends USDC in every version of the program; where a reserve has its mint, an obligation has its owner, who is no mint.
    reserve: kind(RESERVE_ACCOUNT_SIZE, RESERVE.lendingMarket.at, {
      offset: RESERVE.liquidity.mint.at,
      bytes: decodeBase58(USDC_MINT),
    }),
    market: kind(LENDING_MARKET_ACCOUNT_SIZE, null, {
      offset: MARKET.tokenProgram.at,
      bytes: decodeBase58(TOKEN_PROGRAM_ADDRESS),
    }),
  },
  registry: KNOWN_REGISTRY,
  legacySettings: {},
  needsMarket: false,

  decodeReserve,
  decodeMarket: decodeLendingMarket,
  companions: ({ lendingMarket }): Companion[] => [
    { role: 'market', address: lendingMarket, required: 'headroom', everyPoll: true },
  ],

  identity: ({ address, lendingMarket, liquidity, collateral, config }) => ({
    address,
    lendingMarket,
    tokenMint: liquidity.mint,
    tokenSymbol: knownTokenSymbol(address),
    tokenSymbolOrigin: knownTokenSymbol(address) === '' ? 'account' : 'list',
    tokenDecimals: liquidity.mintDecimals,
    // The program's transfers are the Token program's; tokens of Token-2022 come wrapped.
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    receiptMint: collateral.mint,
    receiptVault: collateral.supplyVault,
    supplyVault: liquidity.supplyVault,
    feeVault: config.feeReceiver,
    underlying: null,
  }),

  settings: ({ config, rateLimiter }) => ({
    ...commonSettings(config),
    own: {
      reserveType: config.reserveType,
      addedBorrowWeightBps: config.addedBorrowWeightBps,
      optimalUtilizationPct: config.optimalUtilizationPct,
      maxUtilizationPct: config.maxUtilizationPct,
      maxLiquidationThresholdPct: config.maxLiquidationThresholdPct,
      protocolLiquidationFeeDecaBps: config.protocolLiquidationFeeDecaBps,
      hostFeePct: config.fees.hostFeePct,
      scaledPriceOffsetBps: config.scaledPriceOffsetBps,
      attributedBorrowLimitOpenUsd: config.attributedBorrowLimitOpenUsd,
      attributedBorrowLimitCloseUsd: config.attributedBorrowLimitCloseUsd,
      outflowLimitRaw: rateLimiter.maxOutflow,
      outflowWindowSlots: rateLimiter.windowSlots,
    },
  }),
  config: toReserveConfigJson,
  configFlags: configFlagsOf,

  market: ({ address, owner, quoteCurrency, rateLimiter, riskAuthority }) => ({
    address,
    name: '',
    displayName: knownMarketName(address),
    owner,
    quoteCurrency,
    emergencyMode: null,
    borrowDisabled: null,
    own: {
      outflowLimitUsd: rateLimiter.maxOutflow,
      outflowWindowSlots: rateLimiter.windowSlots,
      riskAuthority: isEmptyAddress(riskAuthority) ? null : riskAuthority,
    },
  }),
  marketConfig({ address: _address, quoteCurrency: _quoteCurrency, rateLimiter, ...config }) {
    return toConfigJson({ ...config, rateLimiter: limiterSettings(rateLimiter) });
  },
  borrowFactorBps: (config) => 10_000n + readBigint(config, 'addedBorrowWeightBps'),

  state: toState,
  terms: (config, _market, tokenDecimals) => toTerms(config, tokenDecimals),
  unitsPerYear: () => BigInt(SLOTS_PER_YEAR),
  accrue: (state, terms, { slot }) => toAccrued(state, accrueState(state, terms, slot)),

  derive(state, terms, moment, slotDurationMs) {
    try {
      return deriveState(state, terms, moment, slotDurationMs);
    } catch (error) {
      throw withAddress(error, state.reserve);
    }
  },

  interest(state, _terms, accrued) {
    const interest = accrued.borrowed - state.borrowed;
    const protocol = accrued.own.accumulatedProtocolFeesWads - state.own.accumulatedProtocolFeesWads;
    return { interest, supplySide: interest - protocol, protocol, others: {} };
  },
  supplied: ({ available, borrowed, own }) =>
    totalSupplyWads({
      availableRaw: available,
      borrowedWads: borrowed,
      accumulatedProtocolFeesWads: own.accumulatedProtocolFeesWads,
    }),
  owedFees: (own) => [{ receiver: 'protocol', amount: own.accumulatedProtocolFeesWads }],
  curveUtilization: ({ available, borrowed, own }) =>
    curveUtilizationWads({
      availableRaw: available,
      borrowedWads: borrowed,
      accumulatedProtocolFeesWads: own.accumulatedProtocolFeesWads,
    }),
  rateAt: borrowRateAt,
  // Each square cuts less than one part off, and the squares after it multiply that up to the number of slots.
  cutOff: (_state, { borrowIndex, elapsedUnits }) => 4n * (elapsedUnits + 1n) * (borrowIndex / WAD + 1n),

  acceptsPrice: () => null,
  limits: toLimits,
  // The program refuses to refresh on a bad price, and keeps no verdict on the one it has.
  price: () => ({ usableForBorrow: null, usableForLiquidation: null, needsRefresh: true, checks: {} }),

  knots,
  ratesAt: (terms, curveUtilization, slotDurationMs) =>
    deriveRatePoint(
      terms,
      { utilizationWads: curveUtilization, curveUtilizationWads: curveUtilization },
      slotDurationMs,
    ),
  whatIf(terms, { own, ...balances }, change, slotDurationMs) {
    const after = changedBalances(balances, change, WAD);
    const at = {
      utilizationWads: utilizationWads(after.borrowed, after.supplied),
      curveUtilizationWads: save.curveUtilization({ ...after, own }),
    };
    return { ...after, rates: deriveRatePoint(terms, at, slotDurationMs) };
  },

  constraints: {
    borrow: BORROW_CONSTRAINTS,
    withdraw: WITHDRAW_CONSTRAINTS,
    deposit: DEPOSIT_CONSTRAINTS,
  },
  headroom: headroomOf,
  priceConfig: toPriceConfig,
};

/** There is no status in the account: limits of 0 close a reserve, and the SDK calls one disabled where both are. */
function commonSettings(config: ReserveConfig): Omit<ReserveSettings, 'own'> {
  return {
    status: config.depositLimitRaw === 0n && config.borrowLimitRaw === 0n ? 'obsolete' : 'active',
    loanToValuePct: config.loanToValuePct,
    liquidationThresholdPct: config.liquidationThresholdPct,
    // Whole percent, cut off; the basis points are a field of Save's own.
    borrowFactorPct: 100n + config.addedBorrowWeightBps / 100n,
    protocolTakeRatePct: config.protocolTakeRatePct,
    minLiquidationBonusBps: 100 * config.liquidationBonusPct,
    maxLiquidationBonusBps: 100 * config.maxLiquidationBonusPct,
    protocolLiquidationFeePct: null,
    originationFee: config.fees.borrowFeeWad,
    flashLoanFee: config.fees.flashLoanFeeWad,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
  };
}

/** Where the rate jumps, because a piece of the curve has no length, a knot stands right behind the jump. */
function knots(terms: SaveTerms): Knot[] {
  return curveKnots(terms).map(({ utilizationPct }, i, all) => {
    const isBehindJump = all[i - 1]?.utilizationPct === utilizationPct;
    return {
      utilization: percentToWad(utilizationPct) + (isBehindJump ? 1n : 0n),
      utilizationF: utilizationPct / 100,
    };
  });
}

function deriveState(state: SaveState, terms: SaveTerms, moment: Moment, slotDurationMs: number): Derived<SaveFields> {
  const accrued = accrueState(state, terms, moment.slot);
  return {
    moment,
    accrued: toAccrued(state, accrued),
    borrowRate: borrowRateAt(terms, accrued.curveUtilizationWads),
    numbers: {
      ...amountsOf(state, accrued, terms.tokenDecimals),
      ...deriveRatePoint(terms, accrued, slotDurationMs),
      // Emissions are paid outside of these accounts.
      rewardsAprF: 0,
    },
  };
}

function amountsOf({ price }: SaveState, accrued: AccruedBalances, decimals: number) {
  const { availableRaw, borrowedWads, totalSupplyWads: suppliedWads } = accrued;
  const isPriced = hasPrice(price);
  return {
    availableAmountF: rawToAmount(availableRaw, decimals),
    suppliedAmountF: exactToAmount(suppliedWads, WAD, decimals),
    borrowedAmountF: exactToAmount(borrowedWads, WAD, decimals),
    availableAmountUsdF: isPriced ? rawToUsd(availableRaw, price, WAD, decimals) : null,
    suppliedAmountUsdF: isPriced ? exactToUsd(suppliedWads, price, WAD, decimals) : null,
    borrowedAmountUsdF: isPriced ? exactToUsd(borrowedWads, price, WAD, decimals) : null,
    priceUsdF: isPriced ? exactToDouble(price, WAD) : null,
  };
}
