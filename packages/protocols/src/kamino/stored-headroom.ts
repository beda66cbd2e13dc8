import {
  type AccountState,
  type Accrued,
  type ConfigJson,
  type Moment,
  readBigint,
  readBoolean,
  readInteger,
  readWord,
} from '@tidemark/core';
import type { BorrowRoom, Headroom } from '../protocol.ts';
import { type BorrowBound, deriveHeadroom } from './headroom.ts';
import type { KaminoFields } from './own-fields.ts';
import type { ReserveStatus, WithdrawalCap } from './reserve.ts';
import { unixSecondsOrZero } from './stored-reserve.ts';

const STATUSES: readonly ReserveStatus[] = ['active', 'obsolete', 'hidden'];

/** What can be done with a stored reserve; the rooms are unknown while its market was never read. */
export function headroomOf(
  { receiptSupply, own }: AccountState<KaminoFields>,
  accrued: Accrued<KaminoFields>,
  config: ConfigJson,
  market: ConfigJson | null,
  { unixSeconds }: Moment,
): Headroom {
  const bounds = deriveHeadroom({
    unixTimestamp: BigInt(unixSeconds),
    availableRaw: accrued.available,
    borrowedSf: accrued.borrowed,
    totalSupplySf: accrued.supplied,
    mintTotalSupplyRaw: receiptSupply,
    queuedCollateralRaw: own.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: own.borrowedOutsideElevationGroupRaw,
    status: readWord(config, 'status', STATUSES),
    emergencyMode: readBoolean(config, 'emergencyMode') || (market !== null && readBoolean(market, 'emergencyMode')),
    borrowDisabled: market !== null && readBoolean(market, 'borrowDisabled'),
    blockPriceUsage: readBoolean(config, 'tokenInfo.blockPriceUsage'),
    originationFeeSf: readBigint(config, 'fees.originationFeeSf'),
    depositLimitRaw: readBigint(config, 'depositLimitRaw'),
    borrowLimitRaw: readBigint(config, 'borrowLimitRaw'),
    borrowLimitOutsideElevationGroupRaw: readBigint(config, 'borrowLimitOutsideElevationGroupRaw'),
    utilizationLimitBlockBorrowingAbovePct: readInteger(config, 'utilizationLimitBlockBorrowingAbovePct'),
    depositWithdrawalCap: capOf(
      config,
      'depositWithdrawalCap',
      own.depositCapCurrentRaw,
      own.depositCapIntervalStartAt,
    ),
    debtWithdrawalCap: capOf(config, 'debtWithdrawalCap', own.debtCapCurrentRaw, own.debtCapIntervalStartAt),
  });
  const { withdrawable, depositable, queuedLiquidityRaw: queuedRaw } = bounds;
  if (market === null) {
    const unknown = { borrowable: null, withdrawable: null, depositable: null };
    return { ...unknown, queuedRaw, own: { borrowableInElevationGroup: null } };
  }
  return {
    borrowable: toBorrowRoom(bounds.borrowable),
    withdrawable: { ...withdrawable, receiptRaw: withdrawable.collateralRaw },
    depositable,
    queuedRaw,
    own: { borrowableInElevationGroup: toBorrowRoom(bounds.borrowableInElevationGroup) },
  };
}

function capOf(config: ConfigJson, name: string, currentTotalRaw: bigint, intervalStartAt: Date | null): WithdrawalCap {
  return {
    capacityRaw: readBigint(config, `${name}.capacityRaw`, { signed: true }),
    currentTotalRaw,
    intervalStartAt: unixSecondsOrZero(intervalStartAt),
    intervalSeconds: readBigint(config, `${name}.intervalSeconds`),
  };
}

function toBorrowRoom({ grossRaw, netRaw, bindingConstraint, resetsAt }: BorrowBound): BorrowRoom {
  return { amountRaw: grossRaw, receivedRaw: netRaw, bindingConstraint, resetsAt };
}
