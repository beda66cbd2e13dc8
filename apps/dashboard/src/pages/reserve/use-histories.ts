import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Tier } from '../../api/client.ts';
import { type History, type HistoryRow, historiesQuery, type Range } from '../../api/history.ts';
import type { Protocol, Reserve } from '../../api/queries.ts';
import { marketText, tokenText } from '../../format/names.ts';
import { shortAddress } from '../../format/words.ts';

/** What charts say of a reserve. */
export type Shown = Pick<
  Reserve,
  'protocol' | 'reserve' | 'token_symbol' | 'token_address' | 'lending_market_name' | 'lending_market'
>;

/** The same list while that is the same, whatever else of the rows changes: charts are drawn again for a new one. */
export function useShown(rows: readonly Reserve[]): readonly Shown[] {
  const list = rows.map((row): Shown => {
    const { protocol, reserve, token_symbol, token_address, lending_market_name, lending_market } = row;
    return { protocol, reserve, token_symbol, token_address, lending_market_name, lending_market };
  });
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the whole list
  return useMemo(() => list, [JSON.stringify(list)]);
}

export interface Histories {
  /** Of one protocol each, in the order of `results`. */
  readonly protocols: readonly Protocol[];
  readonly results: readonly UseQueryResult<History>[];
  /** Those of the results that are read. */
  readonly histories: readonly History[];
}

const combine = (results: readonly UseQueryResult<History>[]) => ({
  results,
  histories: results.flatMap(({ data }) => data ?? []),
});

/** The histories of reserves: one call for those of a protocol. */
export function useHistories(shown: readonly Shown[], range: Range, tier: Tier): Histories {
  const client = useQueryClient();
  const protocols = [...new Set(shown.map(({ protocol }) => protocol))];
  const queries = protocols.map((protocol) => {
    const reserves = shown.filter((each) => each.protocol === protocol).map(({ reserve }) => reserve);
    const query = historiesQuery(protocol, reserves, range, tier);
    // While another range is read that of before stays: with every hour the range moves.
    const before = (): History | undefined =>
      client
        .getQueriesData<History>({ queryKey: query.queryKey.slice(0, 3) })
        .findLast(([, data]) => data !== undefined)?.[1];
    return { ...query, placeholderData: before };
  });
  return { protocols, ...useQueries({ queries, combine }) };
}

/** The rows of each of the reserves, in their order. */
export function rowsOf(
  shown: readonly Shown[],
  { histories }: Pick<Histories, 'histories'>,
): readonly (readonly HistoryRow[])[] {
  return shown.map(({ reserve }) => histories.flatMap(({ rows }) => rows.filter((each) => each.reserve === reserve)));
}

/** A name that tells a reserve from the others of the chart. */
export function nameOf(row: Shown | undefined, shown: readonly Shown[]): string {
  if (row === undefined) return '';
  const names = [tokenText, (each: Shown) => `${tokenText(each)} ${marketText(each)}`];
  const telling = names.find((name) => shown.filter((each) => name(each) === name(row)).length === 1);
  return telling?.(row) ?? `${tokenText(row)} ${shortAddress(row.reserve)}`;
}
