import type { Reserve, ReserveConfig } from '@tidemark/lending';
import type { JsonObject, ReserveInput } from '@tidemark/schema';
import type { Bank } from './fetch-batch.ts';
import { toJsonObject } from './json-object.ts';
import { PROTOCOL } from './protocol.ts';
import { sha256 } from './quarantine-entry.ts';

/**
 * Identity and configuration of a reserve as seen at one bank. `configSha256` covers all of it, so that equal hashes mean
 * that there is nothing to write.
 */
export function toReserveRow(reserve: Reserve, bank: Bank): ReserveInput {
  const facts = { ...identityColumns(reserve), ...configColumns(reserve), config: toConfigJson(reserve.config) };
  return {
    ...facts,
    configSha256: sha256(Buffer.from(JSON.stringify(facts, bigintsAsText))),
    configSlot: bank.slot,
    configObservedAt: new Date(Number(bank.unixTimestamp) * 1000),
  };
}

function identityColumns(reserve: Reserve) {
  return {
    address: reserve.address,
    protocol: PROTOCOL,
    lendingMarket: reserve.lendingMarket,
    tokenMint: reserve.liquidity.mint,
    tokenSymbol: reserve.tokenSymbol,
    tokenDecimals: reserve.liquidity.mintDecimals,
    tokenProgram: reserve.liquidity.tokenProgram,
    collateralMint: reserve.collateral.mint,
    collateralSupplyVault: reserve.collateral.supplyVault,
    supplyVault: reserve.liquidity.supplyVault,
    feeVault: reserve.liquidity.feeVault,
  };
}

function configColumns({ config }: Reserve) {
  return {
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
  };
}

/**
 * The whole configuration. The counters of the withdrawal caps lie among it in the account but move with every withdrawal;
 * they are state, and stand in the snapshots.
 */
function toConfigJson(config: ReserveConfig): JsonObject {
  const { depositWithdrawalCap, debtWithdrawalCap } = config;
  const settings = ({ capacityRaw, intervalSeconds }: ReserveConfig['debtWithdrawalCap']) => ({
    capacityRaw,
    intervalSeconds,
  });
  return toJsonObject({
    ...config,
    depositWithdrawalCap: settings(depositWithdrawalCap),
    debtWithdrawalCap: settings(debtWithdrawalCap),
  });
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
