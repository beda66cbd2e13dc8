import type { Served } from '../served/read-served.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';

/** Sums of doubles against the service's sums of integers. */
const TOLERANCE = 1e-9;
const ONE = 2 ** 60;

/** Totals of the protocol and of each market against the newest rows. */
export function auditServedTotals(
  { summary, markets }: Served,
  { latest }: StoredFacts,
  { reserves, markets: known }: StoredSettings,
): string[] {
  const settingsOf = new Map(reserves.map((row) => [row['address'], row]));
  const compare = (name: string, row: ServedRow | undefined, rows: readonly StoredRow[]): string[] => {
    if (row === undefined) return [`${name} are not served`];
    const problems = Object.entries(totalsOf(rows, settingsOf)).flatMap(([field, expected]) => {
      const value = row[field];
      return isNear(value, expected) ? [] : [`${field} is ${String(value)}, not ${expected}`];
    });
    return problems.length === 0 ? [] : [`${name}: ${problems.join('; ')}`];
  };
  const ofMarket = (address: unknown) =>
    latest.filter((row) => settingsOf.get(row['reserve'])?.['lending_market'] === address);
  return [
    ...(markets.length === known.length
      ? []
      : [`totals of ${markets.length} markets are served, and ${known.length} known`]),
    ...compare('totals of the protocol', summary[0], latest),
    ...known.flatMap(({ address }) =>
      compare(
        `totals of market ${String(address)}`,
        markets.find((row) => row['lending_market'] === address),
        ofMarket(address),
      ),
    ),
  ];
}

const SUMMARY_FIELDS = {
  supplied_usd_f: 'supplied',
  borrowed_usd_f: 'borrowed',
  available_usd_f: 'available',
} as const;

/** Each hour of the protocol against the closes of its reserves. */
export function auditServedSummaries({ summaries }: Served, { hours }: StoredFacts): string[] {
  const hoursAt = groupBy(hours, (row) => String(secondsOf(row['bucket_start'])));
  const counts =
    summaries.length === hoursAt.size ? [] : [`${summaries.length} hours of the protocol, not ${hoursAt.size}`];
  const problems = summaries.flatMap((row) => {
    const own = hoursAt.get(String(row['timestamp'])) ?? [];
    const sums = Object.entries(SUMMARY_FIELDS).flatMap(([field, name]) => {
      const values = own.flatMap((hour) => {
        const value = hour[`${name}_amount_usd_close_f`];
        return typeof value === 'number' ? [value] : [];
      });
      const expected = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
      return isNear(row[field], expected) ? [] : [`${field} is ${String(row[field])}, not ${expected}`];
    });
    const isComplete = row['reserves_expected'] === own.length;
    const all = [...sums, ...(isComplete ? [] : [`${String(row['reserves_expected'])} reserves, not ${own.length}`])];
    return all.length === 0 ? [] : [`the protocol at ${String(row['timestamp'])}: ${all.join('; ')}`];
  });
  return [...counts, ...problems];
}

function totalsOf(
  rows: readonly StoredRow[],
  settingsOf: ReadonlyMap<unknown, StoredRow>,
): Record<string, number | null> {
  const priced = rows.filter((row) => Number(row['market_price_sf']) > 0);
  const sum = (column: string, one: number): number | null =>
    priced.length === 0
      ? null
      : priced.reduce((total, row) => {
          const decimals = Number(settingsOf.get(row['reserve'])?.['token_decimals']);
          const amount = Number(row[column]) / one / 10 ** decimals;
          return total + (amount * Number(row['market_price_sf'])) / ONE;
        }, 0);
  const [supplied, borrowed] = [sum('accrued_total_supply_sf', ONE), sum('accrued_borrowed_amount_sf', ONE)];
  return {
    reserve_count: rows.length,
    supplied_usd_f: supplied,
    borrowed_usd_f: borrowed,
    available_usd_f: sum('accrued_available_amount_raw', 1),
    tvl_usd_f: supplied === null || borrowed === null ? null : supplied - borrowed,
  };
}

function isNear(value: unknown, expected: number | null): boolean {
  if (expected === null || typeof value !== 'number') return value === expected;
  return Math.abs(value - expected) <= Math.abs(expected) * TOLERANCE;
}
