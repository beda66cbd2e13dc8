import type { InfoQuery, MarketInfo, QuarantinedReserveRow, ReserveInfo } from '@tidemark/contract';

/** What the info endpoints answer from: all rows of one protocol. */
export interface InfoTables {
  readonly markets: readonly MarketInfo[];
  readonly reserves: readonly ReserveInfo[];
  readonly marketsWithoutReserves: readonly string[];
  readonly quarantined: readonly QuarantinedReserveRow[];
}

export interface InfoStore {
  /** Rows that are at most as old as the store allows. Rejects when the database fails. */
  get(): Promise<InfoTables>;
}

/**
 * Keeps the rows for a moment, and lets all requests that come while they are loaded wait for the same load: settings
 * change rarely, and a crowd of readers must not become a crowd of queries. A failure is not kept.
 */
export function createInfoStore(options: {
  readonly load: () => Promise<InfoTables>;
  readonly maxAgeMs: number;
}): InfoStore {
  let kept: { readonly tables: InfoTables; readonly loadedAt: number } | null = null;
  let loading: Promise<InfoTables> | null = null;

  const load = async (): Promise<InfoTables> => {
    const tables = await options.load();
    kept = { tables, loadedAt: performance.now() };
    return tables;
  };

  return {
    get: () => {
      if (kept !== null && performance.now() - kept.loadedAt < options.maxAgeMs) return Promise.resolve(kept.tables);
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
}

/** Whether a row passes all filters of a query. */
export function passesFilters(row: MarketInfo | ReserveInfo, query: InfoQuery): boolean {
  return (
    (query.lending_market === undefined || row.lending_market === query.lending_market) &&
    (query.reserve === undefined || row.reserve === query.reserve) &&
    (query.token_address === undefined || row.token_address === query.token_address) &&
    (query.token_symbol === undefined || row.token_symbol === query.token_symbol) &&
    (query.status_str === undefined || row.status_str === query.status_str)
  );
}
