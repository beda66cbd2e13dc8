import {
  type Accrued,
  type Derived,
  type InterestSplit,
  type Moment,
  numbersOf,
  readBigint,
  toConfigJson,
} from '@tidemark/core';
import { changedBalances } from '../common/what-if.ts';
import type { AccountKind, Protocol } from '../protocol.ts';
import { accrueReserve } from './accrual.ts';
import { accrualUnitsPerYear } from './accrual-units.ts';
import type { AccrualOptions } from './accrued-reserve.ts';
import { borrowRateAt, effectiveCurve } from './borrow-rate-curve.ts';
import { COMPOUNDING, compoundedInterestSf } from './compounding.ts';
import { configFlagsOf } from './config-flags.ts';
import {
  DECODER_VERSION,
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  LENDING_MARKET_DISCRIMINATOR,
  RESERVE_ACCOUNT_SIZE,
  RESERVE_DISCRIMINATOR,
} from './constants.ts';
import { decodeLendingMarket, decodeReserve } from './accounts.ts';
import { deriveReserve } from './derive-reserve.ts';
import type { DerivedReserve } from './derived-reserve.ts';
import { bpsToSf, mulSf, ONE_SF } from './fraction.ts';
import {
  BORROW_CONSTRAINTS,
  DEPOSIT_CONSTRAINTS,
  GROUP_BORROW_CONSTRAINTS,
  WITHDRAW_CONSTRAINTS,
} from './headroom-checks.ts';
import type { LendingMarket } from './lending-market.ts';
import { KAMINO_FIELDS, KAMINO_SOURCES, type KaminoFields } from './own-fields.ts';
import { KAMINO_PARAMETER_NAMES } from './parameter-names.ts';
import { isPriceUsableForBorrow, PRICE_STATUS_BITS, PRICE_STATUS_LIQUIDATION } from './price-status.ts';
import { toPriceConfig } from './price-config.ts';
import { deriveRatePoint, type RateTerms } from './rate-point.ts';
import { displayLendingMarketName, KNOWN_REGISTRY } from './registry.ts';
import { type Reserve, RESERVE } from './reserve.ts';
import { headroomOf, type KaminoLimits, priceOf, toLimits } from './stored-headroom.ts';
import {
  basisOf,
  compoundingOf,
  type KaminoState,
  type KaminoTerms,
  toAccrued,
  toAccruing,
  toReserveConfigJson,
  toState,
  toTerms,
} from './stored-reserve.ts';
import { totalSupplySf, utilizationSf } from './total-supply.ts';

const kind = (size: number, discriminator: Uint8Array, marketOffset: number | null): AccountKind => ({
  program: KAMINO_LEND_PROGRAM_ADDRESS,
  size,
  discriminator,
  marketOffset,
  anySize: { offset: 0, bytes: discriminator },
  looksValid: (data) => data.length === size && discriminator.every((byte, i) => data[i] === byte),
});

/** Kamino Lend (klend). */
export const kamino: Protocol<Reserve, LendingMarket, KaminoTerms, KaminoFields, KaminoLimits> = {
  name: 'kamino',
  scale: ONE_SF,
  decoderVersion: DECODER_VERSION,
  arithmetics: COMPOUNDING,
  timeBasisNames: { slots: 'legacy', seconds: 'true_apr' },
  receivers: ['referrerMax', 'host'],
  fields: KAMINO_FIELDS,
  parameterNames: KAMINO_PARAMETER_NAMES,
  sources: KAMINO_SOURCES,
  accounts: {
    reserve: kind(RESERVE_ACCOUNT_SIZE, RESERVE_DISCRIMINATOR, RESERVE.lendingMarket.at),
    market: kind(LENDING_MARKET_ACCOUNT_SIZE, LENDING_MARKET_DISCRIMINATOR, null),
  },
  registry: KNOWN_REGISTRY,
  legacySettings: { KLEND_ACCRUAL_VARIANT: 'ARITHMETICS', KLEND_MARKETS: 'MARKETS', KLEND_RESERVES: 'RESERVES' },
  // Its referral fee and its ceiling on rewards are part of the accrual.
  needsMarket: true,

  decodeReserve,
  decodeMarket: decodeLendingMarket,
  companions: () => [],

  identity: ({ address, lendingMarket, tokenSymbol, liquidity, collateral }) => ({
    address,
    lendingMarket,
    tokenMint: liquidity.mint,
    tokenSymbol,
    tokenSymbolOrigin: 'account',
    tokenDecimals: liquidity.mintDecimals,
    tokenProgram: liquidity.tokenProgram,
    receiptMint: collateral.mint,
    receiptVault: collateral.supplyVault,
    supplyVault: liquidity.supplyVault,
    feeVault: liquidity.feeVault,
    underlying: null,
  }),

  settings: ({ config }) => ({
    status: config.status,
    loanToValuePct: config.loanToValuePct,
    liquidationThresholdPct: config.liquidationThresholdPct,
    borrowFactorPct: config.borrowFactorPct,
    protocolTakeRatePct: config.protocolTakeRatePct,
    minLiquidationBonusBps: config.minLiquidationBonusBps,
    maxLiquidationBonusBps: config.maxLiquidationBonusBps,
    protocolLiquidationFeePct: config.protocolLiquidationFeePct,
    originationFee: config.fees.originationFeeSf,
    flashLoanFee: config.fees.flashLoanFeeSf,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    own: {
      emergencyMode: config.emergencyMode,
      badDebtLiquidationBonusBps: config.badDebtLiquidationBonusBps,
      hostFixedInterestRateBps: config.hostFixedInterestRateBps,
      borrowLimitOutsideElevationGroupRaw: config.borrowLimitOutsideElevationGroupRaw,
      utilizationLimitBlockBorrowingPct: config.utilizationLimitBlockBorrowingAbovePct,
      depositCapCapacityRaw: config.depositWithdrawalCap.capacityRaw,
      depositCapIntervalSeconds: config.depositWithdrawalCap.intervalSeconds,
      debtCapCapacityRaw: config.debtWithdrawalCap.capacityRaw,
      debtCapIntervalSeconds: config.debtWithdrawalCap.intervalSeconds,
      maxPriceAgeSeconds: config.tokenInfo.maxAgePriceSeconds,
    },
  }),
  config: ({ config }) => toReserveConfigJson(config),
  configFlags: ({ config }) => configFlagsOf(config),

  market: (market) => ({
    address: market.address,
    name: market.name,
    displayName: displayLendingMarketName(market.address, market.name),
    owner: market.owner,
    quoteCurrency: market.quoteCurrency,
    emergencyMode: market.emergencyMode,
    borrowDisabled: market.borrowDisabled,
    own: { referralFeeBps: market.referralFeeBps, rewardsMaxAprBps: market.reserveRewardsMaxAprBps },
  }),
  marketConfig({ address: _address, name: _name, quoteCurrency: _quoteCurrency, ...config }) {
    return toConfigJson(config);
  },
  borrowFactorBps(config) {
    const percent = readBigint(config, 'borrowFactorPct');
    return percent < 100n ? 10_000n : 100n * percent;
  },

  state: (reserve, _found, arithmetic) => toState(reserve, arithmetic),
  terms: toTerms,
  unitsPerYear: (timeBasis) => accrualUnitsPerYear(basisOf({ timeBasis })),

  accrue: (state, terms, moment) =>
    toAccrued(state, accrueReserve(toAccruing(state, terms), optionsAt(state, terms, moment))),

  derive(state, terms, moment, slotDurationMs) {
    const options = { ...optionsAt(state, terms, moment), slotDurationMs };
    return toDerived(state, deriveReserve(toAccruing(state, terms), options));
  },

  interest,
  supplied: ({ available, borrowed, own }) =>
    totalSupplySf({
      availableAmountRaw: available,
      borrowedAmountSf: borrowed,
      accumulatedProtocolFeesSf: own.accumulatedProtocolFeesSf,
      accumulatedReferrerFeesSf: own.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: own.pendingReferrerFeesSf,
    }),
  owedFees: (own) => [
    { receiver: 'protocol', amount: own.accumulatedProtocolFeesSf },
    { receiver: 'referrer', amount: own.accumulatedReferrerFeesSf },
    { receiver: 'pendingReferrer', amount: own.pendingReferrerFeesSf },
  ],

  curveUtilization: (balances) => utilizationSf(balances.borrowed, kamino.supplied(balances)),
  rateAt: ({ borrowRateCurve }, utilization) => borrowRateAt(borrowRateCurve, utilization),
  cutOff(state, { elapsedUnits }) {
    const steps = elapsedUnits + 1n;
    return compoundingOf(state) === 'before-1.17' ? steps * steps : steps;
  },

  acceptsPrice: (priceStatus) => (priceStatus === null ? null : isPriceUsableForBorrow(priceStatus)),
  priceStatusBits: { ...PRICE_STATUS_BITS, usableForLiquidation: PRICE_STATUS_LIQUIDATION },
  limits: toLimits,
  price: priceOf,

  knots: ({ borrowRateCurve }) =>
    effectiveCurve(borrowRateCurve).map(({ utilizationRateBps }) => ({
      utilization: bpsToSf(utilizationRateBps),
      utilizationF: utilizationRateBps / 10_000,
    })),
  ratesAt: (terms, utilization, slotDurationMs) => deriveRatePoint(rateTermsOf(terms, slotDurationMs), utilization),
  whatIf(terms, balances, change, slotDurationMs) {
    const after = changedBalances(balances, change, ONE_SF);
    const utilization = utilizationSf(after.borrowed, after.supplied);
    return { ...after, rates: deriveRatePoint(rateTermsOf(terms, slotDurationMs), utilization) };
  },

  constraints: {
    borrow: BORROW_CONSTRAINTS,
    borrowInElevationGroup: GROUP_BORROW_CONSTRAINTS,
    withdraw: WITHDRAW_CONSTRAINTS,
    deposit: DEPOSIT_CONSTRAINTS,
  },
  headroom: headroomOf,
  priceConfig: toPriceConfig,
};

function optionsAt(state: KaminoState, terms: KaminoTerms, moment: Moment): AccrualOptions {
  return {
    slot: moment.slot,
    unixTimestamp: BigInt(moment.unixSeconds),
    referralFeeBps: terms.referralFeeBps,
    rewardsMaxAprBps: terms.rewardsMaxAprBps,
    compounding: compoundingOf(state),
  };
}

/** A derivation under common names. */
export function toDerived(state: KaminoState, derived: DerivedReserve): Derived<KaminoFields> {
  return {
    moment: { slot: derived.slot, unixSeconds: Number(derived.unixTimestamp) },
    accrued: toAccrued(state, derived.accrued),
    borrowRate: derived.borrowRateSf,
    numbers: numbersOf(derived),
  };
}

/**
 * `referrerMax` is an upper bound: without a referrer it goes to the protocol. The program adds the host's interest to the
 * protocol's fees, and does not keep it apart.
 */
function interest(state: KaminoState, terms: KaminoTerms, accrued: Accrued<KaminoFields>): InterestSplit {
  const total = accrued.borrowed - state.borrowed;
  const host = hostInterest(state, terms, accrued.elapsedUnits);
  const protocol = accrued.own.accumulatedProtocolFeesSf - state.own.accumulatedProtocolFeesSf - host;
  const referrerMax = accrued.own.pendingReferrerFeesSf - state.own.pendingReferrerFeesSf;
  return {
    interest: total,
    supplySide: total - protocol - referrerMax - host,
    protocol,
    others: { referrerMax, host },
  };
}

function hostInterest(state: KaminoState, terms: KaminoTerms, units: bigint): bigint {
  if (terms.hostFixedInterestRateBps === 0 || units === 0n) return 0n;
  const perYear = accrualUnitsPerYear(basisOf(state));
  const growth = compoundedInterestSf(bpsToSf(terms.hostFixedInterestRateBps), units, perYear, compoundingOf(state));
  return mulSf(state.borrowed, growth) - state.borrowed;
}

function rateTermsOf(terms: KaminoTerms, slotDurationMs: number): RateTerms {
  return { ...terms, slotDurationMs };
}
