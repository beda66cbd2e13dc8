import { detailListQuerySchema, noQuerySchema, reserveDetailRowSchema } from '@tidemark/contract';
import { type Answer, ApiError, type Exchange, type Handlers } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { readFields } from '../../rows/query.ts';
import { selectAddresses } from '../info/query.ts';
import { latestHeaders } from '../latest/route.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';

const COLUMNS = Object.keys(reserveDetailRowSchema.shape);

/** Details of all reserves and of one. The gate says when no filtered list is made. */
export function detailHandlers(
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
  gate: Gate,
): Handlers<'reserveDetails' | 'reserveDetail'> {
  const answer = (exchange: Exchange, { latest }: ProtocolServices, resource: PreparedResource): Answer => ({
    resource,
    headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors),
  });
  return {
    reserveDetails: async (exchange) => {
      const services = lookup(exchange.params);
      const { fields, ...filters } = readQuery(detailListQuerySchema, exchange.query);
      const columns = fields === undefined ? null : readFields(fields, COLUMNS);
      const chosen = await selectAddresses(services.info, filters, gate);
      const dataset = await services.details.get();
      if (columns !== null) {
        if (!dataset.hasColumns(chosen, columns)) gate.refuseWhenBusy();
        return answer(exchange, services, await dataset.withColumns(chosen, columns));
      }
      return answer(exchange, services, chosen === null ? dataset.all : dataset.select(chosen));
    },
    reserveDetail: async (exchange) => {
      const services = lookup(exchange.params);
      const reserve = readReserve(exchange.params);
      readQuery(noQuerySchema, exchange.query);
      const resource = (await services.details.get()).forReserve(reserve);
      if (resource === undefined) throw new ApiError('RESERVE_NOT_FOUND');
      return answer(exchange, services, resource);
    },
  };
}
