import { sumOfDecimals } from '../naive/decimals.ts';
import { FEE_GROUPS, type ServedLending, WIDER_FEES } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { differenceOf } from './finding.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { Truth } from './truth.ts';

/** Of sums that do not agree, so many are named. */
const MOST_NAMED = 5;
const PARTS = ['', '_supply_side', '_protocol', '_referrer_max', '_host'];
type Group = (typeof FEE_GROUPS)[number];

/** Wider periods and running sums against the hours of the same answer; and the parts of each hour against its whole. */
export function auditFeeSums({ fees, widerFees, runningFees }: ServedLending): string[] {
  const hours = fees.get('reserve') ?? [];
  const fieldsOf = PARTS.flatMap((part) => [`interest${part}_usd_raw`, `interest${part}_raw`]);
  const compare = (name: string, row: ServedRow, own: readonly ServedRow[]): string[] =>
    fieldsOf.flatMap((field) => differenceOf(`${name} ${field}`, row[field], sumOf(own, field)) ?? []);
  const wider = FEE_GROUPS.flatMap((group) =>
    Object.entries(WIDER_FEES).flatMap(([interval, width]) => {
      const keyOf = (row: ServedRow) => `${subjectOf(group, row)} ${Math.floor(Number(row['timestamp']) / width)}`;
      const parts = groupBy(fees.get(group) ?? [], keyOf);
      const rows = widerFees.get(`${interval} ${group}`) ?? [];
      const served = new Set(rows.map(keyOf));
      return [
        ...[...parts.keys()].flatMap((key) =>
          served.has(key) ? [] : [`fees by ${group} and ${interval} lack ${key}`],
        ),
        ...rows.flatMap((row) => compare(`fees by ${group} and ${interval}`, row, parts.get(keyOf(row)) ?? [])),
      ];
    }),
  );
  const before = groupBy(hours, (row) => String(row['reserve']));
  const running = runningFees.flatMap((row) => {
    const own = before.get(String(row['reserve'])) ?? [];
    return compare(
      'running fees',
      row,
      own.filter((hour) => Number(hour['timestamp']) <= Number(row['timestamp'])),
    );
  });
  const balance = [...fees.values()].flat().flatMap((row) =>
    ['_usd_raw', '_raw'].flatMap((unit) => {
      const whole = row[`interest${unit}`];
      if (typeof whole !== 'string') return [];
      const parts = sumOfDecimals(PARTS.slice(1).map((part) => String(row[`interest${part}${unit}`])));
      return differenceOf(`the parts of interest${unit} at ${String(row['timestamp'])}`, parts, whole) ?? [];
    }),
  );
  return [...wider, ...running, ...balance].slice(0, MOST_NAMED);
}

/** Whose fees a row is about. */
function subjectOf(group: Group, row: ServedRow): string {
  return { reserve: String(row['reserve']), market: String(row['lending_market']), protocol: '' }[group];
}

/** Fees of each hour against the sums of the stored hours, by reserve, market and protocol, digit by digit. */
export function auditServedFees(
  { fees }: ServedLending,
  { hours }: StoredFacts,
  { reserves }: StoredSettings,
  truth: Truth,
): string[] {
  const marketOf = new Map(reserves.map((row) => [row['reserve'], String(row['lending_market'])]));
  return FEE_GROUPS.flatMap((group) => {
    const keyOf = (start: number, row: StoredRow | ServedRow, market: string): string =>
      `${start} ${{ reserve: String(row['reserve']), market, protocol: '' }[group]}`;
    const isCounted = ({ reserve, lending_market: market }: StoredRow): boolean =>
      group !== 'protocol' || truth.protocolOf(String(reserve)).isListed(String(market));
    const stored = groupBy(hours.filter(isCounted), (row) =>
      keyOf(secondsOf(row['bucket_start']), row, marketOf.get(row['reserve']) ?? ''),
    );
    const served = new Map(
      (fees.get(group) ?? []).map((row) => [keyOf(Number(row['timestamp']), row, String(row['lending_market'])), row]),
    );
    const doubled = (fees.get(group) ?? []).length - served.size;
    return [
      ...(doubled > 0 ? [`fees by ${group} have ${doubled} rows twice`] : []),
      ...[...stored].flatMap(([key, own]) => compareFees(`fees by ${group} of ${key}`, served.get(key), own, group)),
      ...[...served].flatMap(([key, row]) =>
        stored.has(key) || row['interest_usd_raw'] === null ? [] : [`fees by ${group} of ${key} are of no stored hour`],
      ),
    ];
  });
}

function compareFees(name: string, row: ServedRow | undefined, hours: readonly StoredRow[], group: Group): string[] {
  if (row === undefined) return [`${name} are not served`];
  const expected = [
    ...PARTS.map((part) => [`interest${part}_usd_raw`, sumOf(hours, `interest${part}_usd_raw`)] as const),
    ...(group === 'reserve'
      ? PARTS.map((part) => [`interest${part}_raw`, sumOf(hours, `interest${part}_raw`)] as const)
      : []),
    ['final_b', hours.every((hour) => hour['final_b'] === true)] as const,
    ['coverage_f', shareOf(hours)] as const,
  ];
  const differences = expected.flatMap(([field, value]) => differenceOf(field, row[field], value) ?? []);
  return differences.length === 0 ? [] : [`${name}: ${differences.join('; ')}`];
}

/** Of what is known; null where nothing is. */
function sumOf(hours: readonly (StoredRow | ServedRow)[], column: string): string | null {
  const known = hours.map((hour) => hour[column]).filter((value) => typeof value === 'string');
  return known.length === 0 ? null : sumOfDecimals(known);
}

function shareOf(hours: readonly StoredRow[]): number | null {
  const sum = (column: string): number => hours.reduce((total, hour) => total + Number(hour[column]), 0);
  return sum('elapsed_seconds') === 0 ? null : sum('observed_seconds') / sum('elapsed_seconds');
}
