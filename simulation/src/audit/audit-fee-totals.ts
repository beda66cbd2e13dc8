import { differenceOf, type Finding } from './finding.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';

const WIDTHS = [3_600, 14_400, 86_400] as const;
/** The stored column and that of an hour. */
const SUMS = ['supply_side', 'protocol', 'referrer_max', 'host'].map(
  (part) => [`interest_${part}_usd`, `interest_${part}_usd_sf`] as const,
);
const SHOWN = 3;

/** Stored fees of each market and protocol against the hours of their reserves, whatever the width: no day is asked. */
export function auditFeeTotals(
  { totals, totalsDue, hours }: Pick<StoredFacts, 'totals' | 'totalsDue' | 'hours'>,
  { reserves }: Pick<StoredSettings, 'reserves'>,
): Finding[] {
  const settingsOf = new Map(reserves.map((row) => [row['address'], row]));
  const expected = new Map<string, bigint>();
  for (const hour of hours) {
    const reserve = settingsOf.get(hour['reserve']);
    if (reserve === undefined || hour['interest_usd_sf'] === null || !isThere(reserve, hour)) continue;
    for (const width of WIDTHS) {
      for (const of of [`market ${String(reserve['lending_market'])}`, 'protocol ']) {
        for (const [column, ofHour] of SUMS) {
          const key = `${periodOf(hour, width)} ${of} ${column}`;
          expected.set(key, (expected.get(key) ?? 0n) + integerOf(hour[ofHour]));
        }
      }
    }
  }
  const due = new Set(totalsDue.map((row) => periodOf(row, Number(row['width_seconds']))));
  const found = new Map<string, bigint>();
  for (const row of totals) {
    const period = periodOf(row, Number(row['width_seconds']));
    const kind = String(row['subject_kind']);
    if (due.has(period) || !['market', 'protocol'].includes(kind)) continue;
    for (const [column] of SUMS) {
      const key = `${period} ${kind} ${String(row['subject'])} ${column}`;
      found.set(key, (found.get(key) ?? 0n) + integerOf(row[column]));
    }
  }
  const problems = [...found].flatMap(
    ([key, sum]) => differenceOf(key, String(sum), String(expected.get(key) ?? 0n)) ?? [],
  );
  if (problems.length === 0) return [];
  const message = `${problems.length} of ${found.size} stored sums of fees are not those of their hours: ${problems.slice(0, SHOWN).join(' | ')}`;
  return [{ invariant: 'rollups', message }];
}

/** Numerics are text; nothing where there is none. */
function integerOf(value: unknown): bigint {
  return typeof value === 'string' ? BigInt(value) : 0n;
}

function isThere(reserve: StoredRow, hour: StoredRow): boolean {
  const first = secondsOf(reserve['first_seen_at']);
  const gone = reserve['missing_since_at'] instanceof Date ? secondsOf(reserve['missing_since_at']) : Infinity;
  return Math.max(gone, first + 1) > secondsOf(hour['bucket_start']) && first < secondsOf(hour['bucket_end']);
}

function periodOf(row: StoredRow, width: number): string {
  const seconds = secondsOf(row['bucket_start']);
  return `${String(row['protocol'])} ${width} ${seconds - (seconds % width)}`;
}
