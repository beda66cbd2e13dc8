import { FAULTS, type FaultName, type Lane } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { knownSinceOf } from './observations.ts';
import type { SentAnswer, SentLog, SentNotification } from './sent-log.ts';
import type { StoredBatch, StoredFacts } from './stored-facts.ts';
import { RECOVERY_MS, type Span, type StrikeSpan, wasInForce } from './strike-span.ts';
import type { Truth } from './truth.ts';

/** What nodes have sent, and why some of it need not be stored. */
export interface AuditedReads {
  readonly findings: readonly Finding[];
  readonly counts: ReadCounts;
}

export interface ReadCounts {
  /** Reads that were answered whole. */
  readonly reads: number;
  /** Of these, those of which nothing is on record because of a fault. */
  readonly excusedReads: number;
  /** Notifications that were sent whole. */
  readonly notifications: number;
  /** Of these, those that led to no read because of a fault. */
  readonly excusedNotifications: number;
}

/** How long a batch may be at work between its answer and its commit, and a notified account wait for its read. */
const AT_WORK_MS = 10_000;
/** Faults that take a process away, or the database that would take the row of a failure. */
const TAKES_READS: ReadonlySet<FaultName> = new Set(['indexerKilled', 'indexerStopped', 'deployRolled']);
/** Lanes of what keeps an indexer from reading what it was notified of. */
const TAKES_NOTIFICATIONS: ReadonlySet<Lane> = new Set(['rpc', 'postgres', 'indexer', 'deploy']);
/**
 * So much of a run may be excused. An indexer that is paused asks for nothing, so that its reads do not count, but a node goes on
 * notifying it: a plan that pauses the only indexer for most of the time excuses most notifications, and no more reads than any other.
 */
const MOST_EXCUSED = { reads: 0.5, notifications: 0.9 };
/** Times of one machine: whole milliseconds. */
const CLOCK_MS = 5;

/**
 * What nodes have sent whole against the batches: each read of reserves is a batch that was stored, at its slot and with its
 * addresses, or one that failed; each stored batch was read; and each notification led to a read: one of its own soon, or, of a reserve
 * that nothing was stored of yet, that of a discovery or of the poll after it, whenever it was. What is on record of neither lies
 * within a fault that takes a process or the database away, `AT_WORK_MS` before it or `RECOVERY_MS` after it. `ends` are the times
 * in which processes were ended.
 */
export function auditReads(
  { batches }: Pick<StoredFacts, 'batches'>,
  sent: SentLog,
  truth: Pick<Truth, 'reserves'>,
  { strikes, ends }: { readonly strikes: readonly StrikeSpan[]; readonly ends: readonly Span[] },
): AuditedReads {
  const reserves = new Set(truth.reserves);
  // Mints and markets may be read in the same call.
  const reads = sent.answers
    .map((answer) => ({ ...answer, addresses: answer.addresses.filter((address) => reserves.has(address)) }))
    .filter(({ addresses }) => addresses.length > 0);
  const answersOf = groupBy(reads, ({ id }) => id);
  const rowsOf = groupBy(batches, ({ id }) => id);
  const lost = reads.filter(({ id }) => !rowsOf.has(id));
  const knownSince = knownSinceOf(batches);
  const unread = sent.notifications.filter((notification) => {
    const since = knownSince.get(notification.address);
    if (since !== undefined && since <= notification.at) return !leadsToRead(notification, reads, batches);
    return !reads.some(({ slot, addresses }) => slot >= notification.slot && addresses.includes(notification.address));
  });
  const isEnding = (at: Date): boolean => ends.some((end) => overlaps(end, spanAfter(at)));
  const isExcusedRead = ({ at }: SentAnswer): boolean =>
    isEnding(at) ||
    strikes.some((strike) => {
      if (FAULTS[strike.fault].lane === 'postgres') return wasInForce(strike, atWork(at, strikes), RECOVERY_MS);
      return TAKES_READS.has(strike.fault) && wasInForce(strike, spanAfter(at), 0);
    });
  const isExcusedNotification = ({ at }: SentNotification): boolean =>
    isEnding(at) ||
    strikes.some(
      (strike) => TAKES_NOTIFICATIONS.has(FAULTS[strike.fault].lane) && wasInForce(strike, spanAfter(at), RECOVERY_MS),
    );
  const counts = {
    reads: reads.length,
    excusedReads: lost.filter(isExcusedRead).length,
    notifications: sent.notifications.length,
    excusedNotifications: unread.filter(isExcusedNotification).length,
  };
  const findings = [
    ...lost
      .filter((read) => !isExcusedRead(read))
      .map((read) => `${nameOf(read)} is on record neither as stored nor as failed`),
    ...unread
      .filter((notification) => !isExcusedNotification(notification))
      .map(({ address, slot, at }) => `${address} was notified at slot ${slot}, ${at.toISOString()}, and not read`),
    ...batches.flatMap((batch) => problemsOf(batch, answersOf.get(batch.id) ?? [])),
    ...(counts.excusedReads > counts.reads * MOST_EXCUSED.reads
      ? [`${counts.excusedReads} of ${counts.reads} reads are excused by faults`]
      : []),
    ...(counts.excusedNotifications > counts.notifications * MOST_EXCUSED.notifications
      ? [`${counts.excusedNotifications} of ${counts.notifications} notifications are excused by faults`]
      : []),
  ];
  return { findings: findings.map((message): Finding => ({ invariant: 'reads', message })), counts };
}

/** The node's log says what a batch asked for, independently of the batch. */
function problemsOf(batch: StoredBatch, answers: readonly SentAnswer[]): string[] {
  if (batch.outcome !== 'committed') return [];
  const name = `batch ${batch.id} at slot ${batch.slot}`;
  const [answer] = answers.filter(({ slot }) => slot === batch.slot);
  if (answer === undefined) return [`${name} was never read there`];
  const early = answer.at.getTime() - batch.recordedAt.getTime();
  const asked = new Set(answer.addresses);
  const claimed = batch.requested ?? [...batch.notObserved, ...(batch.snapshotReserves ?? [])];
  const other = claimed.filter((address) => !asked.has(address));
  const unsaid = batch.requested === null ? 0 : asked.size - (claimed.length - other.length);
  return [
    ...(early > CLOCK_MS ? [`${name} was stored ${early} ms before it was read`] : []),
    ...(other.length > 0 ? [`${name} says that it read ${other.join(', ')}, and did not`] : []),
    ...(unsaid > 0 ? [`${name} read ${unsaid} accounts that it does not name`] : []),
    ...misnamed(batch, answers).map(
      (address) => `${name} takes a refused account for an absent one, or the reverse: ${address}`,
    ),
  ];
}

/**
 * An account that was sent and not observed was refused; one that was not sent was not. By the answer that fits best: an attempt
 * that failed may have had another one at the same slot.
 */
function misnamed(batch: StoredBatch, answers: readonly SentAnswer[]): string[] {
  if (batch.kind === 'follow') return [];
  const refused = new Set(batch.refused);
  const wrong = answers
    .filter(({ slot }) => slot === batch.slot)
    .map(({ addresses, absent }) =>
      batch.notObserved.filter(
        (address) => addresses.includes(address) && absent.includes(address) === refused.has(address),
      ),
    );
  return wrong.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Soon after, the account is read because of a notification, at that slot or a later one, or that read is on record as failed. */
function leadsToRead(
  { address, slot, at }: SentNotification,
  reads: readonly SentAnswer[],
  batches: readonly StoredBatch[],
): boolean {
  const span = spanAfter(at);
  return (
    reads.some(
      (read) =>
        read.id.startsWith('follow-') && read.slot >= slot && read.at <= span.to && read.addresses.includes(address),
    ) ||
    batches.some(
      ({ kind, outcome, notObserved, startedAt, recordedAt }) =>
        kind === 'follow' &&
        outcome === 'failed' &&
        notObserved.includes(address) &&
        overlaps({ from: startedAt, to: recordedAt }, span),
    )
  );
}

/** How long a batch may be at work after its answer: a process that is paused meanwhile has the time after the pause. */
function atWork(at: Date, strikes: readonly StrikeSpan[]): Span {
  const span = spanAfter(at);
  const pauses = strikes.filter((strike) => strike.fault === 'indexerPaused' && overlaps(strike, span));
  return pauses.map((pause) => ({ from: at, to: spanAfter(pause.to).to })).reduce(longest, span);
}

function longest(a: Span, b: Span): Span {
  return a.to > b.to ? a : b;
}

function spanAfter(at: Date): Span {
  return { from: at, to: new Date(at.getTime() + AT_WORK_MS) };
}

function overlaps(a: Span, b: Span): boolean {
  return a.from <= b.to && a.to >= b.from;
}

function nameOf({ id, slot, at }: SentAnswer): string {
  return `the read ${id} at slot ${slot}, answered ${at.toISOString()},`;
}
