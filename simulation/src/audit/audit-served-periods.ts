import type { ServedLending } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { differenceOf } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import { type BucketTotals, keyOf, totalsOf } from './totals-of-buckets.ts';

/** Sums are of integers here and there, means of doubles here. */
const TOLERANCE = 1e-12;
const WIDTH = 4 * 3_600;
/** Which reserves the answer adds up: those of markets that anybody may have created are beside its sums. */
const PARTS: Readonly<Record<string, string>> = { market: 'all', token: 'listed', protocol: 'listed' };

/** Four hours of the protocol, of each market and of tokens, against the hours of their reserves: each period of them is there, and no other. */
export function auditServedPeriods(
  { periods }: Pick<ServedLending, 'periods'>,
  protocol: string,
  { hours }: Pick<StoredFacts, 'hours'>,
  settings: Pick<StoredSettings, 'reserves' | 'markets'>,
): string[] {
  const expected = totalsOf(hours, WIDTH, settings);
  return periods.flatMap(({ kind, subject, rows }) => {
    const suffix = ` ${kind} ${subject} ${PARTS[kind]}`;
    const served = new Map(
      rows.map((row) => [
        keyOf({ protocol, start: Number(row['timestamp']), width: WIDTH }, kind, subject, PARTS[kind] ?? ''),
        row,
      ]),
    );
    const own = [...expected].filter(([key]) => key.endsWith(suffix));
    const none = [...served].flatMap(([key, row]) =>
      expected.has(key) || row['reserves_observed'] === 0 ? [] : [`${key} is of no hour`],
    );
    return [
      ...none,
      ...own.flatMap(([key, want]) => {
        const row = served.get(key);
        if (row === undefined) return [`${key} is not served`];
        const found = differencesOf(want, row);
        return found.length === 0 ? [] : [`${key}: ${found.join('; ')}`];
      }),
    ];
  });
}

function differencesOf(want: BucketTotals, row: ServedRow): string[] {
  const quality = want.observed === 0 ? 'missing' : want.whole === want.reserves ? 'ok' : 'partial';
  const exact = {
    reserves_expected: want.reserves,
    reserves_observed: want.observed,
    priced_reserve_count: want.priced,
    quality_str: quality,
    final_b: want.isFinal,
  };
  const near = {
    supplied_usd_f: numberOf(want.suppliedUsd),
    borrowed_usd_f: numberOf(want.borrowedUsd),
    available_usd_f: numberOf(want.availableUsd),
    supply_apy_wavg_f: want.supplyApy,
    borrow_apy_wavg_f: want.borrowApy,
    coverage_f: want.elapsedSeconds === 0 ? null : want.observedSeconds / want.elapsedSeconds,
  };
  return [
    ...Object.entries(exact).flatMap(([field, value]) => differenceOf(field, row[field], value) ?? []),
    ...Object.entries(near).flatMap(([field, value]) =>
      isNear(row[field], value) ? [] : [`${field} is ${String(row[field])}, not ${value}`],
    ),
  ];
}

function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

function isNear(served: unknown, expected: number | null): boolean {
  if (expected === null || typeof served !== 'number') return served === expected;
  return Math.abs(served - expected) <= Math.abs(expected) * TOLERANCE;
}
