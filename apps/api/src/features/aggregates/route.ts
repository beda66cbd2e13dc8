import { isAddress, totalsQuerySchema } from '@tidemark/contract';
import { type Answer, ApiError, type Exchange, type Handlers } from '../../http/exchange.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readQuery } from '../../http/query.ts';
import { latestHeaders } from '../latest/route.ts';
import type { SharedLookup } from '../services.ts';
import type { AggregateDataset } from './aggregate-dataset.ts';

/** Latest totals of markets, tokens and the protocol, or of all protocols, from memory. */
export function aggregateHandlers(
  lookup: SharedLookup,
  policy: AnswerPolicy,
): Handlers<'latestMarkets' | 'latestMarket' | 'latestToken' | 'latestSummary'> {
  const handler =
    <Of>(
      read: (params: Exchange['params']) => Of,
      find: (totals: ReturnType<AggregateDataset['at']>, of: Of) => PreparedResource,
    ) =>
    async ({ params, query, request, requestId }: Exchange): Promise<Answer> => {
      const { aggregates, latest } = lookup(params);
      const of = read(params);
      const { price = 'protocol' } = readQuery(totalsQuerySchema, query);
      const resource = find((await aggregates.get()).at(price), of);
      return { resource, headers: latestHeaders(request, latest, requestId, policy.cors) };
    };
  return {
    latestMarkets: handler(readNothing, (totals) => totals.markets),
    latestMarket: handler(readMarket, (totals, market) => found(totals.forMarket(market), 'MARKET_NOT_FOUND')),
    latestToken: handler(readMint, (totals, mint) => found(totals.forToken(mint), 'TOKEN_NOT_FOUND')),
    latestSummary: handler(readNothing, (totals) => totals.summary),
  };
}

/** Of a path that names nothing but a protocol. */
export function readNothing(): null {
  return null;
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
