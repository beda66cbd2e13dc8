import { isAddress, latestQuerySchema } from '@tidemark/contract';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import { ApiError } from '../http/api-error.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { readQuery } from '../http/read-query.ts';
import type { LatestDataset, SnapshotAnswer } from '../latest/latest-dataset.ts';
import { latestHeaders } from '../latest/hot-route.ts';
import { linkLatest } from '../tracing/trace-latest.ts';
import type { ProtocolServices, ProtocolLookup } from './protocol-lookup.ts';

/**
 * The latest-reserve reads in every form that the hot route leaves over: with a query or a body, with an unusual but equal
 * path, while nothing is loaded, and all that is wrong.
 */
export function latestReserveRoutes(lookup: ProtocolLookup, policy: AnswerPolicy): Route[] {
  const answer = (exchange: Exchange, find: (dataset: LatestDataset) => SnapshotAnswer): Answer => {
    const { latest }: ProtocolServices = lookup(exchange.params);
    const { envelope } = readQuery(latestQuerySchema, exchange.query);
    const dataset = latest.current();
    if (dataset === null) throw notLoaded();
    const found = find(dataset);
    linkLatest(exchange.request, dataset, exchange.params['reserve']);
    return {
      resource: envelope === 'true' ? found.enveloped() : found.bare,
      headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors),
    };
  };
  return [
    {
      name: 'latestReserves',
      method: 'GET',
      cors: true,
      logLevel: 'info',
      handle: (exchange) => answer(exchange, (dataset) => dataset.all),
    },
    {
      name: 'latestReserve',
      method: 'GET',
      cors: true,
      logLevel: 'info',
      handle: (exchange) => {
        // An unknown protocol comes before a malformed address: the path is wrong from its start.
        lookup(exchange.params);
        const reserve = exchange.params['reserve'] ?? '';
        if (!isAddress(reserve)) throw new ApiError('INVALID_RESERVE_ADDRESS');
        return answer(exchange, (dataset) => {
          const found = dataset.forReserve(reserve);
          if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
          return found;
        });
      },
    },
  ];
}

function notLoaded(): ApiError {
  return new ApiError('NOT_READY', {
    detail: 'Nothing has been loaded from the database since the start.',
    headers: { 'Retry-After': '2' },
  });
}
