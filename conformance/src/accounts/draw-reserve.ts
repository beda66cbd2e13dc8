import type { Random } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';
import { encodeReserveWithSdk, sdkInteger } from '../sdk.ts';
import { createDraw, type Draw } from './draw.ts';
import { drawBalances, drawWildBalances } from './draw-balances.ts';
import { drawProperCurve, drawWildCurve, type Knot } from './draw-curve.ts';

/** `plausible`: a reserve that could stand on mainnet. `wild`: every field anything that fits its width. */
export type Profile = 'plausible' | 'wild';

const MAX_U64 = (1n << 64n) - 1n;
const SYMBOLS = ['SOL', 'USDC', 'JitoSOL', 'xSOL', 'PYUSD', 'A', ''];

/** Bytes of a reserve with random fields, as the SDK's codec writes them. */
export function drawReserveBytes(random: Random, profile: Profile): Uint8Array {
  const draw = createDraw(random, random.chance(0.5));
  const isFixedTerm = random.chance(0.1);
  const curve = profile === 'wild' && random.chance(0.5) ? drawWildCurve(random) : drawProperCurve(random, isFixedTerm);
  const isTimeBasis = random.chance(0.2);
  const unixTime = random.chance(0.3) && !isTimeBasis ? 0 : 1_700_000_000 + random.below(90_000_000);
  return encodeReserveWithSdk({
    version: sdkInteger(profile === 'wild' && random.chance(0.03) ? random.upToBits(64) : 1n),
    lastUpdate: {
      slot: sdkInteger(profile === 'wild' ? random.upToBits(random.pick([53, 53, 64])) : BigInt(random.below(5e8))),
      stale: draw.flag(),
      priceStatus: random.chance(0.7) ? 63 : draw.u8(),
      placeholder: [...draw.padding8(2), ...littleEndian(unixTime)],
    },
    lendingMarket: draw.address(),
    farmCollateral: draw.address(),
    farmDebt: draw.address(),
    liquidity: drawLiquidity(random, draw, profile, curve),
    reserveLiquidityPadding: draw.padding64(150),
    collateral: {
      mintPubkey: draw.address(),
      mintTotalSupply: sdkInteger(random.chance(0.1) ? 0n : random.upToBits(64)),
      supplyVault: draw.address(),
      padding1: draw.padding128(32),
      padding2: draw.padding128(32),
    },
    reserveCollateralPadding: draw.padding64(150),
    config: drawConfig(random, draw, { profile, curve, isFixedTerm, isTimeBasis }),
    configPadding: [draw.u64(), ...draw.padding64(112)],
    borrowedAmountOutsideElevationGroup: draw.u64(),
    borrowedAmountsAgainstThisReserveInElevationGroups: draw.list(32, draw.u64),
    withdrawQueue: {
      queuedCollateralAmount: sdkInteger(random.chance(0.5) ? 0n : random.upToBits(40)),
      nextIssuedTicketSequenceNumber: draw.u64(),
      nextWithdrawableTicketSequenceNumber: draw.u64(),
    },
    padding: draw.padding64(204),
  });
}

function drawLiquidity(random: Random, draw: Draw, profile: Profile, curve: readonly Knot[]): object {
  const isWild = profile === 'wild';
  const balances = isWild ? drawWildBalances(random) : drawBalances(random, curve);
  const decimals = isWild && random.chance(0.05) ? random.upToBits(20) : BigInt(random.below(20));
  // The SDK reads these two as JS numbers; wider ones make it throw, which a few accounts shall.
  const crossed = (): object => sdkInteger(random.upToBits(isWild && random.chance(0.1) ? 64 : 53));
  return {
    mintPubkey: draw.address(),
    supplyVault: draw.address(),
    feeVault: draw.address(),
    totalAvailableAmount: sdkInteger(balances.available),
    borrowedAmountSf: sdkInteger(balances.borrowedSf),
    marketPriceSf: sdkInteger(random.chance(0.05) ? 0n : random.upToBits(isWild ? 128 : 80)),
    marketPriceLastUpdatedTs: draw.u64(),
    mintDecimals: sdkInteger(decimals),
    depositLimitCrossedTimestamp: crossed(),
    borrowLimitCrossedTimestamp: crossed(),
    cumulativeBorrowRateBsf: {
      value: isWild
        ? draw.list(4, draw.u64)
        : [sdkInteger(random.bits(63)), sdkInteger(random.bits(3)), sdkInteger(0n), sdkInteger(0n)],
      padding: draw.padding64(2),
    },
    accumulatedProtocolFeesSf: sdkInteger(balances.protocolFeesSf),
    accumulatedReferrerFeesSf: sdkInteger(balances.referrerFeesSf),
    pendingReferrerFeesSf: sdkInteger(balances.pendingReferrerFeesSf),
    absoluteReferralRateSf: draw.u128(),
    tokenProgram: draw.address(),
    rewardsAmountAvailable: sdkInteger(random.upToBits(50)),
    padding2: draw.padding64(50),
    padding3: draw.padding128(32),
  };
}

interface ConfigChoice {
  readonly profile: Profile;
  readonly curve: readonly Knot[];
  readonly isFixedTerm: boolean;
  readonly isTimeBasis: boolean;
}

function drawConfig(random: Random, draw: Draw, { profile, curve, isFixedTerm, isTimeBasis }: ConfigChoice): object {
  const isWild = profile === 'wild';
  const basis = isWild && random.chance(0.05) ? draw.u8() : Number(isTimeBasis);
  const cap = (): object => ({
    configCapacity: draw.i64(),
    currentTotal: draw.i64(),
    lastIntervalStartTimestamp: sdkInteger(BigInt(1_700_000_000 + random.below(90_000_000))),
    configIntervalLengthSeconds: sdkInteger(random.pick([0n, 86_400n, BigInt(random.below(2 ** 31))])),
  });
  return {
    status: isWild && random.chance(0.1) ? draw.u8() : random.below(3),
    paddingDeprecatedAssetTier: draw.u8(),
    hostFixedInterestRateBps: isWild ? draw.u16() : random.pick([0, 0, 1, 50, random.below(1_000)]),
    minDeleveragingBonusBps: draw.u16(),
    blockCtokenUsage: draw.flag(),
    earlyRepayRemainingInterestPct: draw.u8(),
    emergencyMode: draw.flag(),
    reserved1: [basis, ...draw.padding8(3)],
    protocolOrderExecutionFeePct: draw.u8(),
    protocolTakeRatePct: isWild ? random.below(130) : random.below(101),
    protocolLiquidationFeePct: draw.u8(),
    loanToValuePct: draw.u8(),
    liquidationThresholdPct: draw.u8(),
    minLiquidationBonusBps: draw.u16(),
    maxLiquidationBonusBps: draw.u16(),
    badDebtLiquidationBonusBps: draw.u16(),
    deleveragingMarginCallPeriodSecs: draw.u64(),
    deleveragingThresholdDecreaseBpsPerDay: draw.u64(),
    fees: {
      originationFeeSf: draw.u64(),
      flashLoanFeeSf: random.chance(0.3) ? sdkInteger(MAX_U64) : draw.u64(),
      padding: draw.padding8(8),
    },
    borrowRateCurve: { points: curve },
    borrowFactorPct: sdkInteger(random.pick([100n, 100n, 120n, random.upToBits(8)])),
    depositLimit: draw.u64(),
    borrowLimit: draw.u64(),
    tokenInfo: drawTokenInfo(random, draw),
    depositWithdrawalCap: cap(),
    debtWithdrawalCap: cap(),
    elevationGroups: draw.list(20, draw.u8),
    disableUsageAsCollOutsideEmode: draw.flag(),
    utilizationLimitBlockBorrowingAbovePct: draw.u8(),
    autodeleverageEnabled: draw.flag(),
    proposerAuthorityLocked: draw.flag(),
    borrowLimitOutsideElevationGroup: draw.u64(),
    borrowLimitAgainstThisCollateralInElevationGroup: draw.list(32, draw.u64),
    deleveragingBonusIncreaseBpsPerDay: draw.u64(),
    debtMaturityTimestamp: sdkInteger(0n),
    debtTermSeconds: sdkInteger(isFixedTerm ? 1n + random.upToBits(30) : 0n),
    rewardsAmountPerSlot: sdkInteger(random.chance(0.5) ? 0n : random.upToBits(30)),
  };
}

function drawTokenInfo(random: Random, draw: Draw): object {
  return {
    name: random.chance(0.7) ? padded(Buffer.from(random.pick(SYMBOLS))) : drawNameBytes(random, draw),
    heuristic: { lower: draw.u64(), upper: draw.u64(), exp: draw.u64() },
    maxTwapDivergenceBps: draw.u64(),
    maxAgePriceSeconds: draw.u64(),
    maxAgeTwapSeconds: draw.u64(),
    scopeConfiguration: {
      priceFeed: draw.address(),
      priceChain: draw.list(4, draw.u16),
      twapChain: draw.list(4, draw.u16),
    },
    switchboardConfiguration: { priceAggregator: draw.address(), twapAggregator: draw.address() },
    pythConfiguration: { price: draw.address() },
    blockPriceUsage: draw.flag(),
    reserved: draw.padding8(7),
    padding: draw.padding64(19),
  };
}

/** Names that a careless reader gets wrong: not ASCII, not UTF-8, NULs inside, no NUL at the end. */
export function drawNameBytes(random: Random, draw: Draw): number[] {
  const texts = ['USD€', '日本円', 'A\0B', '\u{feff}SOL', 'x'.repeat(32)];
  return random.chance(0.6) ? padded(Buffer.from(random.pick(texts))) : padded(Buffer.from(draw.bytes(32)));
}

function padded(text: Uint8Array): number[] {
  return Array.from({ length: 32 }, (_, i) => text[i] ?? 0);
}

function littleEndian(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
}
