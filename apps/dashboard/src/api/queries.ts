import type { components, paths } from '@tidemark/client';
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client } from './client.ts';
import type { Tier } from './key.ts';

type Schemas = components['schemas'];
export type ReserveDetail = Schemas['ReserveDetail'];
export type ServiceStatus = Schemas['ServiceStatus'];
export type ProtocolStatus = Schemas['ProtocolStatus'];
export type Protocol = paths[typeof DETAILS]['get']['parameters']['path']['protocol'];
/** A reserve with the protocol that it is of. */
export type Reserve = ReserveDetail & { readonly protocol: Protocol };

const DETAILS = '/v1/{protocol}/lend/reserves/all/detail/latest';

/** What the service itself lists as its protocols counts: the types know those of the document that they were made from. */
export function isProtocol(name: string): name is Protocol {
  return name !== '';
}

/** Latest data are asked for this often while the page is visible. */
export const LATEST_INTERVAL_MS = 10_000;
const STATUS_INTERVAL_MS = 15_000;

/** Protocols and version of the service. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: () => bodyOf(client().GET('/', { headers: { Accept: 'application/json' } })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Everything that is known of each reserve of a protocol now. */
export const detailsQuery = (protocol: Protocol, tier: Tier) =>
  queryOptions({
    queryKey: ['details', protocol, tier],
    queryFn: async ({ signal }) => {
      const { data, meta } = await bodyOf(client().GET(DETAILS, { params: { path: { protocol } }, signal }));
      return { rows: data.map((row): Reserve => ({ ...row, protocol })), slot: meta.slot, asOf: meta.as_of };
    },
    refetchInterval: LATEST_INTERVAL_MS,
  });

/** Whether the numbers can be trusted now. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/status', { signal })),
  refetchInterval: STATUS_INTERVAL_MS,
});

/** Totals over all protocols. */
export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/lend/summary/latest', { signal })),
  refetchInterval: LATEST_INTERVAL_MS,
});

/** What lending and borrowing US dollars costs now. */
export const benchmarkQuery = queryOptions({
  queryKey: ['benchmark'],
  queryFn: ({ signal }) => bodyOf(client().GET('/v1/lend/benchmark-rates/usd', { signal })),
  refetchInterval: 60_000,
});
