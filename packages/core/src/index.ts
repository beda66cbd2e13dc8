export { type AccountBytes, expectAccountShape } from './account-bytes.ts';
export { decodeBase58, encodeAddress, encodeBase58, isAddress, parseAddress, ZERO_ADDRESS } from './base58.ts';
export { type AddressReader, KnownAddresses, readAddress } from './known-addresses.ts';
export { type DatabaseAddress, type DatabaseTls, parseDatabaseUrl } from './database-url.ts';
export { RefreshingCache, SingleFlight } from './refreshing-cache.ts';
export {
  isLendingError,
  LendingError,
  type LendingErrorCode,
  type LendingErrorContext,
  refusal,
  withAddress,
} from './errors.ts';
export { toDecimal } from './fixed-point/exact-decimal.ts';
export { ratioToDouble } from './fixed-point/ratio-to-double.ts';
export { CLOCK_SYSVAR_ADDRESS, type Clock, decodeClock, encodeClock, SYSVAR_OWNER_ADDRESS } from './solana/clock.ts';
export { encodeMint } from './solana/encode-mint.ts';
export {
  decodeMint,
  findMintExtension,
  type Mint,
  type ScaledUiAmount,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from './solana/mint.ts';
export * from './bytes.ts';
export { type Ratio } from './fixed-point/double-to-ratio.ts';

export { parseIsoTime } from './iso-time.ts';
export * from './time.ts';
export {
  readBigint,
  readBoolean,
  readInteger,
  readIntegers,
  readObjects,
  readText,
  readWord,
  toConfigJson,
} from './lending/config-json.ts';
export * from './lending/exact.ts';
export { annualisation, aprToApy, expectFiniteRate, RATE_SCALE } from './lending/rates.ts';
export { PRICE_BOUND_BPS, USD_STABLECOINS, USDC_MINT, usdPegBand } from './lending/usd-stablecoins.ts';
export type { AccrualRules } from './lending/accrual-rules.ts';
export type { PriceConfig, PriceSource } from './lending/price-config.ts';
export * from './lending/state.ts';
export * from './field.ts';
export { forEachNumber, numbersOf, type RatePoint, type StateNumbers } from './generated/state-numbers.ts';
