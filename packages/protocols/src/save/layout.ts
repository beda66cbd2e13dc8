// Absolute byte offsets. Accounts are packed, integers little-endian and unaligned.

export const RESERVE = {
  version: 0,
  lastUpdateSlot: 1,
  stale: 9,
  lendingMarket: 10,
  mint: 42,
  mintDecimals: 74,
  supplyVault: 75,
  pythOracle: 107,
  switchboardOracle: 139,
  availableAmount: 171,
  borrowedAmountWads: 179,
  cumulativeBorrowRateWads: 195,
  marketPriceWads: 211,
  collateralMint: 227,
  collateralMintTotalSupply: 259,
  collateralSupplyVault: 267,
  accumulatedProtocolFeesWads: 373,
  rateLimiter: 389,
  smoothedMarketPriceWads: 453,
  extraMarketPriceFlag: 521,
  extraMarketPriceWads: 522,
  attributedBorrowValueWads: 538,
} as const;

export const CONFIG = {
  optimalUtilizationPct: 299,
  loanToValuePct: 300,
  liquidationBonusPct: 301,
  liquidationThresholdPct: 302,
  minBorrowRatePct: 303,
  optimalBorrowRatePct: 304,
  maxBorrowRatePct: 305,
  borrowFeeWad: 306,
  flashLoanFeeWad: 314,
  hostFeePct: 322,
  depositLimit: 323,
  borrowLimit: 331,
  feeReceiver: 339,
  protocolLiquidationFeeDecaBps: 371,
  protocolTakeRatePct: 372,
  addedBorrowWeightBps: 445,
  reserveType: 469,
  maxUtilizationPct: 470,
  superMaxBorrowRatePct: 471,
  maxLiquidationBonusPct: 479,
  maxLiquidationThresholdPct: 480,
  scaledPriceOffsetBps: 481,
  extraOracle: 489,
  attributedBorrowLimitOpen: 554,
  attributedBorrowLimitClose: 562,
} as const;

export const MARKET = {
  version: 0,
  bumpSeed: 1,
  owner: 2,
  quoteCurrency: 34,
  tokenProgram: 66,
  oracleProgram: 98,
  switchboardProgram: 130,
  rateLimiter: 162,
  whitelistedLiquidator: 218,
  riskAuthority: 250,
} as const;

export const METADATA = {
  bumpSeed: 0,
  name: 1,
  description: 51,
  imageUrl: 351,
  lookupTables: 601,
} as const;

export const TEXT_BYTES = { quoteCurrency: 32, name: 50, description: 300, imageUrl: 250 } as const;
export const LOOKUP_TABLES = 4;

/** Offsets inside a rate limiter. */
export const RATE_LIMITER = {
  maxOutflow: 0,
  windowSlots: 8,
  previousWads: 16,
  windowStartSlot: 32,
  currentWads: 40,
} as const;
