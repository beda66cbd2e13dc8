import { type AccountBytes, expectAccountShape, viewOf } from '@tidemark/core';
import { decodeFixedText, readAddress } from '../common/account-fields.ts';
import { LENDING_MARKET_ACCOUNT_SIZE, METADATA_ACCOUNT_SIZE, SAVE_PROGRAM_ADDRESS } from './constants.ts';
import { decodeRateLimiter, expectSupportedVersion } from './decode-reserve.ts';
import { LOOKUP_TABLES, MARKET, METADATA, TEXT_BYTES } from './layout.ts';
import type { LendingMarket, MarketMetadata } from './lending-market.ts';

const MARKET_SHAPE = { owner: SAVE_PROGRAM_ADDRESS, size: LENDING_MARKET_ACCOUNT_SIZE };
const METADATA_SHAPE = { owner: SAVE_PROGRAM_ADDRESS, size: METADATA_ACCOUNT_SIZE };

/** Decodes a LendingMarket account. Throws `WRONG_OWNER`, `WRONG_SIZE` or `UNSUPPORTED_VERSION`. */
export function decodeLendingMarket(account: AccountBytes): LendingMarket {
  expectAccountShape(account, MARKET_SHAPE);
  const { address, data } = account;
  const view = viewOf(data);
  const version = expectSupportedVersion(view.getUint8(MARKET.version), address);
  const quoteCurrencyBytes = data.slice(MARKET.quoteCurrency, MARKET.quoteCurrency + TEXT_BYTES.quoteCurrency);
  return {
    address,
    version,
    bumpSeed: view.getUint8(MARKET.bumpSeed),
    owner: readAddress(data, MARKET.owner),
    quoteCurrencyBytes,
    quoteCurrency: decodeFixedText(quoteCurrencyBytes),
    tokenProgram: readAddress(data, MARKET.tokenProgram),
    oracleProgram: readAddress(data, MARKET.oracleProgram),
    switchboardProgram: readAddress(data, MARKET.switchboardProgram),
    rateLimiter: decodeRateLimiter(view, MARKET.rateLimiter),
    whitelistedLiquidator: readAddress(data, MARKET.whitelistedLiquidator),
    riskAuthority: readAddress(data, MARKET.riskAuthority),
  };
}

/** Decodes a LendingMarketMetadata account, which has no version. Throws `WRONG_OWNER` or `WRONG_SIZE`. */
export function decodeMarketMetadata(account: AccountBytes): MarketMetadata {
  expectAccountShape(account, METADATA_SHAPE);
  const { address, data } = account;
  const text = (offset: number, length: number): string => decodeFixedText(data.subarray(offset, offset + length));
  return {
    address,
    bumpSeed: data[METADATA.bumpSeed] ?? 0,
    name: text(METADATA.name, TEXT_BYTES.name),
    description: text(METADATA.description, TEXT_BYTES.description),
    imageUrl: text(METADATA.imageUrl, TEXT_BYTES.imageUrl),
    lookupTables: Array.from({ length: LOOKUP_TABLES }, (_, i) => readAddress(data, METADATA.lookupTables + 32 * i)),
  };
}
