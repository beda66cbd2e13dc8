import type { Decimal } from 'decimal.js';
import { Exact } from '../exact.ts';
import { type RowName, ROWS } from '../numbers/rows.ts';

/** What one row of the report has seen. */
export interface Tally {
  cases: number;
  failures: number;
  /** Largest |ours − theirs|, relative to the larger of the two, or to one where both are smaller. */
  worst: number;
  /** Largest share of its tolerance that a difference took; above 1 is a failure. */
  worstShare: number;
  /** The first few failures, in words. */
  readonly examples: string[];
}

/** Something compared on both sides. Numbers and decimals; text only where it must be equal. */
type Value = number | Decimal;

const EXAMPLES = 5;

/** Collects every comparison of a run, row by row. */
export interface Ledger {
  readonly tallies: ReadonlyMap<RowName, Tally>;
  /** Two numbers that must agree within a tolerance (absolute). */
  compare(row: RowName, ours: Value, theirs: Value, tolerance: Value, where: string): void;
  /**
   * A known difference: `predicted` is what the other side must say if the explanation is right, `theirs` what it says,
   * `ours` only gives the size of the difference.
   */
  explain(row: RowName, ours: Value, theirs: Value, predicted: Value, tolerance: Value, where: string): void;
  /** A statement that must hold. `count` values were compared to make it. */
  expect(row: RowName, holds: boolean, where: string, detail: () => string, count?: number): void;
}

export function createLedger(): Ledger {
  const tallies = new Map<RowName, Tally>();
  for (const name of rowNames()) {
    tallies.set(name, { cases: 0, failures: 0, worst: 0, worstShare: 0, examples: [] });
  }
  const tallyOf = (row: RowName): Tally => {
    const tally = tallies.get(row);
    if (tally === undefined) throw new RangeError(`no row ${row}`);
    return tally;
  };
  function fail(tally: Tally, text: string): void {
    tally.failures++;
    if (tally.examples.length < EXAMPLES) tally.examples.push(text);
  }
  function explain(row: RowName, ours: Value, theirs: Value, predicted: Value, tolerance: Value, where: string): void {
    const tally = tallyOf(row);
    tally.cases++;
    const share = distance(predicted, theirs) / Math.max(toNumber(tolerance), Number.MIN_VALUE);
    tally.worst = Math.max(tally.worst, relative(ours, theirs));
    tally.worstShare = Math.max(tally.worstShare, share);
    if (share <= 1) return;
    fail(
      tally,
      `${where}: ours ${show(ours)}, theirs ${show(theirs)}, predicted ${show(predicted)} ± ${show(tolerance)}`,
    );
  }
  return {
    tallies,
    explain,
    compare: (row, ours, theirs, tolerance, where) => explain(row, ours, theirs, ours, tolerance, where),
    expect(row, holds, where, detail, count = 1) {
      const tally = tallyOf(row);
      tally.cases += count;
      if (!holds) fail(tally, `${where}: ${detail()}`);
    },
  };
}

export function rowNames(): RowName[] {
  return Object.keys(ROWS).filter((name): name is RowName => name in ROWS);
}

function distance(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : Math.abs(a - b);
  const [left, right] = typeof a === 'number' ? [b, a] : [a, b];
  if (typeof left === 'number') return Math.abs(left - toNumber(right));
  // The SDK's decimals would round the difference to their own digits.
  const gap = new Exact(left).minus(right).abs();
  return gap.isNaN() ? Number.NaN : gap.toNumber();
}

function relative(a: Value, b: Value): number {
  return distance(a, b) / Math.max(Math.abs(toNumber(a)), Math.abs(toNumber(b)), 1);
}

function toNumber(value: Value): number {
  return typeof value === 'number' ? value : value.toNumber();
}

function show(value: Value): string {
  return typeof value === 'number' ? String(value) : value.toPrecision(25);
}
