import { type AccountBytes, expectAccountShape } from '@tidemark/core';
import { readFlag, readU64, readU64Array, readU128, readU256, viewOf } from '@tidemark/core';
import { LendingError } from '@tidemark/core';
import { decodeFixedText, readAddress } from '../common/account-fields.ts';
import {
  KAMINO_LEND_PROGRAM_ADDRESS,
  MAX_MINT_DECIMALS,
  RESERVE_ACCOUNT_SIZE,
  RESERVE_DISCRIMINATOR,
  SUPPORTED_ACCOUNT_VERSION,
} from './constants.ts';
import { decodeReserveConfig } from './decode-reserve-config.ts';
import { ELEVATION_GROUP, RESERVE } from './layout.ts';
import type { Reserve, ReserveLiquidity } from './reserve.ts';

const SHAPE = {
  owner: KAMINO_LEND_PROGRAM_ADDRESS,
  size: RESERVE_ACCOUNT_SIZE,
  discriminator: RESERVE_DISCRIMINATOR,
};

/**
 * Decodes a Reserve account. Checks in this order, first failure thrown: `WRONG_OWNER`, `WRONG_SIZE`,
 * `WRONG_DISCRIMINATOR`, `UNSUPPORTED_VERSION`, `INVALID_DECIMALS`, `UNKNOWN_STATUS`, `UNKNOWN_INTEREST_RATE_BASIS`,
 * `INVALID_TAKE_RATE`. Settings that are merely outside of the program's own validation are decoded: `configFlagsOf`.
 * The result does not share memory with the bytes.
 */
export function decodeReserve(account: AccountBytes): Reserve {
  expectAccountShape(account, SHAPE);
  const { address, data } = account;
  const view = viewOf(data);
  const version = expectSupportedVersion(readU64(view, RESERVE.version), address);
  const liquidity = decodeLiquidity(data, view, address);
  const config = decodeReserveConfig(data, view, address);
  return {
    address,
    tokenSymbol: decodeFixedText(config.tokenInfo.nameBytes),
    version,
    lastUpdate: {
      slot: readU64(view, RESERVE.lastUpdateSlot),
      stale: readFlag(view, RESERVE.stale),
      priceStatus: view.getUint8(RESERVE.priceStatus),
      timestamp: view.getUint32(RESERVE.lastUpdateTimestamp, true),
    },
    lendingMarket: readAddress(data, RESERVE.lendingMarket),
    farmCollateral: readAddress(data, RESERVE.farmCollateral),
    farmDebt: readAddress(data, RESERVE.farmDebt),
    liquidity,
    collateral: {
      mint: readAddress(data, RESERVE.collateralMint),
      supplyVault: readAddress(data, RESERVE.collateralSupplyVault),
      mintTotalSupplyRaw: readU64(view, RESERVE.collateralMintTotalSupply),
    },
    config,
    borrowedAmountOutsideElevationGroupRaw: readU64(view, RESERVE.borrowedOutsideElevationGroup),
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: readU64Array(
      view,
      RESERVE.borrowedInElevationGroups,
      ELEVATION_GROUP.count,
    ),
    withdrawQueue: {
      queuedCollateralRaw: readU64(view, RESERVE.queuedCollateral),
      nextIssuedTicketSequence: readU64(view, RESERVE.nextIssuedTicket),
      nextWithdrawableTicketSequence: readU64(view, RESERVE.nextWithdrawableTicket),
    },
  };
}

/** The version itself; throws `UNSUPPORTED_VERSION` for any other than the one the program accepts. */
export function expectSupportedVersion(version: bigint, address: string): bigint {
  if (version === SUPPORTED_ACCOUNT_VERSION) return version;
  throw new LendingError('UNSUPPORTED_VERSION', {
    address,
    field: 'version',
    expected: String(SUPPORTED_ACCOUNT_VERSION),
    actual: String(version),
  });
}

function decodeLiquidity(data: Uint8Array, view: DataView, address: string): ReserveLiquidity {
  return {
    mint: readAddress(data, RESERVE.mint),
    supplyVault: readAddress(data, RESERVE.supplyVault),
    feeVault: readAddress(data, RESERVE.feeVault),
    tokenProgram: readAddress(data, RESERVE.tokenProgram),
    availableAmountRaw: readU64(view, RESERVE.availableAmount),
    borrowedAmountSf: readU128(view, RESERVE.borrowedAmountSf),
    marketPriceSf: readU128(view, RESERVE.marketPriceSf),
    marketPriceUpdatedAt: readU64(view, RESERVE.marketPriceUpdatedAt),
    mintDecimals: decodeMintDecimals(readU64(view, RESERVE.mintDecimals), address),
    depositLimitCrossedAt: readU64(view, RESERVE.depositLimitCrossedAt),
    borrowLimitCrossedAt: readU64(view, RESERVE.borrowLimitCrossedAt),
    cumulativeBorrowRateBsf: readU256(view, RESERVE.cumulativeBorrowRateBsf),
    accumulatedProtocolFeesSf: readU128(view, RESERVE.accumulatedProtocolFeesSf),
    accumulatedReferrerFeesSf: readU128(view, RESERVE.accumulatedReferrerFeesSf),
    pendingReferrerFeesSf: readU128(view, RESERVE.pendingReferrerFeesSf),
    absoluteReferralRateSf: readU128(view, RESERVE.absoluteReferralRateSf),
    rewardsAvailableRaw: readU64(view, RESERVE.rewardsAvailable),
  };
}

function decodeMintDecimals(decimals: bigint, address: string): number {
  if (decimals <= BigInt(MAX_MINT_DECIMALS)) return Number(decimals);
  throw new LendingError('INVALID_DECIMALS', {
    address,
    field: 'liquidity.mintDecimals',
    expected: `0..${MAX_MINT_DECIMALS}`,
    actual: String(decimals),
  });
}
