import type { components, paths } from '@tidemark/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Range } from './history.ts';
import { bodyOf, client, every } from './client.ts';
import { LATEST_INTERVAL_MS, type Protocol } from './queries.ts';

type Schemas = components['schemas'];
export type MarketTotals = Schemas['MarketTotals'];
export type FeesRow = Schemas['FeesRow'];
/** What the three kinds of totals have in common. */
export type TotalsRow = Pick<
  MarketTotals,
  | 'timestamp'
  | 'slot'
  | 'reserve_count'
  | 'priced_reserve_count'
  | 'missing_reserve_count'
  | 'supplied_usd_f'
  | 'borrowed_usd_f'
  | 'available_usd_f'
  | 'tvl_usd_f'
  | 'utilization_f'
  | 'supply_apy_wavg_f'
  | 'borrow_apy_wavg_f'
  | 'usable_price_share_f'
  | 'unpriced_reserves'
>;
export type TotalsHistoryRow = Pick<
  Schemas['MarketHistoryRow'],
  | 'timestamp'
  | 'supplied_usd_f'
  | 'borrowed_usd_f'
  | 'tvl_usd_f'
  | 'utilization_f'
  | 'supply_apy_wavg_f'
  | 'borrow_apy_wavg_f'
  | 'final_b'
  | 'coverage_f'
  | 'quality_str'
  | 'gap_reason_str'
  | 'reserves_expected'
  | 'reserves_observed'
>;

/** Of what totals are. */
export type Subject =
  | { readonly kind: 'market'; readonly address: string }
  | { readonly kind: 'token'; readonly address: string }
  | { readonly kind: 'protocol'; readonly protocol: Protocol };

const REFRESH_MS = 30_000;

async function latestOf(subject: Subject, signal: AbortSignal): Promise<readonly TotalsRow[]> {
  if (subject.kind === 'market') {
    const params = { path: { market: subject.address } };
    return (await bodyOf(client().GET('/v1/lend/markets/{market}/latest', { params, signal }))).data;
  }
  if (subject.kind === 'token') {
    const params = { path: { mint: subject.address } };
    return (await bodyOf(client().GET('/v1/lend/tokens/{mint}/latest', { params, signal }))).data;
  }
  const params = { path: { protocol: subject.protocol } };
  return (await bodyOf(client().GET('/v1/{protocol}/lend/summary/latest', { params, signal }))).data;
}

/** Totals now. */
export const totalsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['totals', subject],
    queryFn: async ({ signal }) => (await latestOf(subject, signal))[0] ?? null,
    refetchInterval: every(LATEST_INTERVAL_MS),
  });

type TotalsInterval = NonNullable<
  NonNullable<paths['/v1/{protocol}/lend/summary/history']['get']['parameters']['query']>['interval']
>;

async function historyOf(
  subject: Subject,
  { from, to }: Range,
  interval: TotalsInterval,
  signal: AbortSignal,
): Promise<readonly TotalsHistoryRow[]> {
  const query = { from: String(from), to: String(to), interval };
  const rows = ({ data }: { data: readonly unknown[] }): readonly TotalsHistoryRow[] => data.filter(isHistoryRow);
  if (subject.kind === 'market') {
    const params = { path: { market: subject.address }, query };
    return rows(await bodyOf(client().GET('/v1/lend/markets/{market}/history', { params, signal })));
  }
  if (subject.kind === 'token') {
    const params = { path: { mint: subject.address }, query };
    return rows(await bodyOf(client().GET('/v1/lend/tokens/{mint}/history', { params, signal })));
  }
  const params = { path: { protocol: subject.protocol }, query };
  return rows(await bodyOf(client().GET('/v1/{protocol}/lend/summary/history', { params, signal })));
}

/** Columns are optional where `fields` names some; these answers have them all. */
function isHistoryRow(row: unknown): row is TotalsHistoryRow {
  return typeof row === 'object' && row !== null && 'timestamp' in row && 'supplied_usd_f' in row;
}

/** Totals over time. */
export interface TotalsHistory {
  /** Width of the buckets. */
  readonly interval: TotalsInterval;
  readonly rows: readonly TotalsHistoryRow[];
}

export const totalsHistoryQuery = (subject: Subject, range: Range) => {
  const interval = range.interval === '15m' ? '1h' : range.interval;
  return queryOptions({
    queryKey: ['totals-history', subject, range.from, range.to, interval],
    queryFn: async ({ signal }): Promise<TotalsHistory> => ({
      interval,
      rows: await historyOf(subject, range, interval, signal),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });
};

/** Interest by day, and who got it: of a protocol or one of its markets. */
export const feesQuery = (protocol: Protocol, market: string | null, { from, to }: Pick<Range, 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['fees', protocol, market, from, to],
    queryFn: ({ signal }) => {
      const scope = market === null ? {} : ({ group_by: 'market', lending_market: market } as const);
      const query = { from: String(from), to: String(to), interval: '1d' as const, ...scope };
      return bodyOf(client().GET('/v1/{protocol}/lend/fees', { params: { path: { protocol }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });

/** Totals of every market. */
export const marketsQuery = queryOptions({
  queryKey: ['markets'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/lend/markets/all/latest', { signal })),
  refetchInterval: every(LATEST_INTERVAL_MS),
});

/** How much of a range each reserve was observed in. */
export const coverageQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['coverage', from, to],
    queryFn: ({ signal }) => {
      const query = { from: String(from), to: String(to), limit: 1_000 };
      return bodyOf(client().GET('/v1/coverage', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });

/** Accounts that were kept out of the data. */
export const quarantineQuery = (protocol: Protocol) =>
  queryOptions({
    queryKey: ['quarantine', protocol],
    queryFn: ({ signal }) =>
      bodyOf(client().GET('/v1/{protocol}/lend/info/quarantine', { params: { path: { protocol } }, signal })),
    refetchInterval: every(REFRESH_MS),
  });
