import { type ConfigFlag, configFlagsOf, type Reserve, type ReserveConfig } from '@tidemark/protocols/kamino';
import type { JsonObject, ReserveInput } from '@tidemark/schema';
import type { Bank } from './fetch-batch.ts';
import { toJsonObject } from './json-object.ts';
import { PROTOCOL } from './protocol.ts';
import { sha256 } from './quarantine-entry.ts';

/**
 * Identity and configuration of a reserve as seen at one bank. `configSha256` covers all of it (the plain columns are part
 * of the configuration), so that equal hashes mean that there is nothing to write.
 *
 * One literal on purpose: putting it together by spreading parts costs three times the rest of the function.
 */
export function toReserveRow(reserve: Reserve, bank: Bank): ReserveInput {
  const { liquidity, collateral, config } = reserve;
  const configJson = toConfigJson(config);
  const configFlags = configFlagsOf(config);
  return {
    address: reserve.address,
    protocol: PROTOCOL,
    lendingMarket: reserve.lendingMarket,
    tokenMint: liquidity.mint,
    tokenSymbol: reserve.tokenSymbol,
    tokenDecimals: liquidity.mintDecimals,
    tokenProgram: liquidity.tokenProgram,
    collateralMint: collateral.mint,
    collateralSupplyVault: collateral.supplyVault,
    supplyVault: liquidity.supplyVault,
    feeVault: liquidity.feeVault,
    status: config.status,
    interestRateBasis: config.interestRateBasis,
    emergencyMode: config.emergencyMode,
    loanToValuePct: config.loanToValuePct,
    liquidationThresholdPct: config.liquidationThresholdPct,
    borrowFactorPct: config.borrowFactorPct,
    protocolTakeRatePct: config.protocolTakeRatePct,
    protocolLiquidationFeePct: config.protocolLiquidationFeePct,
    minLiquidationBonusBps: config.minLiquidationBonusBps,
    maxLiquidationBonusBps: config.maxLiquidationBonusBps,
    badDebtLiquidationBonusBps: config.badDebtLiquidationBonusBps,
    hostFixedInterestRateBps: config.hostFixedInterestRateBps,
    originationFeeSf: config.fees.originationFeeSf,
    flashLoanFeeSf: config.fees.flashLoanFeeSf,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: config.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingPct: config.utilizationLimitBlockBorrowingAbovePct,
    depositCapCapacityRaw: config.depositWithdrawalCap.capacityRaw,
    depositCapIntervalSeconds: config.depositWithdrawalCap.intervalSeconds,
    debtCapCapacityRaw: config.debtWithdrawalCap.capacityRaw,
    debtCapIntervalSeconds: config.debtWithdrawalCap.intervalSeconds,
    maxPriceAgeSeconds: config.tokenInfo.maxAgePriceSeconds,
    config: configJson,
    configFlags,
    configSha256: hashFacts(reserve, configJson, configFlags),
    configSlot: bank.slot,
    configObservedAt: new Date(Number(bank.unixTimestamp) * 1000),
  };
}

/** Flags follow from the configuration, but a later version may know more of them: the stored ones are replaced then. */
function hashFacts(
  { lendingMarket, liquidity, collateral }: Reserve,
  config: JsonObject,
  flags: readonly ConfigFlag[],
): Uint8Array {
  const { mint, mintDecimals, tokenProgram, supplyVault, feeVault } = liquidity;
  const identity = [lendingMarket, mint, mintDecimals, tokenProgram, supplyVault, feeVault];
  return sha256(JSON.stringify([...identity, collateral.mint, collateral.supplyVault, config, ...flags]));
}

/**
 * The whole configuration. The counters of the withdrawal caps lie among it in the account but move with every withdrawal;
 * they are state, and stand in the snapshots.
 */
function toConfigJson(config: ReserveConfig): JsonObject {
  const { depositWithdrawalCap, debtWithdrawalCap } = config;
  return toJsonObject({
    ...config,
    depositWithdrawalCap: capSettings(depositWithdrawalCap),
    debtWithdrawalCap: capSettings(debtWithdrawalCap),
  });
}

function capSettings({ capacityRaw, intervalSeconds }: ReserveConfig['debtWithdrawalCap']) {
  return { capacityRaw, intervalSeconds };
}
