/** Save (formerly Solend) program on mainnet. */
export const SAVE_PROGRAM_ADDRESS = 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo';

/** Bytes of a Reserve account. The program's accounts have no discriminator: owner and size tell what they are. */
export const RESERVE_ACCOUNT_SIZE = 619;

/** Bytes of a LendingMarket account. */
export const LENDING_MARKET_ACCOUNT_SIZE = 290;

/** Bytes of a LendingMarketMetadata account. */
export const METADATA_ACCOUNT_SIZE = 829;

/** The only account version that the program accepts; 0 is an account that was never initialised. */
export const SUPPORTED_ACCOUNT_VERSION = 1;

/** Slots the program counts in a year: two a second, 365 days. */
export const SLOTS_PER_YEAR = 63_072_000;

/** Milliseconds of a slot in the program's own year; rates are annualised by 500 / measured. */
export const PROGRAM_SLOT_DURATION_MS = 500;

/** Largest `mintDecimals` whose power of ten fits the program's u64: with more, nobody could borrow. */
export const MAX_MINT_DECIMALS = 19;

/** Most that a liquidation pays on top of the debt, bonus and protocol fee together. */
export const MAX_LIQUIDATION_BONUS_PCT = 25;

/** Above this the program cuts the protocol's part of a liquidation off; tenths of a percent. */
export const MAX_PROTOCOL_LIQUIDATION_FEE_DECA_BPS = 50;

/** Bounds of the price offset, basis points; the program clamps what lies outside. */
export const MAX_PRICE_OFFSET_BPS = 2_000n;

/** Changes whenever the same bytes would give other values; stored beside every decoded row. */
export const DECODER_VERSION = 1;
