import { isAddress, noQuerySchema } from '@tidemark/contract';
import { type Answer, ApiError, type Exchange, type Route } from '../../http/exchange.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readQuery } from '../../http/query.ts';
import { latestHeaders } from '../latest/route.ts';
import type { ProtocolLookup } from '../services.ts';
import type { AggregateDataset } from './aggregate-dataset.ts';

/** Latest totals of markets, tokens and the protocol, from memory. */
export function aggregateRoutes(lookup: ProtocolLookup, policy: AnswerPolicy): Route[] {
  const answer = async (exchange: Exchange, find: (dataset: AggregateDataset) => PreparedResource): Promise<Answer> => {
    const { aggregates, latest } = lookup(exchange.params);
    readQuery(noQuerySchema, exchange.query);
    const resource = find(await aggregates.get());
    return { resource, headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors) };
  };
  const shared = { method: 'GET', cors: true, logLevel: 'info' } as const;
  return [
    { ...shared, name: 'latestMarkets', handle: (exchange) => answer(exchange, (dataset) => dataset.markets) },
    {
      ...shared,
      name: 'latestMarket',
      handle: (exchange) => {
        lookup(exchange.params);
        const market = readMarket(exchange.params);
        return answer(exchange, (dataset) => found(dataset.forMarket(market), 'MARKET_NOT_FOUND'));
      },
    },
    {
      ...shared,
      name: 'latestToken',
      handle: (exchange) => {
        lookup(exchange.params);
        const mint = readMint(exchange.params);
        return answer(exchange, (dataset) => found(dataset.forToken(mint), 'TOKEN_NOT_FOUND'));
      },
    },
    { ...shared, name: 'latestSummary', handle: (exchange) => answer(exchange, (dataset) => dataset.summary) },
  ];
}

/** The lending market that a path names. Throws INVALID_MARKET_ADDRESS. */
export function readMarket(params: Readonly<Record<string, string>>): string {
  const market = params['market'] ?? '';
  if (!isAddress(market)) throw new ApiError('INVALID_MARKET_ADDRESS');
  return market;
}

/** The token that a path names. Throws INVALID_TOKEN_ADDRESS. */
export function readMint(params: Readonly<Record<string, string>>): string {
  const mint = params['mint'] ?? '';
  if (!isAddress(mint)) throw new ApiError('INVALID_TOKEN_ADDRESS');
  return mint;
}

function found<Value>(value: Value | undefined, error: 'MARKET_NOT_FOUND' | 'TOKEN_NOT_FOUND'): Value {
  if (value === undefined) throw new ApiError(error);
  return value;
}
