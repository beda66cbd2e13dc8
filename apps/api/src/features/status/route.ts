import { type StatusEnvelope, statusQuerySchema } from '@tidemark/contract';
import { type Handler, preparedJson } from '../../http/exchange.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import type { PreparedResource } from '../../http/prepared.ts';
import { readQuery } from '../../http/query.ts';
import type { ProtocolLookup, ProtocolServices } from '../services.ts';
import { worstVerdict } from './causes.ts';
import type { DatedStatus } from './rows.ts';

interface PreparedStatus {
  readonly statuses: readonly DatedStatus[];
  readonly resource: PreparedResource;
}

const CACHE_CONTROL = 'public, max-age=5';
const ALL = '';

/** Whether the numbers can be trusted now. What a protocol’s store keeps serves everybody, prepared once. */
export function statusHandler(
  services: readonly ProtocolServices[],
  lookup: ProtocolLookup,
  policy: AnswerPolicy,
): Handler {
  /** One answer for each protocol and one for all of them. */
  const prepared = new Map<string, PreparedStatus>();
  const prepare = (name: string, statuses: readonly DatedStatus[]): PreparedResource => {
    const known = prepared.get(name);
    if (known !== undefined && statuses.every((status, index) => status === known.statuses[index])) {
      return known.resource;
    }
    const resource = preparedJson(envelopeOf(statuses), CACHE_CONTROL, policy);
    prepared.set(name, { statuses, resource });
    return resource;
  };
  return async (exchange) => {
    const asked = readQuery(statusQuerySchema, exchange.query);
    const one = asked.protocol === undefined ? undefined : lookup(asked);
    const chosen = one === undefined ? services : [one];
    const statuses = await Promise.all(chosen.map(({ status }) => status.get()));
    return { resource: prepare(one?.protocol.name ?? ALL, statuses) };
  };
}

const NO_CHAIN: DatedStatus['chain'] = { chain_str: null, simulated_b: false, simulated_history: null };

function chainOf(statuses: readonly DatedStatus[]): DatedStatus['chain'] {
  return statuses[0]?.chain ?? NO_CHAIN;
}

function envelopeOf(statuses: readonly DatedStatus[]): StatusEnvelope {
  const protocols = statuses.map(({ status }) => status);
  return {
    data: { verdict_str: worstVerdict(protocols.map(({ verdict_str }) => verdict_str)), protocols },
    // The oldest: nothing in the answer is older.
    meta: {
      checked_timestamp: Math.min(...statuses.map(({ checkedSeconds }) => checkedSeconds)),
      ...chainOf(statuses),
    },
    status: 200,
  };
}
