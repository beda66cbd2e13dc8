import { differenceOf, type Finding } from './finding.ts';
import { secondsOf, type StoredFacts, type StoredRow, type StoredTotals } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import { type BucketTotals, keyOf, totalsOf } from './totals-of-buckets.ts';

/** Means are of doubles here and of integers there. */
const TOLERANCE = 1e-12;
const SHOWN = 3;

const NOTHING: BucketTotals = {
  ...{ reserves: 0, observed: 0, priced: 0, whole: 0, isFinal: false, observedSeconds: 0, elapsedSeconds: 0 },
  ...{ suppliedUsd: null, borrowedUsd: null, availableUsd: null, supplied: null, borrowed: null, available: null },
  ...{ supplyApy: null, borrowApy: null },
};

/** Totals of hours and days against the buckets of reserves, one sum after the other: each period has them all, and none beside. */
export function auditTotals(
  { totals, hours, days }: Pick<StoredFacts, 'totals' | 'hours' | 'days'>,
  settings: Pick<StoredSettings, 'reserves' | 'markets'>,
): Finding[] {
  const expected = new Map([...totalsOf(hours, 3_600, settings), ...totalsOf(days, 86_400, settings)]);
  const stored = new Map(totals.map((entry) => [nameOf(entry), entry]));
  const problems = [...new Set([...expected.keys(), ...stored.keys()])].flatMap((key) => {
    const [want, have] = [expected.get(key), stored.get(key)];
    // Reserves that were there and have no bucket: a row that knows nothing of them.
    if (want === undefined && have?.row['reserve_count'] === 0) {
      return differencesOf(NOTHING, have.row, have.kind === 'token').map(
        (problem) => `${key}, of no bucket: ${problem}`,
      );
    }
    if (want === undefined) return [`${key} is of no bucket`];
    if (have === undefined) return [`${key} is not stored`];
    const found = differencesOf(want, have.row, have.kind === 'token');
    return found.length === 0 ? [] : [`${key}: ${found.join('; ')}`];
  });
  const [first] = problems;
  if (first === undefined) return [];
  const message = `${problems.length} of ${stored.size} totals are not the sums of their buckets: ${problems.slice(0, SHOWN).join(' | ')}`;
  return [{ invariant: 'rollups', message }];
}

function nameOf({ kind, subject, part, width, row }: StoredTotals): string {
  return keyOf({ protocol: row['protocol'], start: secondsOf(row['bucket_start']), width }, kind, subject, part);
}

function differencesOf(want: BucketTotals, row: StoredRow, isToken: boolean): string[] {
  const exact = {
    reserve_count: want.reserves,
    reserves_observed: want.observed,
    priced_reserve_count: want.priced,
    final_b: want.isFinal,
    observed_seconds: want.observedSeconds,
    elapsed_seconds: want.elapsedSeconds,
    supplied_usd_raw: want.suppliedUsd,
    borrowed_usd_raw: want.borrowedUsd,
    available_usd_raw: want.availableUsd,
    ...(isToken ? { supplied_amount_raw: want.supplied, borrowed_amount_raw: want.borrowed } : {}),
  };
  const decimals = Number(row['token_decimals']);
  const near = {
    supply_apy_wavg_f: want.supplyApy,
    borrow_apy_wavg_f: want.borrowApy,
    ...(isToken
      ? { available_amount_f: want.available === null ? null : Number(want.available) / 10 ** decimals }
      : {}),
  };
  return [
    ...Object.entries(exact).flatMap(([column, value]) => differenceOf(column, row[column], value) ?? []),
    ...Object.entries(near).flatMap(([column, value]) =>
      isNear(row[column], value) ? [] : [`${column} is ${String(row[column])}, not ${value}`],
    ),
  ];
}

function isNear(stored: unknown, expected: number | null): boolean {
  if (expected === null || typeof stored !== 'number') return stored === expected;
  return Math.abs(stored - expected) <= Math.abs(expected) * TOLERANCE;
}
