import { viewOf, writeFlag, writeU64, writeU64Array, writeU128, writeU256 } from '@tidemark/core';
import { startAccount, writeAddress } from '../common/account-fields.ts';
import { RESERVE_ACCOUNT_SIZE, RESERVE_DISCRIMINATOR } from './constants.ts';
import { encodeReserveConfig } from './encode-reserve-config.ts';
import { RESERVE } from './layout.ts';
import type { ReserveFields } from './reserve.ts';

/**
 * The bytes of a Reserve account: `decodeReserve` of the result gives the same fields back. Bytes that no field names
 * are zero, or those of `onto` (copied, not changed), so that an account keeps what this version does not know.
 * Throws `INVALID_BASE58` for a malformed address and `WRONG_SIZE` for an `onto` of another size.
 */
export function encodeReserve(fields: ReserveFields, onto?: Uint8Array): Uint8Array {
  const data = startAccount(RESERVE_ACCOUNT_SIZE, onto, RESERVE_DISCRIMINATOR);
  const view = viewOf(data);
  writeU64(view, RESERVE.version, fields.version);
  writeU64(view, RESERVE.lastUpdateSlot, fields.lastUpdate.slot);
  writeFlag(view, RESERVE.stale, fields.lastUpdate.stale);
  view.setUint8(RESERVE.priceStatus, fields.lastUpdate.priceStatus);
  view.setUint32(RESERVE.lastUpdateTimestamp, fields.lastUpdate.timestamp, true);
  writeAddress(data, RESERVE.lendingMarket, fields.lendingMarket);
  writeAddress(data, RESERVE.farmCollateral, fields.farmCollateral);
  writeAddress(data, RESERVE.farmDebt, fields.farmDebt);
  encodeLiquidity(data, view, fields);
  encodeCollateral(data, view, fields);
  encodeReserveConfig(data, view, fields.config);
  writeU64(view, RESERVE.borrowedOutsideElevationGroup, fields.borrowedAmountOutsideElevationGroupRaw);
  writeU64Array(view, RESERVE.borrowedInElevationGroups, fields.borrowedAmountsAgainstThisReserveInElevationGroupsRaw);
  writeU64(view, RESERVE.queuedCollateral, fields.withdrawQueue.queuedCollateralRaw);
  writeU64(view, RESERVE.nextIssuedTicket, fields.withdrawQueue.nextIssuedTicketSequence);
  writeU64(view, RESERVE.nextWithdrawableTicket, fields.withdrawQueue.nextWithdrawableTicketSequence);
  return data;
}

function encodeLiquidity(data: Uint8Array, view: DataView, { liquidity }: ReserveFields): void {
  writeAddress(data, RESERVE.mint, liquidity.mint);
  writeAddress(data, RESERVE.supplyVault, liquidity.supplyVault);
  writeAddress(data, RESERVE.feeVault, liquidity.feeVault);
  writeAddress(data, RESERVE.tokenProgram, liquidity.tokenProgram);
  writeU64(view, RESERVE.availableAmount, liquidity.availableAmountRaw);
  writeU128(view, RESERVE.borrowedAmountSf, liquidity.borrowedAmountSf);
  writeU128(view, RESERVE.marketPriceSf, liquidity.marketPriceSf);
  writeU64(view, RESERVE.marketPriceUpdatedAt, liquidity.marketPriceUpdatedAt);
  writeU64(view, RESERVE.mintDecimals, BigInt(liquidity.mintDecimals));
  writeU64(view, RESERVE.depositLimitCrossedAt, liquidity.depositLimitCrossedAt);
  writeU64(view, RESERVE.borrowLimitCrossedAt, liquidity.borrowLimitCrossedAt);
  writeU256(view, RESERVE.cumulativeBorrowRateBsf, liquidity.cumulativeBorrowRateBsf);
  writeU128(view, RESERVE.accumulatedProtocolFeesSf, liquidity.accumulatedProtocolFeesSf);
  writeU128(view, RESERVE.accumulatedReferrerFeesSf, liquidity.accumulatedReferrerFeesSf);
  writeU128(view, RESERVE.pendingReferrerFeesSf, liquidity.pendingReferrerFeesSf);
  writeU128(view, RESERVE.absoluteReferralRateSf, liquidity.absoluteReferralRateSf);
  writeU64(view, RESERVE.rewardsAvailable, liquidity.rewardsAvailableRaw);
}

function encodeCollateral(data: Uint8Array, view: DataView, { collateral }: ReserveFields): void {
  writeAddress(data, RESERVE.collateralMint, collateral.mint);
  writeAddress(data, RESERVE.collateralSupplyVault, collateral.supplyVault);
  writeU64(view, RESERVE.collateralMintTotalSupply, collateral.mintTotalSupplyRaw);
}
