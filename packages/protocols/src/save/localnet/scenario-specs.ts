import type { BorrowRateTerms, ReserveType } from '../reserve.ts';

/** What the scenario says about one reserve; amounts in whole tokens. */
export interface ReserveSpec {
  readonly symbol: string;
  /** Absent: a made-up address. */
  readonly address?: string;
  readonly mint: string;
  readonly decimals: number;
  readonly available: number;
  readonly borrowed: number;
  readonly depositLimit: number;
  readonly borrowLimit: number;
  readonly curve: BorrowRateTerms;
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  readonly takeRatePct: number;
  /** Growth of one unit of debt before the scenario begins. */
  readonly cumulativeRate: number;
  readonly priceUsd: number;
  readonly addedBorrowWeightBps?: number;
  readonly reserveType?: ReserveType;
  /** Whole tokens that may leave in a window of an hour. */
  readonly outflowLimit?: number;
  /** Written by a program of 2022: newer fields are zeros. */
  readonly isOld?: true;
  /** Names a feed of Switchboard beside its feed of Pyth. */
  readonly hasSwitchboard?: true;
}

/** A market of the scenario with its reserves. */
export interface MarketSpec {
  /** Name in its metadata account; null where the owner wrote none. */
  readonly metadataName: string | null;
  /** Absent: a made-up address, as of a market that anybody created. */
  readonly address?: string;
  /** USD that may leave all reserves in a window of an hour. */
  readonly outflowLimitUsd?: number;
  readonly reserves: readonly ReserveSpec[];
}

/** Symbol, mint, decimals and price of a token of the scenario. */
type Token = Pick<ReserveSpec, 'symbol' | 'mint' | 'decimals' | 'priceUsd'>;

const USDC: Token = {
  symbol: 'USDC',
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  decimals: 6,
  priceUsd: 0.9999,
};
const USDT: Token = {
  symbol: 'USDT',
  mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  decimals: 6,
  priceUsd: 0.9997,
};
const SOL: Token = {
  symbol: 'SOL',
  mint: 'So11111111111111111111111111111111111111112',
  decimals: 9,
  priceUsd: 178.5811,
};
const MSOL: Token = {
  symbol: 'mSOL',
  mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
  decimals: 9,
  priceUsd: 240.45,
};
const POLIS: Token = {
  symbol: 'POLIS',
  mint: 'poLisWXnNRwC6oBu1vHiuKQzFjGL4XDSu4g9qjz9qVk',
  decimals: 8,
  priceUsd: 0.0931,
};

type Rates = readonly [min: number, optimal: number, max: number, superMax: number];

function curve(optimalUtilizationPct: number, maxUtilizationPct: number, rates: Rates): BorrowRateTerms {
  const [minBorrowRatePct, optimalBorrowRatePct, maxBorrowRatePct, superMax] = rates;
  return {
    optimalUtilizationPct,
    maxUtilizationPct,
    minBorrowRatePct,
    optimalBorrowRatePct,
    maxBorrowRatePct,
    superMaxBorrowRatePct: BigInt(superMax),
  };
}

type Figures = readonly [available: number, borrowed: number, depositLimit: number, borrowLimit: number];
type Terms = Omit<ReserveSpec, keyof Token | 'available' | 'borrowed' | 'depositLimit' | 'borrowLimit'>;

function reserve(token: Token, [available, borrowed, depositLimit, borrowLimit]: Figures, terms: Terms): ReserveSpec {
  return { ...token, available, borrowed, depositLimit, borrowLimit, ...terms };
}

const STABLE = { loanToValuePct: 70, liquidationThresholdPct: 77, takeRatePct: 20 };
const MAJOR = { loanToValuePct: 65, liquidationThresholdPct: 72, takeRatePct: 20 };

/** Two markets of the registry, one of them old, and one that anybody created. Figures are plausible, not current. */
export const MARKET_SPECS: readonly MarketSpec[] = [
  {
    metadataName: 'Main Pool',
    address: '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY',
    outflowLimitUsd: 25_000_000,
    reserves: [
      reserve(USDC, [5_337_852, 17_175_893, 75_000_000, 60_000_000], {
        ...STABLE,
        address: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
        hasSwitchboard: true,
        curve: curve(92, 95, [1, 3, 7, 150]),
        cumulativeRate: 1.5234,
      }),
      reserve(USDT, [2_411_760, 6_930_118, 30_000_000, 24_000_000], {
        ...STABLE,
        address: '8K9WC8xoh2rtQNY7iEGXtPvfbDCi563SdWhCAhuMP2xE',
        hasSwitchboard: true,
        curve: curve(92, 95, [1, 4, 8, 150]),
        cumulativeRate: 1.4417,
      }),
      reserve(SOL, [61_240, 148_907, 400_000, 300_000], {
        ...MAJOR,
        address: '8PbodeaosQP19SjYFx855UMqWxH2HynZLdBXmsrbac36',
        hasSwitchboard: true,
        curve: curve(80, 90, [0, 5, 20, 300]),
        cumulativeRate: 1.2088,
        outflowLimit: 60_000,
      }),
      reserve(MSOL, [38_115, 2_204, 120_000, 12_000], {
        ...MAJOR,
        address: 'CCpirWrgNuBVLdkP2haxLTbD6XqEgaYuVXixbbpxUB6',
        curve: curve(70, 85, [0, 10, 50, 500]),
        cumulativeRate: 1.0634,
        addedBorrowWeightBps: 2_500,
      }),
    ],
  },
  {
    metadataName: null,
    address: '99S4iReDsyxKDViKdXQKWDcB6C3waDmfPWWyb5HAbcZF',
    reserves: [
      reserve(POLIS, [279_470, 63_217, 3_000_000, 1_000_000], {
        address: '29Znf6g5qmRfTdnbyRQUWvMt94Gzn2KPCzY2ixxY9Mnt',
        curve: curve(80, 80, [0, 30, 200, 200]),
        loanToValuePct: 50,
        liquidationThresholdPct: 65,
        takeRatePct: 0,
        cumulativeRate: 1.0002,
        isOld: true,
      }),
      reserve(USDC, [88_410, 311_502, 2_000_000, 1_500_000], {
        ...STABLE,
        address: '5hVVs474TRejwwfqsecNp97riQGDtSmhTV6jiWSxJfWR',
        curve: curve(80, 80, [0, 8, 50, 50]),
        cumulativeRate: 1.0421,
        isOld: true,
      }),
    ],
  },
  {
    metadataName: 'Turbo Pool',
    reserves: [
      reserve(USDC, [12_770, 41_006, 500_000, 400_000], {
        ...STABLE,
        curve: curve(85, 92, [2, 12, 60, 1_000]),
        cumulativeRate: 1.0913,
      }),
      reserve(POLIS, [904_112, 18_440, 4_000_000, 400_000], {
        curve: curve(60, 80, [4, 25, 100, 1_500]),
        loanToValuePct: 0,
        liquidationThresholdPct: 0,
        takeRatePct: 10,
        cumulativeRate: 1.0177,
        reserveType: 'isolated',
      }),
    ],
  },
];
