import type { FaultName } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import type { SaidCall, SentLog } from './sent-log.ts';
import type { StoredBatch, StoredFacts } from './stored-facts.ts';
import { type StrikeSpan, wasInForce } from './strike-span.ts';

/** What the times of a batch may be off by. */
const CLOCK_MS = 3_000;
/** A limit is obeyed for so long at most after it was said. */
const LIMIT_MS = 33_000;
/** An endpoint that has said how many keys it takes is not asked for more; what was planned before it said so is over by then. */
const LEARNED_MS = 10_000;
/** What a batch asks for: its accounts, and before that whether the node is one of the chain. */
const ASKED: ReadonlySet<string> = new Set(['getMultipleAccounts', 'getGenesisHash']);

/** Failures for which a node must have said so to a call of the batch, and how that begins. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMITED: ['status 429'],
  NODE_UNHEALTHY: ['error '],
  METHOD_REFUSED: ['status 403', 'error -32601'],
  HTTP_ERROR: ['status 5'],
  REQUEST_TOO_LARGE: ['error -32602'],
};

/** Failures for which an answer must have been wrong as a whole. */
const WRONG: Readonly<Record<string, FaultName>> = {
  CLOCK_UNAVAILABLE: 'nullClock',
  CLOCK_IMPLAUSIBLE: 'clockMonthAhead',
};

/**
 * Why batches say that they failed, against what the nodes say that they have answered: a fault that was in force excuses no failure
 * that it cannot cause. RPC_FAILED, a mistake of the caller, has no cause in any run.
 */
export function auditCauses(
  { batches }: Pick<StoredFacts, 'batches'>,
  { calls }: Pick<SentLog, 'calls'>,
  strikes: readonly StrikeSpan[],
): Finding[] {
  const asked = calls.filter(({ method }) => ASKED.has(method));
  return batches.flatMap((batch): Finding[] => {
    if (batch.outcome !== 'failed' || isExplained(batch, asked, strikes)) return [];
    const message = `${batch.kind} ${batch.id}, ${batch.startedAt.toISOString()}, failed with ${batch.errorCode}, and no node had said so`;
    return [{ invariant: 'causes', message }];
  });
}

function isExplained(
  { errorCode, startedAt, recordedAt }: StoredBatch,
  asked: readonly SaidCall[],
  strikes: readonly StrikeSpan[],
): boolean {
  const code = errorCode ?? '';
  if (code === 'RPC_FAILED') return false;
  const began = Math.min(startedAt.getTime(), recordedAt.getTime()) - CLOCK_MS;
  const ended = recordedAt.getTime() + CLOCK_MS;
  const wrong = WRONG[code];
  if (wrong !== undefined) {
    const span = { from: new Date(began), to: new Date(ended) };
    return strikes.some((strike) => strike.fault === wrong && wasInForce(strike, span, 0));
  }
  const words = SAID[code];
  if (words === undefined) return true;
  const since = code === 'RATE_LIMITED' ? began - LIMIT_MS : began;
  const fits = ({ said }: SaidCall): boolean => words.some((word) => said.startsWith(word));
  const found = asked.filter((call) => fits(call) && call.at.getTime() >= since && call.at.getTime() <= ended);
  if (code !== 'REQUEST_TOO_LARGE') return found.length > 0;
  const [first] = asked.filter(fits);
  return first !== undefined && found.length > 0 && ended - first.at.getTime() <= LEARNED_MS;
}
