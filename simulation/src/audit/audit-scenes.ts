import type { SceneName } from '../plan/plan.ts';
import type { SaidCause } from '../watch/watch-status.ts';
import type { Finding } from './finding.ts';
import type { SaidCall, SentAnswer, SentLog } from './sent-log.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { Span, StrikeSpan } from './strike-span.ts';
import type { Truth } from './truth.ts';

/** What a scene is judged by beside what every run is. */
export interface SceneFacts {
  readonly facts: Pick<StoredFacts, 'batches' | 'gaps' | 'snapshots'>;
  readonly sent: Pick<SentLog, 'answers' | 'calls'>;
  readonly truth: Pick<Truth, 'reserves'>;
  readonly strikes: readonly StrikeSpan[];
  readonly causes: readonly SaidCause[];
  /** From each of these moments on slots have that length; the first is that of the beginning. */
  readonly paced: readonly { readonly at: Date; readonly slotMs: number }[];
}

type Judge = (facts: SceneFacts) => string[];

/** An endpoint that gave no answer may be left for the next one for so long: its cool-down. */
const COOL_DOWN_MS = 60_000;
/** Once the other node is asked for one batch, it is for all within this time. */
const LEFT_AFTER_MS = 5_000;
/** A measured slot duration is kept for a minute, and renewed in the background. */
const MEASURED_MS = 70_000;
/** Whole seconds of the chain's clock make it inexact by so much at most. */
const TOLERANCE = 0.02;

const JUDGES: Readonly<Record<SceneName, Judge>> = {
  // Rows, causes and gaps say all of it.
  provider: () => [],
  halt: (given) => {
    const [span] = given.strikes;
    if (span === undefined) return ['confirmation did not stop'];
    return [...rotatedForNothing(given.sent, span), ...haltsOf(given), ...untoldHalt(given.causes, span)];
  },
  stuck: ({ sent, facts, strikes: [span] }) => {
    if (span === undefined) return ['no node stood'];
    const byOther = pollsOf(sent.answers).filter(({ node, at }) => node === 1 && at > span.from && at < span.to);
    const [first] = byOther;
    if (first === undefined) return ['the node that went on was asked for no poll while the first one stood'];
    const late = facts.batches.filter(
      ({ outcome, errorCode, startedAt }) =>
        outcome === 'failed' &&
        errorCode === 'CHAIN_HALTED' &&
        startedAt < span.to &&
        startedAt.getTime() > first.at.getTime() + LEFT_AFTER_MS,
    );
    return late.length > 0 ? [`${late.length} batches say that the chain stood, which one node showed going on`] : [];
  },
  pace: ({ facts: { snapshots }, paced }) => {
    const wrong = snapshots.filter((row) => !isMeasured(row, paced));
    const followed = paced.filter(({ slotMs }) =>
      snapshots.some((row) => Math.abs(Number(row['slot_duration_ms_f']) - slotMs) <= slotMs * TOLERANCE),
    );
    return [
      ...(wrong.length > 0
        ? [`${wrong.length} of ${snapshots.length} states have a slot duration of another time`]
        : []),
      ...(followed.length < 3 ? [`of three lengths of slots ${followed.length} are in the states`] : []),
    ];
  },
};

/** What did not come of that which the scene is about. */
export function auditScene(name: SceneName, facts: SceneFacts): Finding[] {
  return JUDGES[name](facts).map((message): Finding => ({ invariant: 'scenes', message: `${name}: ${message}` }));
}

const pollsOf = (answers: readonly SentAnswer[]): readonly SentAnswer[] =>
  answers.filter(({ id }) => id.startsWith('poll-'));

/** Polls that the second node was asked for while the first one had answered all that it was asked. */
function rotatedForNothing({ answers, calls }: SceneFacts['sent'], { from, to }: Span): string[] {
  const unanswered = calls.filter(({ node, said }: SaidCall) => node === 0 && said !== 'result');
  const isCooling = (at: Date): boolean =>
    unanswered.some((call) => call.at <= at && at.getTime() - call.at.getTime() <= COOL_DOWN_MS);
  const rotated = pollsOf(answers).filter(({ node, at }) => node === 1 && at > from && at < to && !isCooling(at));
  const [first] = rotated;
  if (first === undefined) return [];
  return [`${rotated.length} polls went to the second node while the first one answered, ${first.id} the first`];
}

/** One gap of each reserve that says that the chain stood, and none with another reason that begins with it. */
function haltsOf({ facts: { gaps }, truth: { reserves } }: SceneFacts): string[] {
  return reserves.flatMap((reserve) => {
    const halted = gaps.filter((gap) => gap.reserve === reserve && gap.reason === 'chain_halted');
    return halted.length === 1 ? [] : [`${reserve} has ${halted.length} gaps of a chain that stood, not one`];
  });
}

/** Of each protocol that the status names, it says so at some moment, in words. */
function untoldHalt(causes: readonly SaidCause[], { from, to }: Span): string[] {
  const protocols = new Set(causes.map(({ protocol }) => protocol));
  const told = causes.filter(
    ({ at, cause, words }) => cause === 'chain_halted' && words !== '' && at > from && at <= to,
  );
  const untold = [...protocols].filter((protocol) => !told.some((one) => one.protocol === protocol));
  return protocols.size === 0
    ? ['the status named no cause of any protocol']
    : untold.map((protocol) => `the status of ${protocol} did not say that the chain stood`);
}

/** A state has the length of slots at its time, or, soon after a change, something between the two. */
function isMeasured(row: Readonly<Record<string, unknown>>, paced: SceneFacts['paced']): boolean {
  const recordedAt = row['recorded_at'] instanceof Date ? row['recorded_at'].getTime() : Number.NaN;
  const duration = Number(row['slot_duration_ms_f']);
  const place = paced.findLastIndex(({ at }) => at.getTime() <= recordedAt);
  const now = paced[place];
  if (now === undefined) return false;
  const before = recordedAt - now.at.getTime() <= MEASURED_MS ? (paced[place - 1] ?? now) : now;
  const [least, most] = [Math.min(now.slotMs, before.slotMs), Math.max(now.slotMs, before.slotMs)];
  return duration >= least * (1 - TOLERANCE) && duration <= most * (1 + TOLERANCE);
}
