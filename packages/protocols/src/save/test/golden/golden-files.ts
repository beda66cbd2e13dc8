import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Integers are decimal strings. Where the program's own function fails the recorded model throws. */
type Computed = string | { readonly throws: string };

/** What follows from the balances alone. */
export interface ComputedState {
  readonly totalSupplyWads: Computed;
  readonly utilizationWad: Computed;
  readonly borrowRateWad: Computed;
  readonly collateralExchangeRateWad: Computed;
}

/** Fields of the account after a refresh. */
export interface RefreshedState extends ComputedState {
  readonly lastUpdateSlot: string;
  readonly stale: number;
  readonly availableAmount: string;
  readonly borrowedAmountWads: string;
  readonly cumulativeBorrowRateWads: string;
  readonly accumulatedProtocolFeesWads: string;
  readonly mintTotalSupply: string;
  readonly marketPrice: string;
  readonly smoothedMarketPrice: string;
}

export interface OnchainCase {
  readonly file: string;
  readonly slots: string;
  readonly fromSlot: string;
  readonly before: ComputedState;
  readonly after: RefreshedState;
  readonly changedBytes: string;
}

export interface EdgeCase {
  readonly name: string;
  readonly patch: readonly (readonly [number, string])[];
  readonly slots: string;
  readonly ok: boolean;
  readonly err?: string;
  readonly before: ComputedState;
  readonly after?: RefreshedState & {
    readonly protocolLiquidationFee: number;
    readonly attributedOpen: string;
    readonly maxUtilStored: number;
    readonly superMaxStored: string;
  };
  readonly sdkOnPatched: { readonly borrowApr: string; readonly supplyApr: string };
}

export interface LimitCase {
  readonly maxOutflow: string;
  readonly window: string;
  readonly prev: string;
  readonly start: string;
  readonly cur: string;
  readonly slot: string;
  readonly remainingWads: string;
}

/** What the published SDK says of a recorded account, at the state that is stored: it never accrues. */
export interface SdkCase {
  readonly file: string;
  readonly sdk: {
    readonly decode: Readonly<Record<string, unknown>>;
    readonly borrowApr: string;
    readonly supplyApr: string;
    readonly borrowApy: string;
    readonly supplyApy: string;
    readonly format: Readonly<Record<string, string | number | boolean | object | null>>;
  };
  readonly model: Readonly<Record<keyof ComputedState, string>>;
  readonly modelRemainingOutflowWads: { readonly atLastUpdate: string; readonly plus1000: string };
}

/** The recorded files. */
export interface GoldenFiles {
  readonly dir: string;
  readonly onchain: readonly OnchainCase[];
  readonly edge: readonly EdgeCase[];
  readonly edgeBase: string;
  readonly limits: readonly LimitCase[];
  readonly sdk: readonly SdkCase[];
}

export function readGoldenFiles(dir: string): GoldenFiles {
  const read = (name: string): string => readFileSync(join(dir, 'golden', name), 'utf8');
  // The shapes of the recorded files are fixed, so naming the types is enough.
  const onchain: { cases: OnchainCase[] } = JSON.parse(read('onchain.json'));
  const edge: { meta: { base: string }; cases: EdgeCase[] } = JSON.parse(read('edge.json'));
  const limits: { cases: LimitCase[] } = JSON.parse(read('limits.json'));
  const sdk: { reserves: SdkCase[] } = JSON.parse(read('sdk.json'));
  return {
    dir,
    onchain: onchain.cases,
    edge: edge.cases,
    edgeBase: edge.meta.base,
    limits: limits.cases,
    sdk: sdk.reserves,
  };
}
