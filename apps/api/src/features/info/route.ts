import { type InfoMeta, infoQuerySchema, type MarketInfo, noQuerySchema, type ReserveInfo } from '@tidemark/contract';
import { type Answer, type Exchange, JSON_TYPE, type Route } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { type PreparedResource, prepareResource } from '../../http/prepared.ts';
import { readQuery } from '../../http/query.ts';
import type { ProtocolLookup } from '../services.ts';
import { type InfoTables, passesFilters } from './query.ts';

const CACHE_CONTROL = 'public, max-age=5';

/** Settings of markets and reserves, all or filtered. The database is asked once for many: the gate says when to make nothing. */
export function infoRoutes(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Route[] {
  const prepare = (body: unknown): PreparedResource =>
    prepareResource({
      contentType: JSON_TYPE,
      body: Buffer.from(JSON.stringify(body)),
      cacheControl: CACHE_CONTROL,
      vary: policy.vary,
      extraHeaders: policy.commonHeaders,
    });
  const answerer = (toBody: (tables: InfoTables, exchange: Exchange) => unknown) => {
    // The unfiltered answer of one load serves everybody; filtered ones are made for each request, up to all rows each time.
    const prepared = new WeakMap<InfoTables, PreparedResource>();
    return async (exchange: Exchange): Promise<Answer> => {
      const { info } = lookup(exchange.params);
      const filtered = Object.keys(readQuery(infoQuerySchema, exchange.query)).length > 0;
      if (filtered) gate.refuseWhenBusy();
      const tables = await info.get();
      const resource = (filtered ? undefined : prepared.get(tables)) ?? prepare(toBody(tables, exchange));
      if (!filtered) prepared.set(tables, resource);
      return { resource };
    };
  };
  const shared = { method: 'GET', cors: true, logLevel: 'info' } as const;
  return [
    {
      ...shared,
      name: 'marketInfo',
      heavy: 'filtered',
      handle: answerer((tables, exchange) => {
        const data = select(tables.markets, exchange);
        const without = tables.marketsWithoutReserves;
        return { data, meta: { ...metaOf(data), lending_markets_without_reserves: without }, status: 200 };
      }),
    },
    {
      ...shared,
      name: 'reserveInfo',
      heavy: 'filtered',
      handle: answerer((tables, exchange) => {
        const data = select(tables.reserves, exchange);
        return { data, meta: metaOf(data), status: 200 };
      }),
    },
    {
      ...shared,
      name: 'quarantineInfo',
      handle: async (exchange) => {
        const { info } = lookup(exchange.params);
        readQuery(noQuerySchema, exchange.query);
        const { quarantined } = await info.get();
        const meta = metaOf(quarantined.map((row) => ({ timestamp: row.last_seen_timestamp })));
        return { resource: prepare({ data: quarantined, meta, status: 200 }) };
      },
    },
  ];
}

function select<Row extends MarketInfo | ReserveInfo>(rows: readonly Row[], exchange: Exchange): Row[] {
  const query = readQuery(infoQuerySchema, exchange.query);
  return rows.filter((row) => passesFilters(row, query));
}

function metaOf(rows: readonly { readonly timestamp: number }[]): InfoMeta {
  const times = rows.map((row) => row.timestamp);
  return { as_of: times.length === 0 ? null : Math.max(...times), count: rows.length };
}
