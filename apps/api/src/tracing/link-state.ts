import type { IncomingMessage } from 'node:http';
import type { ReserveAt } from '@tidemark/contract';
import type { ProtocolReads } from '../routes/protocol-lookup.ts';
import { commitLink } from './commit-link.ts';
import { isTraced, linkRequest } from './request-traces.ts';

/** Links a request to the commit of the stored state that its answer was derived from. */
export function linkState(
  request: IncomingMessage,
  reads: Pick<ProtocolReads, 'stateTrace'>,
  answer: Pick<ReserveAt, 'reserve' | 'evidence_slot' | 'evidence_timestamp'>,
): void {
  if (!isTraced(request)) return;
  linkRequest(request, async () => {
    const trace = await reads.stateTrace({
      reserve: answer.reserve,
      slot: BigInt(answer.evidence_slot),
      observedAt: new Date(answer.evidence_timestamp * 1000),
    });
    return trace === null ? [] : [commitLink(trace)];
  });
}
