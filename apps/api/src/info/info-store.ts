import type { MarketInfo, QuarantinedReserveRow, ReserveInfo } from '@tidemark/contract';

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

export interface InfoStoreOptions {
  readonly load: () => Promise<InfoTables>;
  readonly maxAgeMs: number;
  /** Something newer than the rows that shows them to lack something; null where they lack nothing that is known. */
  readonly newsFor?: (tables: InfoTables) => object | null;
}

/**
 * Keeps the rows for a moment, and lets all requests that come while they are loaded wait for the same load: settings
 * change rarely, and a crowd of readers must not become a crowd of queries. A failure is not kept. Each piece of news is
 * one load more, whatever is asked for.
 */
export function createInfoStore({ load, maxAgeMs, newsFor = () => null }: InfoStoreOptions): InfoStore {
  let kept: { readonly tables: InfoTables; readonly loadedAt: number } | null = null;
  let loading: Promise<InfoTables> | null = null;
  let knownNews: object | null = null;

  const loadOnce = async (): Promise<InfoTables> => {
    const tables = await load();
    kept = { tables, loadedAt: performance.now() };
    return tables;
  };

  /** The load under way may have read before the news: another follows it. */
  const begin = (): Promise<InfoTables> => {
    const before: Promise<unknown> = loading ?? Promise.resolve();
    const run = before.then(loadOnce, loadOnce).finally(() => {
      if (loading === run) loading = null;
    });
    loading = run;
    return run;
  };

  return {
    get: () => {
      const news = kept === null ? null : newsFor(kept.tables);
      if (news !== null && news !== knownNews) {
        knownNews = news;
        return begin().catch((error: unknown) => {
          // The next request learns of it anew: the rows that are kept still lack it.
          if (knownNews === news) knownNews = null;
          throw error;
        });
      }
      if (loading !== null) return loading;
      if (kept !== null && performance.now() - kept.loadedAt < maxAgeMs) return Promise.resolve(kept.tables);
      return begin();
    },
  };
}
