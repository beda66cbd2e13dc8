import type { InterestRateBasis, ReserveStatus } from '../index.ts';
import type { BorrowRateCurveName } from './borrow-rate-curves.ts';

/** What the scenario says about one reserve; amounts in whole tokens. Address, mint and decimals are the registry's. */
export interface ReserveSpec {
  readonly available: number;
  readonly borrowed: number;
  readonly curve: BorrowRateCurveName;
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  readonly borrowFactorPct: number;
  readonly takeRatePct: number;
  readonly depositLimit: number;
  readonly borrowLimit: number;
  /** Growth of one unit of debt before the scenario begins. */
  readonly cumulativeRate: number;
  readonly hostFixedInterestRateBps?: number;
  readonly utilizationLimitPct?: number;
  readonly elevationGroups?: readonly number[];
  readonly status?: ReserveStatus;
  readonly interestRateBasis?: InterestRateBasis;
  /** Supply rewards: base units per slot or second, and the budget in whole tokens. */
  readonly rewards?: { readonly perUnitRaw: number; readonly budget: number };
  /** false: the reserve has no oracle any more, and no price. */
  readonly priced?: false;
  /** Begins with a price that is too old for the program: status 0, because a refresh brought no newer one. */
  readonly agedPrice?: true;
}

type Figures = readonly [available: number, borrowed: number, depositLimit: number, borrowLimit: number];
type Terms = Omit<ReserveSpec, 'available' | 'borrowed' | 'depositLimit' | 'borrowLimit'>;

function reserve(figures: Figures, terms: Terms): ReserveSpec {
  const [available, borrowed, depositLimit, borrowLimit] = figures;
  return { available, borrowed, depositLimit, borrowLimit, ...terms };
}

function stable(takeRatePct: number, cumulativeRate: number, extra: Partial<ReserveSpec> = {}): Terms {
  return {
    curve: 'stableLinear',
    loanToValuePct: 80,
    liquidationThresholdPct: 90,
    borrowFactorPct: 100,
    takeRatePct,
    cumulativeRate,
    ...extra,
  };
}

function stakedSol(cumulativeRate: number, extra: Partial<ReserveSpec> = {}): Terms {
  return {
    curve: 'stakedSol',
    loanToValuePct: 45,
    liquidationThresholdPct: 55,
    borrowFactorPct: 125,
    takeRatePct: 20,
    cumulativeRate,
    elevationGroups: [2],
    ...extra,
  };
}

function major(borrowFactorPct: number, cumulativeRate: number): Terms {
  const terms = { loanToValuePct: 65, liquidationThresholdPct: 75, takeRatePct: 15 };
  return { curve: 'major', borrowFactorPct, cumulativeRate, ...terms };
}

function poolToken(cumulativeRate: number): Terms {
  const terms = { loanToValuePct: 60, liquidationThresholdPct: 70, borrowFactorPct: 140, takeRatePct: 20 };
  return { curve: 'major', cumulativeRate, ...terms };
}

/** The scenario's reserves, by lending market name and token symbol of the registry. */
export const RESERVE_SPECS: Readonly<Record<string, Readonly<Record<string, ReserveSpec>>>> = {
  'Main Market': {
    SOL: reserve([467_121, 3_054_921, 6_000_000, 5_400_000], {
      curve: 'sol',
      loanToValuePct: 65,
      liquidationThresholdPct: 75,
      borrowFactorPct: 125,
      takeRatePct: 15,
      cumulativeRate: 1.0683,
      utilizationLimitPct: 96,
      elevationGroups: [2, 4],
    }),
    USDC: reserve(
      [129_639_221, 458_163_294, 1_000_000_000, 700_000_000],
      stable(10, 1.2374, { elevationGroups: [1, 3] }),
    ),
    USDT: reserve([21_480_310, 83_950_127, 200_000_000, 150_000_000], stable(15, 1.1942, { curve: 'stableKinked' })),
    PYUSD: reserve(
      [38_219_540, 121_606_833, 300_000_000, 225_000_000],
      stable(10, 1.0718, { hostFixedInterestRateBps: 100 }),
    ),
    USDS: reserve([9_804_115, 31_244_906, 100_000_000, 75_000_000], stable(10, 1.0425)),
    USDG: reserve([17_530_288, 44_872_013, 120_000_000, 90_000_000], stable(10, 1.0311)),
    EURC: reserve(
      [1_930_444, 3_105_782, 15_000_000, 10_000_000],
      stable(15, 1.0158, { loanToValuePct: 70, liquidationThresholdPct: 80 }),
    ),
    cbBTC: reserve([1_402.55, 318.07, 3_000, 900], major(120, 1.0079)),
    wBTC: reserve([211.86, 40.92, 600, 180], major(120, 1.0122)),
    ETH: reserve([10_655.2, 4_871.9, 30_000, 15_000], major(120, 1.0265)),
    JLP: reserve([21_886_402, 0, 60_000_000, 0], poolToken(1)),
    BSOL: reserve(
      [18_260.4, 2_114.3, 0, 0],
      stakedSol(1.0381, { status: 'obsolete', priced: false, loanToValuePct: 0 }),
    ),
    MSOL: reserve([214_602, 21_870, 700_000, 90_000], stakedSol(1.0463)),
    JITOSOL: reserve([1_253_743, 81_680, 2_000_000, 250_000], stakedSol(1.0434, { hostFixedInterestRateBps: 100 })),
    jupSOL: reserve([386_115, 14_960, 900_000, 60_000], stakedSol(1.0147)),
  },
  'JLP Market': {
    USDC: reserve(
      [19_226_070, 88_114_905, 180_000_000, 150_000_000],
      stable(15, 1.2017, { curve: 'stableKinked', loanToValuePct: 0 }),
    ),
    USDT: reserve(
      [2_015_348, 9_470_281, 40_000_000, 32_000_000],
      stable(15, 1.1756, { curve: 'stableKinked', loanToValuePct: 0 }),
    ),
    PYUSD: reserve([4_866_902, 16_038_447, 60_000_000, 48_000_000], stable(15, 1.0804, { loanToValuePct: 0 })),
    USDG: reserve([3_110_664, 7_925_310, 40_000_000, 32_000_000], stable(15, 1.0297, { loanToValuePct: 0 })),
    JLP: reserve([34_907_551, 0, 80_000_000, 0], poolToken(1)),
  },
  'Altcoins Market': {
    USDC: reserve([1_290_336, 4_411_720, 20_000_000, 15_000_000], stable(20, 1.2618, { curve: 'stableKinked' })),
    PYUSD: reserve([611_207, 1_284_915, 10_000_000, 7_500_000], stable(20, 1.0912)),
    JTO: reserve([174_744, 2_911.25, 25_000_000, 400_000], {
      curve: 'governance',
      loanToValuePct: 20,
      liquidationThresholdPct: 40,
      borrowFactorPct: 500,
      takeRatePct: 20,
      cumulativeRate: 1.0571,
    }),
  },
  'Jito Market': {
    SOL: reserve([24_880, 371_214, 900_000, 800_000], {
      curve: 'sol',
      loanToValuePct: 0,
      liquidationThresholdPct: 0,
      borrowFactorPct: 100,
      takeRatePct: 10,
      cumulativeRate: 1.0926,
    }),
  },
  'Maple Market': {
    USDC: reserve(
      [8_114_206, 54_320_877, 100_000_000, 90_000_000],
      stable(10, 1.0364, { curve: 'institutional', interestRateBasis: 'true_apr', agedPrice: true }),
    ),
  },
  'Ethena Market': {
    PYUSD: reserve(
      [27_415_900, 96_207_318, 250_000_000, 200_000_000],
      stable(10, 1.0226, { rewards: { perUnitRaw: 60_000, budget: 2_500_000 } }),
    ),
  },
};
