import { buildReserve, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { createHash } from 'node:crypto';
import { type AccountBytes } from '@tidemark/core';
import {
  decodeReserve,
  deriveReserve,
  encodeReserve,
  kamino,
  KAMINO_LEND_PROGRAM_ADDRESS,
  toDerived,
  toState,
} from '@tidemark/protocols/kamino';
import { type ReserveInput, type ReserveState, toReserveState } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { bankAt, buildReserveRow } from './rows.ts';

export interface SeenReserve {
  readonly row: ReserveInput;
  readonly state: ReserveState;
}

/**
 * What the indexer stores of an account seen at second `seconds`: the account is encoded, decoded and derived. It was
 * refreshed in that very bank unless `lastUpdate` says otherwise, so that amounts are those of the fields.
 */
export function seeReserve(label: string, seconds: number, overrides: ReserveOverrides = {}): SeenReserve {
  const bank = bankAt(seconds);
  const unixTimestamp = BigInt(bank.observedAt.getTime() / 1000);
  const account: AccountBytes = {
    address: addressFromLabel(label),
    owner: KAMINO_LEND_PROGRAM_ADDRESS,
    data: encodeReserve(
      buildReserve({
        symbol: label,
        lendingMarket: addressFromLabel('market'),
        ...overrides,
        lastUpdate: { slot: bank.slot, ...overrides.lastUpdate },
        liquidity: { marketPriceUpdatedAt: unixTimestamp - 30n, ...overrides.liquidity },
      }),
    ),
  };
  const reserve = decodeReserve(account);
  const { liquidity, config } = reserve;
  const derived = deriveReserve(reserve, {
    slot: bank.slot,
    unixTimestamp,
    slotDurationMs: 400,
    referralFeeBps: 2_000,
    rewardsMaxAprBps: 500,
  });
  const stored = toState(reserve, kamino.arithmetics[0]);
  const state = toReserveState(kamino, stored, toDerived(stored, derived), {
    lendingMarket: reserve.lendingMarket,
    slotDurationMs: 400,
    accountSha256: new Uint8Array(createHash('sha256').update(account.data).digest()),
    slotDurationSource: 'performance_samples',
  });
  const { depositWithdrawalCap: depositCap, debtWithdrawalCap: debtCap } = config;
  const configJson = kamino.config(reserve);
  const row = buildReserveRow(label, {
    tokenDecimals: liquidity.mintDecimals,
    status: config.status,
    interestRateBasis: config.interestRateBasis,
    emergencyMode: config.emergencyMode,
    protocolTakeRatePct: config.protocolTakeRatePct,
    hostFixedInterestRateBps: config.hostFixedInterestRateBps,
    originationFee: config.fees.originationFeeSf,
    maxPriceAgeSeconds: config.tokenInfo.maxAgePriceSeconds,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: config.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingPct: config.utilizationLimitBlockBorrowingAbovePct,
    depositCapCapacityRaw: depositCap.capacityRaw,
    depositCapIntervalSeconds: depositCap.intervalSeconds,
    debtCapCapacityRaw: debtCap.capacityRaw,
    debtCapIntervalSeconds: debtCap.intervalSeconds,
    config: configJson,
    configSha256: new Uint8Array(createHash('sha256').update(JSON.stringify(configJson)).digest()),
    configSlot: bank.slot,
    configObservedAt: bank.observedAt,
  });
  return { row, state };
}
