import { isAddress, MAX_STREAM_RESERVES, type StreamHeartbeat, streamQuerySchema } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import { type Database, getStreamBounds, listStreamCommits } from '@tidemark/schema';
import { ApiError, type Exchange, type Handler, requireKey, type StreamAnswer } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import { readQuery } from '../../http/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { decodeStreamCursor, type StreamCursor } from './events.ts';
import { StreamHub } from './hub.ts';
import { openStream, type StreamFilter, type StreamSettings } from './open-stream.ts';

export interface StreamRouteOptions {
  readonly hub: StreamHub;
  readonly settings: StreamSettings;
  readonly services: readonly ProtocolServices[];
  readonly lookup: ProtocolLookup;
  /** Opening a stream costs one query. */
  readonly gate: Gate;
  /** What it missed is read in pages, as those of an export. */
  readonly pages: Gate;
}

/** Keeps proxies from collecting events before they pass them on. */
const UNBUFFERED = ['X-Accel-Buffering', 'no'];

/** Reserves and prices as they are committed, as server-sent events. */
export function streamHandler(options: StreamRouteOptions): Handler {
  return async (exchange): Promise<StreamAnswer> => {
    requireKey(exchange.caller, 'The stream');
    const wants = readFilter(exchange, options);
    const cursor = readCursor(exchange);
    const chunks = await options.gate(
      () =>
        openStream({
          hub: options.hub,
          gate: options.pages,
          settings: options.settings,
          cursor,
          wants,
          newest: () => newestOf(options.services),
          destroy: () => exchange.request.socket.destroy(),
          signal: exchange.signal,
        }),
      exchange.signal,
    );
    return { contentType: 'text/event-stream; charset=utf-8', chunks, headers: UNBUFFERED };
  };
}

function readFilter({ query }: Exchange, { lookup }: StreamRouteOptions): StreamFilter {
  const asked = readQuery(streamQuerySchema, query);
  const protocol = asked.protocol === undefined ? null : lookup(asked).name;
  const market = asked.lending_market ?? null;
  if (market !== null && !isAddress(market)) throw new ApiError('INVALID_MARKET_ADDRESS');
  const reserves = readAddresses(asked.reserves, 'reserves', 'INVALID_RESERVE_ADDRESS');
  const mints = readAddresses(asked.mints, 'mints', 'INVALID_TOKEN_ADDRESS');
  const { events = 'reserves' } = asked;
  return {
    state: (state) =>
      events !== 'prices' &&
      (protocol === null || state.protocol === protocol) &&
      (market === null || state.lendingMarket === market) &&
      (reserves === null || reserves.has(state.reserve)),
    price: ({ tokenMint }) => events !== 'reserves' && (mints === null || mints.has(tokenMint)),
  };
}

/** Null: all. */
function readAddresses(
  text: string | undefined,
  parameter: string,
  error: 'INVALID_RESERVE_ADDRESS' | 'INVALID_TOKEN_ADDRESS',
): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const addresses = new Set(text.split(','));
  if (addresses.size > MAX_STREAM_RESERVES) {
    const detail = `The parameter ${parameter} holds more than ${MAX_STREAM_RESERVES} addresses.`;
    throw new ApiError('INVALID_QUERY_PARAMETER', { detail });
  }
  for (const address of addresses) if (!isAddress(address)) throw new ApiError(error);
  return addresses;
}

function readCursor({ request, query }: Exchange): StreamCursor | null {
  const header = request.headers['last-event-id'];
  const text = (typeof header === 'string' && header !== '' ? header : query.get('last_event_id')) ?? '';
  return text === '' ? null : decodeStreamCursor(text);
}

/** The newest bank of all protocols that are served, and how old the data of the one are that lies furthest behind. */
function newestOf(services: readonly ProtocolServices[]): Omit<StreamHeartbeat, 'last_event_id'> {
  const statuses = services.map(({ latest }) => latest.status());
  const slots = statuses.flatMap(({ dataset }) => (dataset?.slot == null ? [] : [Number(dataset.slot)]));
  const times = statuses.flatMap(({ dataset }) => (dataset?.asOfSeconds == null ? [] : [dataset.asOfSeconds]));
  const ages = statuses.flatMap(({ dataAgeMs }) => (dataAgeMs === null ? [] : [Math.floor(dataAgeMs / 1000)]));
  return {
    timestamp: times.length === 0 ? null : Math.max(...times),
    slot: slots.length === 0 ? null : Math.max(...slots),
    data_age_seconds: ages.length === 0 ? null : Math.max(...ages),
  };
}

/** Bounds of the streams of this process. */
export interface StreamLimits extends StreamSettings {
  readonly maxStreams: number;
}

const DEFAULTS: StreamLimits = {
  heartbeatMs: 15_000,
  maxAgeMs: 24 * 3_600_000,
  maxQueuedBytes: 1_048_576,
  cutOffGraceMs: 10_000,
  maxStreams: 1_000,
};

export interface StreamsOptions {
  readonly settings: Partial<StreamLimits>;
  /** Announces what was committed. */
  readonly primary: Database;
  /** Where it is read from. */
  readonly reader: Database;
  readonly logger: Logger;
  readonly readIntervalMs: number;
}

/** The hub of all streams over its databases, and the bounds of each stream. */
export function createStreams(options: StreamsOptions): { readonly hub: StreamHub; readonly settings: StreamSettings } {
  const settings = { ...DEFAULTS, ...options.settings };
  const { sql } = options.reader;
  const hub = new StreamHub({
    listener: options.primary.sql,
    load: (after, limit) => listStreamCommits(sql, { after, limit }),
    bounds: () => getStreamBounds(sql),
    logger: options.logger,
    readIntervalMs: options.readIntervalMs,
    maxSubscribers: settings.maxStreams,
  });
  return { hub, settings };
}
