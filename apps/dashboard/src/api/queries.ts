import type { components, paths } from '@tidemark/client';
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client, every, type Tier } from './client.ts';
import { keepEqualRows } from './keep-equal-rows.ts';
import { LIST_FIELDS } from './list-fields.ts';

type Schemas = components['schemas'];
export type ReserveDetail = Schemas['ReserveDetail'];
export type ServiceStatus = Schemas['ServiceStatus'];
export type ProtocolStatus = Schemas['ProtocolStatus'];
export type Protocol = paths[typeof DETAILS]['get']['parameters']['path']['protocol'];
type ListRow = Pick<ReserveDetail, (typeof LIST_FIELDS)[number]>;
/** A reserve in a table, with the protocol that it is of. */
export type Reserve = ListRow & { readonly protocol: Protocol };
/** Everything that is known of a reserve, with the protocol that it is of. */
export type FullReserve = ReserveDetail & { readonly protocol: Protocol };

const DETAILS = '/v1/{protocol}/lend/reserves/all/detail/latest';
const DETAIL = '/v1/{protocol}/lend/reserves/{reserve}/detail/latest';

/** What the service itself lists as its protocols counts: the types know those of the document that they were made from. */
export function isProtocol(name: string): name is Protocol {
  return name !== '';
}

/** Latest data are asked for this often while the page is visible. */
export const LATEST_INTERVAL_MS = 10_000;
const STATUS_INTERVAL_MS = 15_000;

/**
 * Bypasses the browser's cache, which may hold the answer from before a change for some seconds; the stream sends the event of a change once.
 * The request is conditional: where nothing has changed, the API answers 304.
 */
const ANEW = { cache: 'no-cache' } as const;

/** Protocols and version of the service. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: () => bodyOf(client().GET('/', { headers: { Accept: 'application/json' } })),
  staleTime: Number.POSITIVE_INFINITY,
});

interface Details {
  readonly rows: readonly Reserve[];
  readonly slot: number | null;
}

/** The reserves of a protocol now, with what tables show of them. A row without a change stays the object that it was. */
export const detailsQuery = (protocol: Protocol, tier: Tier) =>
  queryOptions({
    queryKey: ['details', protocol, tier],
    queryFn: async ({ signal, client: cache, queryKey }): Promise<Details> => {
      const params = { path: { protocol }, query: { fields: LIST_FIELDS.join() } };
      const { data, meta } = await bodyOf(client().GET(DETAILS, { params, signal, ...ANEW }));
      const rows = data.map((row): Reserve => ({ ...listRow(row), protocol }));
      const before = cache.getQueryData<Details>(queryKey)?.rows ?? [];
      return { rows: keepEqualRows(before, rows, LIST_FIELDS), slot: meta.slot };
    },
    // The general comparison of two answers of a thousand rows takes ten times as long as that of their columns.
    structuralSharing: false,
    refetchInterval: every(LATEST_INTERVAL_MS),
  });

/** Columns are optional where `fields` names some; the answer has those that were named. */
function listRow(row: Partial<ReserveDetail>): ListRow {
  if (!isListRow(row)) throw new Error('The API left out a column that was asked for.');
  return row;
}

function isListRow(row: Partial<ReserveDetail>): row is ReserveDetail {
  return LIST_FIELDS.every((name) => row[name] !== undefined);
}

/** Everything that is known of a reserve now. */
export const detailQuery = (protocol: Protocol, reserve: string, tier: Tier) =>
  queryOptions({
    queryKey: ['details', protocol, tier, reserve],
    queryFn: async ({ signal }): Promise<FullReserve | null> => {
      const { data } = await bodyOf(client().GET(DETAIL, { params: { path: { protocol, reserve } }, signal, ...ANEW }));
      const [row] = data;
      return row === undefined ? null : { ...row, protocol };
    },
    refetchInterval: every(LATEST_INTERVAL_MS),
  });

/** Whether the numbers can be trusted now. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/status', { signal })),
  refetchInterval: every(STATUS_INTERVAL_MS),
});

/** Totals over all protocols. */
export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/lend/summary/latest', { signal, ...ANEW })),
  refetchInterval: every(LATEST_INTERVAL_MS),
});

/** What lending and borrowing US dollars costs now. */
export const benchmarkQuery = queryOptions({
  queryKey: ['benchmark'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/lend/benchmark-rates/usd', { signal })),
  refetchInterval: every(60_000),
});

/** How every reserve went over the last 7 days, by address, and between which times. */
export const sparklinesQuery = queryOptions({
  queryKey: ['sparklines'],
  queryFn: async ({ signal }) => {
    const { data } = await bodyOf(client().GET('/v1/lend/reserves/all/sparklines', { signal }));
    return new Map(data.map((row) => [row.reserve, row]));
  },
  refetchInterval: every(60_000),
});
