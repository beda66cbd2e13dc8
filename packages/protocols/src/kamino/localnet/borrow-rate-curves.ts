import type { CurvePoint } from '../index.ts';

const POINTS_PER_CURVE = 11;

type Knot = readonly [utilizationRateBps: number, borrowRateBps: number];

function curve(...knots: readonly Knot[]): readonly CurvePoint[] {
  const points = knots.map(([utilizationRateBps, borrowRateBps]) => ({ utilizationRateBps, borrowRateBps }));
  const last = points.at(-1) ?? { utilizationRateBps: 10_000, borrowRateBps: 0 };
  return [...points, ...Array.from({ length: POINTS_PER_CURVE - points.length }, () => last)];
}

/** Borrow rate curves of the scenario. The first five are those of mainnet reserves (SOL, USDC twice, JitoSOL, JTO). */
export const BORROW_RATE_CURVES = {
  sol: curve([0, 1], [7_000, 400], [9_100, 600], [9_300, 1_000], [9_500, 2_000], [9_700, 4_000], [10_000, 8_000]),
  stableKinked: curve([0, 1], [8_000, 300], [8_500, 670], [9_000, 1_500], [9_500, 3_354], [10_000, 7_500]),
  stableLinear: curve([0, 0], [9_500, 475], [10_000, 3_000]),
  stakedSol: curve(
    [0, 1],
    [5_500, 300],
    [6_000, 424],
    [6_500, 600],
    [7_000, 848],
    [7_500, 1_200],
    [8_000, 1_697],
    [8_500, 2_400],
    [9_000, 3_394],
    [9_500, 4_800],
    [10_000, 6_788],
  ),
  governance: curve([0, 0], [5_000, 5_000], [9_000, 7_500], [9_200, 10_000], [9_500, 15_000], [10_000, 25_000]),
  major: curve([0, 1], [6_000, 150], [8_000, 350], [9_000, 1_200], [10_000, 6_000]),
  institutional: curve([0, 1], [8_500, 520], [9_200, 640], [9_700, 1_400], [10_000, 4_000]),
} as const satisfies Readonly<Record<string, readonly CurvePoint[]>>;

/** Name of a curve of the scenario. */
export type BorrowRateCurveName = keyof typeof BORROW_RATE_CURVES;
