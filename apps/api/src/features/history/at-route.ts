import { type ReserveAtEnvelope, reserveAtQuerySchema } from '@tidemark/contract';
import { type Handler, preparedJson } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readNumber, readQuery, readReserve, readTime } from '../../http/query.ts';
import { findReserve } from '../info/query.ts';
import type { ProtocolLookup } from '../services.ts';
import { readReserveAt } from './reserve-at.ts';

const CACHE_CONTROL = 'public, max-age=5';
const METHODOLOGY = 'history-1.1';
const MAX_AGE = {
  parameter: 'max_age',
  min: 0,
  max: 999_999_999,
  default: -1,
  error: 'INVALID_QUERY_PARAMETER',
} as const;

/** A reserve at one moment. */
export function reserveAtHandler(lookup: ProtocolLookup, policy: AnswerPolicy, gate: Gate): Handler {
  return async (exchange) => {
    const { params, query, caller } = exchange;
    const services = lookup(params);
    const reserve = readReserve(params);
    const atMs = Math.floor(readTime(params['time'] ?? '', 'time') / 1000) * 1000;
    const maxAge = readNumber(readQuery(reserveAtQuerySchema, query).max_age, MAX_AGE);
    const info = await findReserve(services, reserve);
    const maxAgeSeconds = maxAge === MAX_AGE.default ? null : maxAge;
    const data = await gate(
      () => readReserveAt(services.reads.history, info, { atMs, maxAgeSeconds }),
      exchange.signal,
    );
    const meta = { as_of: data.timestamp, slot: data.slot, methodology: METHODOLOGY, tier_str: caller.tier };
    const body = { data, meta, status: 200 } satisfies ReserveAtEnvelope;
    return { resource: preparedJson(body, CACHE_CONTROL, policy) };
  };
}
