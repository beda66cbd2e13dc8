import { isAddress, latestListQuerySchema, latestQuerySchema } from '@tidemark/contract';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import { ApiError } from '../http/api-error.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import { readQuery } from '../http/read-query.ts';
import { selectAddresses } from '../info/select-reserves.ts';
import type { LatestDataset, SnapshotAnswer } from '../latest/latest-dataset.ts';
import { latestHeaders } from '../latest/hot-route.ts';
import type { ProtocolServices, ProtocolLookup } from './protocol-lookup.ts';

/**
 * The latest-reserve reads in every form that the hot route leaves over: with a query or a body, with an unusual but equal
 * path, while nothing is loaded, and all that is wrong. The gate says when no filtered list is made.
 */
export function latestReserveRoutes(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Route[] {
  const answer = (
    exchange: Exchange,
    { latest }: ProtocolServices,
    { find, enveloped }: { find: (dataset: LatestDataset) => SnapshotAnswer; enveloped: boolean },
  ): Answer => {
    const dataset = latest.current();
    if (dataset === null) throw notLoaded();
    const found = find(dataset);
    return {
      resource: enveloped ? found.enveloped() : found.bare,
      headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors),
    };
  };
  return [
    {
      name: 'latestReserves',
      method: 'GET',
      cors: true,
      logLevel: 'info',
      heavy: 'filtered',
      handle: async (exchange) => {
        const services = lookup(exchange.params);
        const { envelope, ...filters } = readQuery(latestListQuerySchema, exchange.query);
        const chosen = await selectAddresses(services.info, filters, gate);
        return answer(exchange, services, {
          find: (dataset) => (chosen === null ? dataset.all : dataset.select(chosen)),
          enveloped: envelope === 'true',
        });
      },
    },
    {
      name: 'latestReserve',
      method: 'GET',
      cors: true,
      logLevel: 'info',
      handle: (exchange) => {
        // An unknown protocol comes before a malformed address: the path is wrong from its start.
        const services = lookup(exchange.params);
        const reserve = exchange.params['reserve'] ?? '';
        if (!isAddress(reserve)) throw new ApiError('INVALID_RESERVE_ADDRESS');
        const { envelope } = readQuery(latestQuerySchema, exchange.query);
        return answer(exchange, services, {
          find: (dataset) => {
            const found = dataset.forReserve(reserve);
            if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
            return found;
          },
          enveloped: envelope === 'true',
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
