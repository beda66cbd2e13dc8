/** Decimal strings of base units. */
export interface GoldenFill {
  readonly in: string;
  readonly out: string;
  readonly fee: string;
  readonly endSqrtPrice: string;
  readonly ticksCrossed: number;
  readonly status: string;
}

export interface GoldenQuote {
  readonly dir: string;
  readonly exact: 'in' | 'out';
  readonly amount: string;
  readonly model: GoldenFill;
  readonly program?: {
    readonly in?: string;
    readonly out?: string;
    readonly endSqrtPrice?: string;
    readonly error?: string;
  };
}

export interface GoldenDepth {
  readonly bps: number;
  readonly marginal: (GoldenFill & { readonly targetSqrtPrice: string }) | null;
  readonly average: { readonly in: string; readonly out: string; readonly endSqrtPrice?: string } | null;
}

export interface OrcaGolden {
  readonly pools: readonly {
    readonly pool: string;
    readonly slot: number;
    readonly quotes: readonly GoldenQuote[];
    readonly depth: {
      readonly AtoB: readonly GoldenDepth[];
      readonly BtoA: readonly GoldenDepth[];
      readonly AtoB_exhaust: GoldenFill;
      readonly BtoA_exhaust: GoldenFill;
    };
  }[];
}

export interface AdaptiveCase {
  readonly pool: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly variables: Readonly<Record<string, number>>;
  readonly clock: number;
  readonly dir: string;
  readonly exact: 'in' | 'out';
  readonly amount: string;
  readonly in: string;
  readonly out: string;
  readonly fee: string;
  readonly endSqrtPrice: string;
  readonly ticksCrossed: number;
}

interface Fee {
  readonly feeBps: number;
  readonly maxFee: string;
}

export interface OrcaExtraGolden {
  readonly transferFee: readonly {
    readonly pool: string;
    readonly dir: string;
    readonly amount: string;
    readonly feeA: Fee | null;
    readonly feeB: Fee | null;
    readonly netIn: string;
    readonly poolOut: string;
    readonly sdkIn: string;
    readonly sdkOut: string;
  }[];
  readonly adaptive: readonly AdaptiveCase[];
  readonly dynamic: readonly {
    readonly pool: string;
    readonly dir: string;
    readonly amount: string;
    readonly in: string;
    readonly out: string;
    readonly ticksCrossed: number;
  }[];
  readonly dynamicSample: {
    readonly address: string;
    readonly startTick: number;
    readonly ticks: number;
    readonly dataBase64: string;
  };
}

export interface TslaxGolden {
  readonly meta: {
    readonly pool: string;
    readonly oracle: string;
    readonly clock: number;
    readonly tickArrays: readonly { readonly address: string; readonly start: number; readonly ticks: number }[];
    readonly jupiter: {
      readonly usdcIn: string;
      readonly tslaxOut: string;
      readonly tslaxIn: string;
      readonly usdcOut: string;
    };
  };
  readonly quotes: readonly AdaptiveCase[];
  readonly depth: { readonly AtoB: readonly GoldenDepth[]; readonly BtoA: readonly GoldenDepth[] };
}
