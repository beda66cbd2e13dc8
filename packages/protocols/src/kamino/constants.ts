/** Kamino Lend (klend) program on mainnet. */
export const KAMINO_LEND_PROGRAM_ADDRESS = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD';

/** Bytes of a Reserve account, discriminator included. */
export const RESERVE_ACCOUNT_SIZE = 8624;

/** Bytes of a LendingMarket account, discriminator included. */
export const LENDING_MARKET_ACCOUNT_SIZE = 4664;

/** First eight bytes of every Reserve: sha256("account:Reserve"). Treat as read-only. */
export const RESERVE_DISCRIMINATOR: Uint8Array = Uint8Array.of(43, 242, 204, 202, 26, 247, 59, 127);

/** First eight bytes of every LendingMarket: sha256("account:LendingMarket"). Treat as read-only. */
export const LENDING_MARKET_DISCRIMINATOR: Uint8Array = Uint8Array.of(246, 114, 50, 98, 72, 157, 28, 120);

/** Largest `mintDecimals` whose power of ten fits the program's u64. */
export const MAX_MINT_DECIMALS = 19;

/** Slots the program counts in a year: two a second, 365 days. */
export const SLOTS_PER_YEAR = 63_072_000;

/** Seconds the program counts in a year: 365 days. */
export const SECONDS_PER_YEAR = 31_536_000;

/** Milliseconds of a slot in the program's own year; the slot-basis rates are annualised by 500 / measured. */
export const PROGRAM_SLOT_DURATION_MS = 500;

/** Changes whenever the same bytes would give other values; stored beside every decoded row. */
export const DECODER_VERSION = 2;
