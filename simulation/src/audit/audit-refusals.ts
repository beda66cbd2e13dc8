import { type FaultName, FAULTS } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import type { StoredBatch, StoredFacts } from './stored-facts.ts';
import { RECOVERY_MS, type Span, type StrikeSpan, wasInForce } from './strike-span.ts';

/** What a node must do to its accounts to cause each. The chain has each of them from its beginning, at every slot. */
const CAUSES: Readonly<Record<'missing' | 'quarantined', ReadonlySet<FaultName>>> = {
  missing: new Set<FaultName>(['accountsMissing']),
  quarantined: new Set<FaultName>(['accountsTruncated', 'accountsGarbage', 'accountsWrongOwner', 'accountsSwapped']),
};

/**
 * Failures that need no fault: a node that is slow on a busy machine, so that the other one is asked, which has not taken its step
 * yet or is of another chain; and the end of an indexer in the quiet phase.
 */
const NEEDS_NO_FAULT: ReadonlySet<string> = new Set(['TIMEOUT', 'NODE_BEHIND', 'WRONG_CHAIN', 'ABORTED']);

/** For at least so long a chain must show nothing new before a batch may say that it stands: half of a gap, less what clocks are off by. */
const STANDS_MS = 12_000;

/** What the times of a batch may be off by. */
const CLOCK_MS = 3_000;

/**
 * What batches say that they did not find, refused or failed with, against the faults that were in force: of a gap's reason the
 * ledger and the batches agree where both are wrong. Who refuses a good account now and then shows here.
 */
export function auditRefusals({ batches }: Pick<StoredFacts, 'batches'>, strikes: readonly StrikeSpan[]): Finding[] {
  return batches.flatMap((batch): Finding[] =>
    problemsOf(batch, strikes, () => stood(batches, batch)).map((problem) => ({
      invariant: 'gaps',
      message: `${batch.kind} ${batch.id}, from ${batch.startedAt.toISOString()} to ${batch.recordedAt.toISOString()}, ${problem}`,
    })),
  );
}

/**
 * Whether nobody had a later slot shortly before than was known long before: the chain moves with the steps of a run, and stands between
 * them and at its end.
 */
function stood(batches: readonly StoredBatch[], { recordedAt }: StoredBatch): boolean {
  const newestBy = (ms: number): number =>
    Math.max(0, ...batches.flatMap((each) => (each.recordedAt.getTime() <= ms ? (each.slot ?? 0) : 0)));
  return newestBy(recordedAt.getTime()) <= newestBy(recordedAt.getTime() - STANDS_MS);
}

function problemsOf(batch: StoredBatch, strikes: readonly StrikeSpan[], hasStood: () => boolean): string[] {
  const { outcome, errorCode, missing, quarantined } = batch;
  const span = spanOf(batch);
  if (outcome === 'failed') {
    const isExcused =
      NEEDS_NO_FAULT.has(errorCode ?? '') ||
      (errorCode === 'CHAIN_HALTED' && hasStood()) ||
      strikes.some((strike) => wasInForce(strike, span, FAULTS[strike.fault].lane === 'postgres' ? RECOVERY_MS : 0));
    return isExcused ? [] : [`failed with ${errorCode} while nothing was wrong`];
  }
  const hasCause = (what: keyof typeof CAUSES): boolean =>
    strikes.some((strike) => CAUSES[what].has(strike.fault) && wasInForce(strike, span, 0));
  return [
    ...(missing > 0 && !hasCause('missing') ? [`did not find ${missing} accounts that were there`] : []),
    ...(quarantined > 0 && !hasCause('quarantined')
      ? [`refused ${quarantined} accounts that no fault had spoilt`]
      : []),
  ];
}

/** In which the batch was read. A reading of the database's clock that took long puts the beginning too late. */
function spanOf({ startedAt, recordedAt }: StoredBatch): Span {
  const fromMs = Math.min(startedAt.getTime(), recordedAt.getTime());
  return { from: new Date(fromMs - CLOCK_MS), to: new Date(recordedAt.getTime() + CLOCK_MS) };
}
