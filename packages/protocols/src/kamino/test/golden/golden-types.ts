// Shapes of the recorded files under ../shared/klend/golden. Decimals are strings, so are big integers.

export interface SdkStatic {
  readonly symbol: string;
  readonly getTokenSymbol: string;
  readonly decimals: number;
  readonly mint: string;
  readonly status: string;
  readonly kind: string;
  readonly priceSaved: string;
  readonly availableRaw: string;
  readonly borrowedRaw: string;
  readonly totalSupplyRaw: string;
  readonly protocolFeesRaw: string;
  readonly referrerFeesRaw: string;
  readonly pendingReferrerFeesRaw: string;
  readonly availableUi: string;
  readonly borrowedUi: string;
  readonly totalSupplyUi: string;
  readonly depositTvlUsd: string;
  readonly borrowTvlUsd: string;
  readonly utilization: string;
  readonly cumulativeBorrowRate: string;
  readonly collateralExchangeRate: string;
  readonly fixedHostRate: string;
  readonly flashLoanFee: string;
  readonly borrowFee: string;
  readonly borrowFactor: string;
  readonly truncatedCurve: readonly (readonly [number, number])[];
  readonly depositLimitCrossed: boolean;
  readonly borrowLimitCrossed: boolean;
}

/** What the SDK estimates at a slot. */
export interface SdkEstimate {
  readonly estBorrowRaw: string;
  readonly estTotalSupplyRaw: string;
  readonly estUtilization: string;
  readonly staleUtilization: string;
  readonly slotAdjustmentFactor: string;
  readonly borrowRateStale: string;
  readonly borrowRateEst: string;
  readonly borrowAPR: string;
  readonly supplyAPR: string;
  /** The APYs were not recorded where a referral fee was given. */
  readonly borrowAPY?: string;
  readonly supplyAPY?: string;
  /** IEEE bits, big-endian hexadecimal. */
  readonly borrowAPY_f64be?: string;
  readonly supplyAPY_f64be?: string;
  readonly estProtocolFeesRaw: string;
  readonly estCumulativeBorrowRate: string;
  readonly futureCumulativeBorrowRate: string;
  readonly estCollateralExchangeRate: string;
}

export interface SdkFile {
  readonly reserves: Readonly<
    Record<
      string,
      {
        readonly lastUpdateSlot: string;
        readonly static: SdkStatic;
        readonly at: readonly (SdkEstimate & {
          readonly recentSlotDurationMs: number;
          readonly slotDelta: string;
          readonly slot: string;
          readonly referralFeeBps: number;
        })[];
      }
    >
  >;
}

export interface EdgeCase {
  readonly patches: readonly (readonly [number, string])[];
  readonly sdk: { readonly static: SdkStatic; readonly at0: SdkEstimate; readonly at1000: SdkEstimate };
  readonly chain: {
    readonly totalSupplySf: string;
    readonly utilizationSf?: string;
    readonly borrowRateSf?: string;
    readonly error?: string;
    readonly after1000?: { readonly bor: string; readonly pf: string; readonly cum: string };
  };
}

export interface EdgeFile {
  readonly cases: Readonly<Record<string, EdgeCase>>;
}

export interface OnchainCase {
  readonly program: string;
  readonly reserve: string;
  readonly referralFeeBps: number;
  readonly slots: string;
  readonly fromSlot: string;
  readonly clockUnixTs: string;
  readonly changedByteRanges: string;
  readonly before: { readonly borrowRateSf: string; readonly utilizationSf: string; readonly totalSupplySf: string };
  readonly after: {
    readonly lastUpdateSlot: string;
    readonly stale: number;
    readonly priceStatus: number;
    readonly totalAvailableAmount: string;
    readonly borrowedAmountSf: string;
    readonly cumulativeBorrowRateBsf: string;
    readonly accumulatedProtocolFeesSf: string;
    readonly accumulatedReferrerFeesSf: string;
    readonly pendingReferrerFeesSf: string;
    readonly absoluteReferralRateSf: string;
    readonly marketPriceSf: string;
    readonly marketPriceLastUpdatedTs: string;
    readonly depositLimitCrossedTimestamp: string;
    readonly borrowLimitCrossedTimestamp: string;
    readonly totalSupplySf: string;
    readonly utilizationSf: string;
  };
}

export interface OnchainFile {
  readonly cases: readonly OnchainCase[];
}

/** A refresh that brought no price, executed. */
export interface PricelessRefreshCase {
  readonly program: string;
  /** File name under accounts/. */
  readonly account: string;
  readonly maxAgePriceSeconds: string;
  readonly priceAgeSeconds: string;
  readonly slotsLater: number;
  readonly priceStatusBefore: number;
  readonly priceStatusAfter: number;
  readonly priceKept: boolean;
  readonly lastUpdateSlotDelta: string;
}

export interface PricelessRefreshFile {
  readonly cases: readonly PricelessRefreshCase[];
}

type Patches = readonly (readonly [number, string])[];

/** The largest amount of one instruction that an executed program accepts, and what refuses one more. */
export interface LimitCase {
  readonly id: string;
  readonly instruction: 'borrow' | 'deposit' | 'redeem' | 'withdraw';
  readonly base: string;
  readonly patches: Patches;
  readonly marketPatches: Patches;
  readonly collateralReservePatches?: Patches;
  readonly slot: string;
  readonly unixTimestamp: string;
  readonly result: {
    /** Argument of the instruction; null = everything that the caller had. */
    readonly largest: string | null;
    readonly binding: string;
    readonly received?: string;
    readonly fee?: string;
    readonly debtIncrease?: string;
  };
  /** Of the program that has no utilization check. */
  readonly resultOfA?: { readonly largest: string; readonly binding: string; readonly debtIncrease: string };
  /** From source, not executed. */
  readonly sinceRelease_1_12_4_read?: { readonly largest: string; readonly binding: string };
}

export interface LimitsFile {
  readonly cases: readonly LimitCase[];
  readonly elevationGroup: {
    readonly cases: readonly {
      readonly programs: readonly string[];
      readonly name: string;
      readonly largest: string;
      readonly error: string;
    }[];
  };
  readonly price: {
    readonly cases: readonly {
      readonly name: string;
      readonly patches: Patches;
      readonly marketPatches: Patches;
      readonly slot: string;
      readonly unixTimestamp: string;
      readonly feed: boolean;
      readonly ok: boolean;
      readonly statusAfterRefresh: number | string;
    }[];
  };
}
