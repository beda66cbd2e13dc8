import { type AccountBytes, encodeBase58 } from '@tidemark/core';

const PROGRAM = 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo';
const RESERVE_BYTES = 619;
const U64_MAX = 2n ** 64n - 1n;

/** There is no discriminator: owner, size and version tell what an account is. */
export function isReserve({ owner, data }: AccountBytes): boolean {
  return owner === PROGRAM && data.length === RESERVE_BYTES && data[0] === 1;
}

/** Numbers of an account, packed and little-endian. */
function readerOf({ data }: AccountBytes) {
  const uint = (offset: number, bytes: number): bigint =>
    data.subarray(offset, offset + bytes).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  return {
    byte: (offset: number): number => data[offset] ?? 0,
    u64: (offset: number): bigint => uint(offset, 8),
    i64: (offset: number): bigint => BigInt.asIntN(64, uint(offset, 8)),
    u128: (offset: number): bigint => uint(offset, 16),
    key: (offset: number): string => encodeBase58(data.subarray(offset, offset + 32)),
    hex: (offset: number, bytes: number): string => Buffer.from(data.subarray(offset, offset + bytes)).toString('hex'),
  };
}

/** What left a reserve, or a market, in two windows of slots. */
export function readLimiter(account: AccountBytes, offset: number) {
  const { u64, u128 } = readerOf(account);
  return {
    settings: { maxOutflow: u64(offset), windowSlots: u64(offset + 8) },
    previous: u128(offset + 16),
    windowStart: u64(offset + 32),
    current: u128(offset + 40),
  };
}

export const RESERVE_LIMITER = 389;
export const MARKET_LIMITER = 162;

/** What a reserve holds; exact numbers in parts of 10^18. */
export function readReserve(account: AccountBytes) {
  const { byte, u64, u128, key } = readerOf(account);
  return {
    writtenSlot: Number(u64(1)),
    stale: byte(9) === 1,
    lendingMarket: key(10),
    tokenMint: key(42),
    tokenDecimals: byte(74),
    available: u64(171),
    borrowed: u128(179),
    borrowIndex: u128(195),
    price: u128(211),
    receiptSupply: u64(259),
    owed: u128(373),
    smoothedPrice: u128(453),
    extraPrice: byte(521) === 1 ? u128(522) : null,
    attributedBorrowValue: u128(538),
    limiter: readLimiter(account, RESERVE_LIMITER),
    config: readConfig(account),
  };
}

/** Settings as the program reads them: each newer one is at least the one that it grew out of. */
function readConfig(account: AccountBytes) {
  const { byte, u64, i64, key } = readerOf(account);
  const atLeast = (floor: number, offset: number): number => Math.max(byte(floor), byte(offset));
  const superMax = u64(471);
  const limit = (offset: number): bigint => (u64(offset) === 0n ? U64_MAX : u64(offset));
  return {
    optimalUtilizationPct: byte(299),
    maxUtilizationPct: atLeast(299, 470),
    minBorrowRatePct: byte(303),
    optimalBorrowRatePct: byte(304),
    maxBorrowRatePct: byte(305),
    superMaxBorrowRatePct: superMax < BigInt(byte(305)) ? BigInt(byte(305)) : superMax,
    loanToValuePct: byte(300),
    liquidationBonusPct: byte(301),
    maxLiquidationBonusPct: atLeast(301, 479),
    liquidationThresholdPct: byte(302),
    maxLiquidationThresholdPct: atLeast(302, 480),
    fees: { borrowFeeWad: u64(306), flashLoanFeeWad: u64(314), hostFeePct: byte(322) },
    depositLimitRaw: u64(323),
    borrowLimitRaw: u64(331),
    feeReceiver: key(339),
    protocolLiquidationFeeDecaBps: Math.min(50, byte(371)),
    protocolTakeRatePct: byte(372),
    addedBorrowWeightBps: u64(445),
    reserveType: byte(469) === 0 ? 'regular' : 'isolated',
    scaledPriceOffsetBps: i64(481),
    extraOracle: key(489),
    attributedBorrowLimitOpenUsd: limit(554),
    attributedBorrowLimitCloseUsd: limit(562),
    mintDecimals: byte(74),
    pythOracle: key(107),
    switchboardOracle: key(139),
    rateLimiter: readLimiter(account, RESERVE_LIMITER).settings,
  };
}

/** Settings of a market. */
export function readMarket(account: AccountBytes): object {
  const { byte, key, hex } = readerOf(account);
  return {
    version: byte(0),
    bumpSeed: byte(1),
    owner: key(2),
    quoteCurrencyBytes: hex(34, 32),
    tokenProgram: key(66),
    oracleProgram: key(98),
    switchboardProgram: key(130),
    rateLimiter: readLimiter(account, MARKET_LIMITER).settings,
    whitelistedLiquidator: key(218),
    riskAuthority: key(250),
  };
}
