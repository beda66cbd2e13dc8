import type { ConfigJson, Moment, TimeBasis } from '@tidemark/core';
import type { MarketRecord, Protocol, ReserveIdentity, ReserveSettings } from '@tidemark/protocols';
import { type LendingMarketInput, lendingMarkets, type ReserveInput, reserves } from '../tables/index.ts';
import { booleanOf, byColumn, integerOf, numberOf, rememberPlaces, toOwnJson } from './own-fields.ts';

const placesOfSettings = rememberPlaces('settings', reserves);
const placesOfMarkets = rememberPlaces('market', lendingMarkets);

/** What the configuration of a reserve is made of. */
export interface ReserveParts {
  readonly protocol: Pick<Protocol, 'name' | 'fields' | 'timeBasisNames'>;
  readonly identity: ReserveIdentity;
  readonly settings: ReserveSettings;
  readonly timeBasis: TimeBasis;
  readonly config: ConfigJson;
  readonly configFlags: readonly string[];
  readonly configSha256: Uint8Array;
  /** Addresses of the accounts that are read in the same call. */
  readonly companions: readonly string[];
}

/**
 * Identity and configuration of a reserve as seen at one bank. One literal on purpose: putting it together by spreading parts
 * costs three times the rest of the function. Settings that the protocol does not have are null.
 */
export function toReserveRow(parts: ReserveParts, moment: Moment): ReserveInput {
  const { protocol, identity, settings } = parts;
  const places = placesOfSettings(protocol.fields);
  const own = byColumn(places, settings.own);
  return {
    address: identity.address,
    protocol: protocol.name,
    lendingMarket: identity.lendingMarket,
    tokenMint: identity.tokenMint,
    tokenSymbol: identity.tokenSymbol,
    tokenSymbolOrigin: identity.tokenSymbolOrigin,
    tokenDecimals: identity.tokenDecimals,
    tokenProgram: identity.tokenProgram,
    collateralMint: identity.receiptMint,
    collateralSupplyVault: identity.receiptVault,
    supplyVault: identity.supplyVault,
    feeVault: identity.feeVault,
    underlyingProtocol: identity.underlying?.protocol ?? null,
    underlyingReserve: identity.underlying?.reserve ?? null,
    status: settings.status,
    interestRateBasis: protocol.timeBasisNames[parts.timeBasis],
    loanToValuePct: settings.loanToValuePct,
    liquidationThresholdPct: settings.liquidationThresholdPct,
    borrowFactorPct: settings.borrowFactorPct,
    protocolTakeRatePct: settings.protocolTakeRatePct,
    protocolLiquidationFeePct: settings.protocolLiquidationFeePct,
    minLiquidationBonusBps: settings.minLiquidationBonusBps,
    maxLiquidationBonusBps: settings.maxLiquidationBonusBps,
    originationFee: settings.originationFee,
    flashLoanFee: settings.flashLoanFee,
    depositLimitRaw: settings.depositLimitRaw,
    borrowLimitRaw: settings.borrowLimitRaw,
    emergencyMode: booleanOf(own, 'emergencyMode'),
    badDebtLiquidationBonusBps: numberOf(own, 'badDebtLiquidationBonusBps'),
    hostFixedInterestRateBps: numberOf(own, 'hostFixedInterestRateBps'),
    borrowLimitOutsideElevationGroupRaw: integerOf(own, 'borrowLimitOutsideElevationGroupRaw'),
    utilizationLimitBlockBorrowingPct: numberOf(own, 'utilizationLimitBlockBorrowingPct'),
    depositCapCapacityRaw: integerOf(own, 'depositCapCapacityRaw'),
    depositCapIntervalSeconds: integerOf(own, 'depositCapIntervalSeconds'),
    debtCapCapacityRaw: integerOf(own, 'debtCapCapacityRaw'),
    debtCapIntervalSeconds: integerOf(own, 'debtCapIntervalSeconds'),
    maxPriceAgeSeconds: integerOf(own, 'maxPriceAgeSeconds'),
    own: toOwnJson(places, settings.own),
    companions: [...parts.companions],
    config: parts.config,
    configFlags: [...parts.configFlags],
    configSha256: parts.configSha256,
    configSlot: moment.slot,
    configObservedAt: new Date(moment.unixSeconds * 1000),
  };
}

/** A lending market as seen at one bank. `displayName` may be a label of ours where the chain has no name. */
export function toLendingMarketRow(
  { name: protocol, fields }: Pick<Protocol, 'name' | 'fields'>,
  market: MarketRecord & { readonly listed: boolean },
  config: ConfigJson,
  accountSha256: Uint8Array,
  moment: Moment,
): LendingMarketInput {
  const places = placesOfMarkets(fields);
  const own = byColumn(places, market.own);
  return {
    address: market.address,
    protocol,
    name: market.name,
    displayName: market.displayName,
    owner: market.owner,
    quoteCurrency: market.quoteCurrency,
    emergencyMode: market.emergencyMode,
    borrowDisabled: market.borrowDisabled,
    referralFeeBps: numberOf(own, 'referralFeeBps'),
    rewardsMaxAprBps: numberOf(own, 'rewardsMaxAprBps'),
    own: toOwnJson(places, market.own),
    config,
    listed: market.listed,
    accountSha256,
    slot: moment.slot,
    observedAt: new Date(moment.unixSeconds * 1000),
  };
}
