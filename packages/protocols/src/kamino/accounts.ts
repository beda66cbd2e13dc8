import { type AccountBytes, type AddressReader, expectAccountShape } from '@tidemark/core';
import { decodeFixedText, encodeFixedText, startAccount } from '../common/account-fields.ts';
import {
  KAMINO_LEND_PROGRAM_ADDRESS as owner,
  LENDING_MARKET_ACCOUNT_SIZE,
  LENDING_MARKET_DISCRIMINATOR,
  RESERVE_ACCOUNT_SIZE,
  RESERVE_DISCRIMINATOR,
} from './constants.ts';
import { ONE_SF } from './fraction.ts';
import { readMarket, readReserve, writeMarket, writeReserve, zeroMarket, zeroReserve } from './generated/accounts.ts';
import type { LendingMarket, LendingMarketFields } from './lending-market.ts';
import type { Reserve, ReserveFields } from './reserve.ts';

const RESERVE_SHAPE = { owner, size: RESERVE_ACCOUNT_SIZE, discriminator: RESERVE_DISCRIMINATOR };
const MARKET_SHAPE = { owner, size: LENDING_MARKET_ACCOUNT_SIZE, discriminator: LENDING_MARKET_DISCRIMINATOR };

/**
 * Decodes a Reserve account. Checks in this order, first failure thrown: `WRONG_OWNER`, `WRONG_SIZE`,
 * `WRONG_DISCRIMINATOR`, `UNSUPPORTED_VERSION`, `INVALID_DECIMALS`, `UNKNOWN_STATUS`, `UNKNOWN_INTEREST_RATE_BASIS`,
 * `INVALID_TAKE_RATE`. Settings that are merely outside of the program's own validation are decoded: `configFlagsOf`.
 * The result does not share memory with the bytes.
 */
export function decodeReserve(account: AccountBytes, addressAt?: AddressReader): Reserve {
  expectAccountShape(account, RESERVE_SHAPE);
  const fields = readReserve(account, addressAt);
  return { address: account.address, tokenSymbol: decodeFixedText(fields.config.tokenInfo.nameBytes), ...fields };
}

/**
 * Decodes a LendingMarket account. Checks in this order, first failure thrown: `WRONG_OWNER`, `WRONG_SIZE`,
 * `WRONG_DISCRIMINATOR`, `UNSUPPORTED_VERSION`, `INVALID_REFERRAL_FEE`. The result does not share memory with the bytes.
 */
export function decodeLendingMarket(account: AccountBytes): LendingMarket {
  expectAccountShape(account, MARKET_SHAPE);
  const fields = readMarket(account);
  return {
    address: account.address,
    name: decodeFixedText(fields.nameBytes),
    quoteCurrency: decodeFixedText(fields.quoteCurrencyBytes),
    ...fields,
  };
}

/**
 * The bytes of a Reserve account: `decodeReserve` of the result gives the same fields back. Bytes that no field names
 * are zero, or those of `onto` (copied, not changed), so that an account keeps what this version does not know.
 * Throws `INVALID_BASE58` for a malformed address and `WRONG_SIZE` for an `onto` of another size.
 */
export function encodeReserve(fields: ReserveFields, onto?: Uint8Array): Uint8Array {
  return writeReserve(startAccount(RESERVE_ACCOUNT_SIZE, onto, RESERVE_DISCRIMINATOR), fields);
}

/** The bytes of a LendingMarket account, as {@link encodeReserve} writes a reserve's. */
export function encodeLendingMarket(fields: LendingMarketFields, onto?: Uint8Array): Uint8Array {
  return writeMarket(startAccount(LENDING_MARKET_ACCOUNT_SIZE, onto, LENDING_MARKET_DISCRIMINATOR), fields);
}

/**
 * A fresh reserve to build others from by spreading: no funds, no debt, a flat curve at 0 %, every switch off, every
 * limit 0, every address empty, stale as the program leaves it after its creation.
 */
export function emptyReserve(): ReserveFields {
  const zero = zeroReserve();
  const { config } = zero;
  const borrowRateCurve = config.borrowRateCurve.map((point, i) =>
    i === 0 ? point : { ...point, utilizationRateBps: 10_000 },
  );
  return {
    ...zero,
    version: 1n,
    lastUpdate: { ...zero.lastUpdate, stale: true },
    liquidity: { ...zero.liquidity, cumulativeBorrowRateBsf: ONE_SF },
    config: { ...config, borrowRateCurve, borrowFactorPct: 100n },
  };
}

/** A fresh lending market to build others from by spreading: USD, no name, every switch off, every address empty. */
export function emptyLendingMarket(): LendingMarketFields {
  return { ...zeroMarket(), version: 1n, quoteCurrencyBytes: encodeFixedText('USD') };
}
