import { type InfoMeta, infoQuerySchema, type MarketInfo, noQuerySchema, type ReserveInfo } from '@tidemark/contract';
import { type Answer, type Exchange, type Handlers, preparedJson } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readQuery } from '../../http/query.ts';
import type { ProtocolLookup } from '../services.ts';
import { type InfoTables, passesFilters } from './query.ts';

const CACHE_CONTROL = 'public, max-age=5';

/** Settings of markets and reserves, all or filtered. The database is asked once for many: the gate says when to make nothing. */
export function infoHandlers(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  gate: Gate,
): Handlers<'marketInfo' | 'reserveInfo' | 'quarantineInfo'> {
  const prepare = (body: object): PreparedResource => preparedJson(body, CACHE_CONTROL, policy);
  const answerer = (toBody: (tables: InfoTables, exchange: Exchange) => object) => {
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
  return {
    marketInfo: answerer((tables, exchange) => {
      const data = select(tables.markets, exchange);
      const without = tables.marketsWithoutReserves;
      return { data, meta: { ...metaOf(data), lending_markets_without_reserves: without }, status: 200 };
    }),
    reserveInfo: answerer((tables, exchange) => {
      const data = select(tables.reserves, exchange);
      return { data, meta: metaOf(data), status: 200 };
    }),
    quarantineInfo: async (exchange) => {
      const { info } = lookup(exchange.params);
      readQuery(noQuerySchema, exchange.query);
      const { quarantined } = await info.get();
      const meta = metaOf(quarantined.map((row) => ({ timestamp: row.last_seen_timestamp })));
      return { resource: prepare({ data: quarantined, meta, status: 200 }) };
    },
  };
}

function select<Row extends MarketInfo | ReserveInfo>(rows: readonly Row[], exchange: Exchange): Row[] {
  const query = readQuery(infoQuerySchema, exchange.query);
  return rows.filter((row) => passesFilters(row, query));
}

function metaOf(rows: readonly { readonly timestamp: number }[]): InfoMeta {
  const times = rows.map((row) => row.timestamp);
  return { as_of: times.length === 0 ? null : Math.max(...times), count: rows.length };
}
