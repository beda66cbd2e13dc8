import { type components, rows } from '@tidemark/client';
import type { HistoryRun } from './history-run.ts';
import { byReserve } from './read-history.ts';

export type FeesRow = components['schemas']['FeesRow'];
export type FeesQuery = Readonly<{
  interval: '1h' | '4h' | '1d';
  group_by: 'protocol' | 'market' | 'reserve';
  cumulative?: 'true';
  from: number;
  to: number;
}>;

export const USD_PARTS = [
  'interest_supply_side_usd_sf',
  'interest_protocol_usd_sf',
  'interest_referrer_max_usd_sf',
  'interest_host_usd_sf',
] as const;
export const TOKEN_PARTS = [
  'interest_supply_side_sf',
  'interest_protocol_sf',
  'interest_referrer_max_sf',
  'interest_host_sf',
] as const;
export const USD_NAMES = ['interest_usd_sf', ...USD_PARTS] as const;
export const TOKEN_NAMES = ['interest_sf', ...TOKEN_PARTS] as const;
/** Exact amounts, in USD and in base units. */
export type AmountName = (typeof USD_NAMES)[number] | (typeof TOKEN_NAMES)[number];

/** Fees of a range, page by page. */
export async function readFees(run: HistoryRun, { from, to, ...query }: FeesQuery): Promise<FeesRow[]> {
  const read: FeesRow[] = [];
  const range = { from: String(from), to: String(to), limit: 100 };
  const pages = rows((start) =>
    run.client.GET('/v1/kamino/lend/fees', {
      params: { query: { ...query, ...range, ...start } },
    }),
  );
  for await (const row of pages) read.push(row);
  return read;
}

/** Null where nothing is known counts as nothing, as in the sums of the service. */
export function sumOf(list: readonly FeesRow[], names: readonly AmountName[]): bigint {
  return list.reduce((sum, row) => names.reduce((inner, name) => inner + BigInt(row[name] ?? 0), sum), 0n);
}

/** Sums of each amount, by reserve. */
export function totalsOf(list: readonly FeesRow[], names: readonly AmountName[]): Map<string, bigint[]> {
  return new Map([...feesByReserve(list)].map(([reserve, own]) => [reserve, names.map((name) => sumOf(own, [name]))]));
}

export function feesByReserve(list: readonly FeesRow[]): Map<string, (FeesRow & { readonly reserve: string })[]> {
  return byReserve(list.map((row) => ({ ...row, reserve: row.reserve ?? '' })));
}
