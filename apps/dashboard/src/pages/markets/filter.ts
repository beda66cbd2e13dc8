import type { Reserve } from '../../api/queries.ts';
import { marketText, tokenText } from '../../format/names.ts';
import type { MarketsView } from './search.ts';

/** Why a row is not as fresh as the others of its protocol. */
export type Freshness = 'fresh' | 'stale' | 'gone';

/** Seconds by protocol beyond which the API calls a reserve stale. */
export type StaleAfter = Readonly<Record<string, number>>;

/** Freshness of rows by address: against the newest row of the same protocol, by the limit that the API names. */
export function freshnessOf(rows: readonly Reserve[], staleAfter: StaleAfter): ReadonlyMap<string, Freshness> {
  const newest = new Map<string, number>();
  for (const row of rows) newest.set(row.protocol, Math.max(newest.get(row.protocol) ?? 0, row.timestamp));
  return new Map(
    rows.map((row) => {
      if (row.missing_since_timestamp !== null) return [row.reserve, 'gone'] as const;
      const age = (newest.get(row.protocol) ?? 0) - row.timestamp;
      const isStale = age > (staleAfter[row.protocol] ?? Number.POSITIVE_INFINITY);
      return [row.reserve, isStale ? 'stale' : 'fresh'] as const;
    }),
  );
}

type Filters = Pick<MarketsView, 'q' | 'protocols' | 'markets' | 'tokens' | 'statuses' | 'stale'>;

/** Rows that pass every filter. Within one filter any of the chosen values will do. */
export function filterReserves(
  rows: readonly Reserve[],
  view: Filters,
  freshness: ReadonlyMap<string, Freshness>,
): Reserve[] {
  const needle = view.q.trim().toLowerCase();
  const passes = (chosen: readonly string[], value: string) => chosen.length === 0 || chosen.includes(value);
  return rows.filter(
    (row) =>
      passes(view.protocols, row.protocol) &&
      passes(view.markets, row.lending_market) &&
      passes(view.tokens, row.token_address) &&
      passes(view.statuses, row.status_str) &&
      (!view.stale || freshness.get(row.reserve) !== 'fresh') &&
      (needle === '' || haystack(row).includes(needle)),
  );
}

/** Names are found as they are shown, and as they are. */
function haystack(row: Reserve): string {
  const { token_symbol, lending_market_name, protocol, reserve, lending_market, token_address } = row;
  const shown = [tokenText(row), marketText(row)];
  return [...shown, token_symbol, lending_market_name, protocol, reserve, lending_market, token_address]
    .join('\n')
    .toLowerCase();
}

/** The rows of listed markets, and how many others there are: those are shown where they are asked for. */
export function splitListed(
  rows: readonly Reserve[],
  isAll: boolean,
): { readonly shown: readonly Reserve[]; readonly hidden: number } {
  if (isAll) return { shown: rows, hidden: 0 };
  const shown = rows.filter((row) => row.listed_b);
  return { shown, hidden: rows.length - shown.length };
}
