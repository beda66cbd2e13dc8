import { noQuerySchema } from '@tidemark/contract';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import { ApiError } from '../http/api-error.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { readQuery } from '../http/read-query.ts';
import { readReserve } from '../http/read-reserve.ts';
import type { DetailDataset } from '../detail/detail-dataset.ts';
import { latestHeaders } from '../latest/hot-route.ts';
import type { PreparedResource } from '../prepared/prepared-resource.ts';
import type { ProtocolLookup } from './protocol-lookup.ts';

/** Details of all reserves and of one. */
export function detailRoutes(lookup: ProtocolLookup, policy: AnswerPolicy): Route[] {
  const answer = async (
    exchange: Exchange,
    find: (dataset: DetailDataset) => PreparedResource | undefined,
  ): Promise<Answer> => {
    const { details, latest } = lookup(exchange.params);
    readQuery(noQuerySchema, exchange.query);
    const resource = find(await details.get());
    if (resource === undefined) throw new ApiError('RESERVE_NOT_FOUND');
    return { resource, headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors) };
  };
  const shared = { method: 'GET', cors: true, logLevel: 'info' } as const;
  return [
    { ...shared, name: 'reserveDetails', handle: (exchange) => answer(exchange, (dataset) => dataset.all) },
    {
      ...shared,
      name: 'reserveDetail',
      handle: (exchange) => {
        lookup(exchange.params);
        const reserve = readReserve(exchange.params);
        return answer(exchange, (dataset) => dataset.forReserve(reserve));
      },
    },
  ];
}
