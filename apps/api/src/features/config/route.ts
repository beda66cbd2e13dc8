import {
  changesQuerySchema,
  type ConfigChangesEnvelope,
  curveQuerySchema,
  noQuerySchema,
  QUERY_LIMITS,
  type ReserveConfigEnvelope,
  type ReserveCurveEnvelope,
} from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import { toConfigChange, toReserveConfig } from '../../generated/rows.ts';
import { type Answer, ApiError, type Exchange, type Handlers, preparedJson } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readNumber, readQuery, readReserve } from '../../http/query.ts';
import { firstSightsMs, whyEmpty } from '../../rows/why-empty.ts';
import { readChange } from '../curve/read-change.ts';
import { toReserveCurve } from '../curve/rows.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { type ChangeRange, readChangeRange } from './query.ts';

const CURVE_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5';
const CONFIG_CACHE_CONTROL = 'public, max-age=5';

/** Rate curve, configuration and its changes: read from the database at each request, a bounded number at a time. */
export function configurationHandlers(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  gate: Gate,
): Handlers<'configChanges' | 'reserveConfigChanges' | 'reserveConfig' | 'reserveCurve'> {
  const prepared = (body: object, cacheControl: string): Answer => ({
    resource: preparedJson(body, cacheControl, policy),
  });
  const changes = async (exchange: Exchange, services: ProtocolServices, reserve: string | null): Promise<Answer> => {
    const range = readChangeRange(readQuery(changesQuerySchema, exchange.query), reserve, Date.now());
    if (reserve !== null) await expectKnown(services, reserve);
    return prepared(await gate(() => readChanges(services, range, reserve), exchange.signal), CONFIG_CACHE_CONTROL);
  };
  return {
    configChanges: (exchange) => changes(exchange, lookup(exchange.params), null),
    reserveConfigChanges: (exchange) => changes(exchange, lookup(exchange.params), readReserve(exchange.params)),
    reserveConfig: async ({ params, query, signal }) => {
      const services = lookup(params);
      const reserve = readReserve(params);
      readQuery(noQuerySchema, query);
      const row = await gate(() => services.reads.config(reserve), signal);
      if (row === null) throw new ApiError('RESERVE_NOT_FOUND');
      const data = toReserveConfig(row);
      const body = { data, meta: { as_of: data.timestamp }, status: 200 } satisfies ReserveConfigEnvelope;
      return prepared(body, CONFIG_CACHE_CONTROL);
    },
    reserveCurve: async ({ params, query, signal }) => {
      const services = lookup(params);
      const reserve = readReserve(params);
      const asked = readQuery(curveQuerySchema, query);
      const points = readNumber(asked.points, {
        ...QUERY_LIMITS.curvePoints,
        parameter: 'points',
        error: 'INVALID_POINTS',
      });
      const row = await gate(() => services.reads.rateState(reserve), signal);
      if (row === null) throw new ApiError('RESERVE_NOT_FOUND');
      const protocol = protocolOf(services.protocol.name);
      const { tokenDecimals, price } = row;
      const change = readChange(asked, { tokenDecimals, price, scale: protocol.scale });
      const data = toReserveCurve(protocol, row, points, change);
      const meta = { as_of: data.timestamp, slot: data.slot, count: data.points.length };
      return prepared({ data, meta, status: 200 } satisfies ReserveCurveEnvelope, CURVE_CACHE_CONTROL);
    },
  };
}

async function readChanges(
  { reads, info }: ProtocolServices,
  range: ChangeRange,
  reserve: string | null,
): Promise<ConfigChangesEnvelope> {
  const { fromMs, toMs, after, limit } = range;
  // One more than asked for tells whether there is more.
  const entries = await reads.changes({
    ...(reserve === null ? {} : { reserve }),
    from: new Date(fromMs),
    to: toMs === null ? null : new Date(toMs),
    after,
    limit: limit + 1,
  });
  const page = entries.slice(0, limit);
  const last = entries.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : range.cursorAfter(last);
  const asked = (await info.get()).reserves.filter((row) => reserve === null || row.reserve === reserve);
  return {
    data: page.map(toConfigChange),
    meta: {
      from: Math.floor(fromMs / 1000),
      to: toMs === null ? null : Math.ceil(toMs / 1000),
      count: page.length,
      next_cursor: next,
      ...whyEmpty({
        count: page.length,
        next,
        toMs,
        firstSeenMs: firstSightsMs(asked),
        rows: 'changes',
      }),
    },
    status: 200,
  };
}

async function expectKnown({ info }: ProtocolServices, reserve: string): Promise<void> {
  const { reserves } = await info.get();
  if (!reserves.some((row) => row.reserve === reserve)) throw new ApiError('RESERVE_NOT_FOUND');
}
