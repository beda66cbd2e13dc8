import type { components } from '@tidemark/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, client, every, type Tier } from './client.ts';
import type { Protocol } from './queries.ts';

type Schemas = components['schemas'];
export type HistoryRow = Schemas['HistoryRow'];
export type HistoryGap = Schemas['HistoryGap'];
export type ConfigChange = Schemas['ConfigChange'];
export type ReserveCurve = Schemas['ReserveCurve'];

/** Widths of a point that the page offers. The finest needs a key. */
export type Interval = '15m' | '1h' | '4h' | '1d';

/** A stretch of time, by its end a whole number of intervals so that the same question has the same name. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly interval: Interval;
}

export interface History {
  /** Width of the buckets. */
  readonly interval: Interval;
  readonly rows: readonly HistoryRow[];
  readonly gaps: readonly HistoryGap[];
  readonly gapsTruncated: boolean;
  /** The answer goes on and was cut here: never in silence. */
  readonly cutAt: number | null;
  /** Why there are no rows, in the words of the API. */
  readonly emptyReason: string | null;
}

/** What charts draw, and their CSV has. */
export const HISTORY_FIELDS = [
  'reserve',
  'timestamp',
  'supplied_amount_f',
  'supplied_amount_usd_f',
  'borrowed_amount_f',
  'borrowed_amount_usd_f',
  'available_amount_f',
  'available_amount_usd_f',
  'utilization_f',
  'supply_apy_f',
  'supply_apy_realised_f',
  'borrow_apy_f',
  'borrow_apy_realised_f',
  'price_usd_f',
  'interest_f',
  'interest_usd_f',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
] as const satisfies readonly (keyof HistoryRow)[];
const PAGE = 10_000;
const MAX_PAGES = 12;
const REFRESH_MS = 30_000;

/** Histories of some reserves of one protocol, in one call and all of its pages; by reserve. */
export const historiesQuery = (protocol: Protocol, reserves: readonly string[], range: Range, tier: Tier) => {
  const { from, to, interval } = range;
  return queryOptions({
    queryKey: ['histories', protocol, reserves, from, to, interval, tier],
    queryFn: async ({ signal }): Promise<History> => {
      const path = '/v1/{protocol}/lend/reserves/all/history';
      const asked = {
        from: String(from),
        to: String(to),
        interval,
        reserves: reserves.join(),
        fields: HISTORY_FIELDS.join(),
        limit: PAGE,
      };
      const rows: HistoryRow[] = [];
      const gaps: HistoryGap[] = [];
      let gapsTruncated = false;
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { ...asked, ...(cursor && { cursor }) };
        // A page names where the next one begins.
        // oxlint-disable-next-line eslint/no-await-in-loop
        const { data, meta } = await bodyOf(client().GET(path, { params: { path: { protocol }, query }, signal }));
        rows.push(...data);
        if (page === 0) gaps.push(...meta.gaps);
        gapsTruncated ||= meta.gaps_truncated_b;
        if (meta.next_cursor === null) {
          return { interval, rows, gaps, gapsTruncated, cutAt: null, emptyReason: meta.empty_reason_str };
        }
        cursor = meta.next_cursor;
      }
      return { interval, rows, gaps, gapsTruncated, cutAt: rows.at(-1)?.timestamp ?? from, emptyReason: null };
    },
    refetchInterval: every(REFRESH_MS),
  });
};

/** Parameters that changed within the range, newest first. */
export const changesQuery = (reserve: string, protocol: Protocol, { from, to }: Pick<Range, 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['changes', reserve, from, to],
    queryFn: ({ signal }) => {
      const path = '/v1/{protocol}/lend/reserves/{reserve}/config/changes';
      const query = { from: String(from), to: String(to), limit: 200 };
      return bodyOf(client().GET(path, { params: { path: { protocol, reserve }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });

/** A change of a reserve that somebody thinks of: whole tokens, or USD where the API takes them. */
export interface WhatIf {
  readonly supply_delta?: string;
  readonly borrow_delta?: string;
}

/** Rates over utilization, where the reserve stands, and where a change would take it. */
export const curveQuery = (reserve: string, protocol: Protocol, change: WhatIf) =>
  queryOptions({
    queryKey: ['curve', reserve, change],
    queryFn: ({ signal }) => {
      const path = '/v1/{protocol}/lend/reserves/{reserve}/curve';
      return bodyOf(
        client().GET(path, { params: { path: { protocol, reserve }, query: { points: 101, ...change } }, signal }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });

/** Parameters that changed in the reserves and markets of a protocol, newest first. */
export const protocolChangesQuery = (protocol: Protocol | null, { from, to }: Pick<Range, 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['changes', protocol, from, to],
    queryFn: ({ signal }) => {
      if (protocol === null) return Promise.resolve(null);
      const path = '/v1/{protocol}/lend/reserves/all/config/changes';
      const query = { from: String(from), to: String(to), limit: 200 };
      return bodyOf(client().GET(path, { params: { path: { protocol }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(REFRESH_MS),
  });
