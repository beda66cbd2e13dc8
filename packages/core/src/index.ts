export type { AccountBytes } from './account-bytes.ts';
export { decodeBase58, encodeBase58, isAddress, parseAddress, ZERO_ADDRESS } from './base58.ts';
export { RefreshingCache, type RefreshingCacheOptions, SingleFlight } from './refreshing-cache.ts';
export { isLendingError, LendingError, type LendingErrorCode, type LendingErrorContext } from './errors.ts';
export { ratioToDouble } from './fixed-point/ratio-to-double.ts';
export {
  CLOCK_ACCOUNT_SIZE,
  CLOCK_SYSVAR_ADDRESS,
  type Clock,
  decodeClock,
  encodeClock,
  SYSVAR_OWNER_ADDRESS,
} from './solana/clock.ts';
export { encodeMint } from './solana/encode-mint.ts';
export {
  decodeMint,
  type Mint,
  type ScaledUiAmount,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from './solana/mint.ts';
export { type AccountShape, expectAccountShape } from './account-bytes.ts';
export { encodeAddress } from './base58.ts';
export {
  U64_MAX,
  I64_MAX,
  I64_MIN,
  U128_MAX,
  U256_MAX,
  viewOf,
  readU64,
  readI64,
  readU128,
  readU256,
  readFlag,
  readU64Array,
  writeU64,
  writeU128,
  writeU256,
  writeFlag,
  writeU64Array,
} from './bytes.ts';
export { withAddress } from './errors.ts';
export { type Ratio, doubleToRatio } from './fixed-point/double-to-ratio.ts';
export {
  MINT_ACCOUNT_SIZE,
  ACCOUNT_TYPE_OFFSET,
  ACCOUNT_TYPE_MINT,
  EXTENSIONS_OFFSET,
  SCALED_UI_AMOUNT_EXTENSION,
  SCALED_UI_AMOUNT_SIZE,
} from './solana/mint.ts';
export { DAY_MS, earlier, endOf, floorMs, floorTo, HOUR_MS, later, TimeoutError, withTimeout } from './time.ts';
export {
  readBigint,
  readBoolean,
  readInteger,
  readObjects,
  readWord,
  toConfigJson,
} from './lending/config-json.ts';
export {
  baseUnitsPerToken,
  exactToAmount,
  exactToDouble,
  exactToUsd,
  hasPrice,
  MAX_TOKEN_DECIMALS,
  rawToAmount,
  rawToUsd,
} from './lending/exact.ts';
export { annualisation, aprToApy, expectFiniteRate, RATE_SCALE } from './lending/rates.ts';
export { USD_STABLECOINS, type UsdStablecoin, usdPegBand } from './lending/usd-stablecoins.ts';
export type { AccrualRules } from './lending/accrual-rules.ts';
export type {
  AccountState,
  Accrued,
  Balances,
  ConfigJson,
  ConfigValue,
  Derived,
  InterestSplit,
  Moment,
  OwedFee,
  OwnFields,
  OwnValue,
  StateNumbers,
  StoredState,
  Terms,
  TermsTimeline,
  TimeBasis,
} from './lending/state.ts';
export {
  booleanField,
  type FieldDefinition,
  type FieldGroup,
  type FieldType,
  instantField,
  METHOD_VERSIONS,
  type MethodVersion,
  numberField,
  textField,
  timeField,
} from './field.ts';
