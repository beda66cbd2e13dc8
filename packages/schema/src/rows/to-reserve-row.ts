import type { ConfigJson, Moment, OwnFields } from '@tidemark/core';
import type { MarketRecord, ReserveIdentity, ReserveSettings } from '@tidemark/protocols';
import { U64_MAX } from '@tidemark/core';
import type { LendingMarketInput, ReserveInput } from '../tables/index.ts';

/** What the configuration of a reserve is made of. */
export interface ReserveParts {
  readonly protocol: string;
  readonly identity: ReserveIdentity;
  readonly settings: ReserveSettings;
  readonly timeBasis: ReserveInput['interestRateBasis'];
  readonly config: ConfigJson;
  readonly configFlags: readonly string[];
  readonly configSha256: Uint8Array;
}

/**
 * Identity and configuration of a reserve as seen at one bank. One literal on purpose: putting it together by spreading parts
 * costs three times the rest of the function. Settings of another protocol have the value that means "no such thing".
 */
export function toReserveRow(parts: ReserveParts, moment: Moment): ReserveInput {
  const { identity, settings } = parts;
  const { own } = settings;
  return {
    address: identity.address,
    protocol: parts.protocol,
    lendingMarket: identity.lendingMarket,
    tokenMint: identity.tokenMint,
    tokenSymbol: identity.tokenSymbol,
    tokenDecimals: identity.tokenDecimals,
    tokenProgram: identity.tokenProgram,
    collateralMint: identity.receiptMint,
    collateralSupplyVault: identity.receiptVault,
    supplyVault: identity.supplyVault,
    feeVault: identity.feeVault,
    status: settings.status,
    interestRateBasis: parts.timeBasis,
    emergencyMode: own['emergencyMode'] === true,
    loanToValuePct: settings.loanToValuePct,
    liquidationThresholdPct: settings.liquidationThresholdPct,
    borrowFactorPct: settings.borrowFactorPct,
    protocolTakeRatePct: settings.protocolTakeRatePct,
    protocolLiquidationFeePct: settings.protocolLiquidationFeePct,
    minLiquidationBonusBps: settings.minLiquidationBonusBps,
    maxLiquidationBonusBps: settings.maxLiquidationBonusBps,
    badDebtLiquidationBonusBps: numberOf(own, 'badDebtLiquidationBonusBps'),
    hostFixedInterestRateBps: numberOf(own, 'hostFixedInterestRateBps'),
    originationFeeSf: settings.originationFee,
    flashLoanFeeSf: settings.flashLoanFee,
    depositLimitRaw: settings.depositLimitRaw,
    borrowLimitRaw: settings.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: integerOf(own, 'borrowLimitOutsideElevationGroupRaw', U64_MAX),
    utilizationLimitBlockBorrowingPct: numberOf(own, 'utilizationLimitBlockBorrowingPct'),
    depositCapCapacityRaw: integerOf(own, 'depositCapCapacityRaw', 0n),
    depositCapIntervalSeconds: integerOf(own, 'depositCapIntervalSeconds', 0n),
    debtCapCapacityRaw: integerOf(own, 'debtCapCapacityRaw', 0n),
    debtCapIntervalSeconds: integerOf(own, 'debtCapIntervalSeconds', 0n),
    maxPriceAgeSeconds: integerOf(own, 'maxPriceAgeSeconds', 0n),
    config: parts.config,
    configFlags: [...parts.configFlags],
    configSha256: parts.configSha256,
    configSlot: moment.slot,
    configObservedAt: new Date(moment.unixSeconds * 1000),
  };
}

/** A lending market as seen at one bank. `displayName` may be a label of ours where the chain has no name. */
export function toLendingMarketRow(
  protocol: string,
  market: MarketRecord,
  config: ConfigJson,
  accountSha256: Uint8Array,
  moment: Moment,
): LendingMarketInput {
  return {
    address: market.address,
    protocol,
    name: market.name,
    displayName: market.displayName,
    owner: market.owner,
    quoteCurrency: market.quoteCurrency,
    referralFeeBps: numberOf(market.own, 'referralFeeBps'),
    emergencyMode: market.emergencyMode,
    borrowDisabled: market.borrowDisabled,
    rewardsMaxAprBps: numberOf(market.own, 'rewardsMaxAprBps'),
    config,
    accountSha256,
    slot: moment.slot,
    observedAt: new Date(moment.unixSeconds * 1000),
  };
}

function numberOf(own: OwnFields, name: string): number {
  const value = own[name];
  return typeof value === 'number' ? value : 0;
}

function integerOf(own: OwnFields, name: string, none: bigint): bigint {
  const value = own[name];
  return typeof value === 'bigint' ? value : none;
}
