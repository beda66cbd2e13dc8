import { z } from 'zod';
import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import type { PollBatchReport, PollBatchWork } from '../pipeline/run-poll-batch.ts';
import type { JobQueue } from '../queues/queue-types.ts';
import { type Job, keepFinished, type ScheduledJob, scheduled, tickOf } from './job.ts';

export const POLL_JOB = 'poll';

/** Reserves of one protocol that are read in one call, with their companions. */
export interface PlannedBatch {
  readonly protocol: string;
  readonly addresses: readonly string[];
  readonly companions: readonly string[];
}

export interface PollJobDeps {
  readonly everyMs: number;
  /** Observations of a reserve that are further apart leave a gap. */
  readonly gapAfterMs: number;
  /** The reserves to follow in batches of one call each, in an order that stays. */
  readonly listBatches: () => Promise<readonly PlannedBatch[]>;
  readonly batchQueue: JobQueue;
  /** With the number of reserves, and of calls that reading them takes. */
  readonly onListed: (reserves: number, calls: number) => void;
  /** Batches of earlier polls were still waiting or running, and are not asked for a second time. */
  readonly onSkipped: () => void;
  /** Each batch has ended once more. */
  readonly onWhole: () => void;
  /** Records that a batch of an earlier poll still waits on the queue. */
  readonly recordWaiting: (protocol: string, work: PollBatchWork) => Promise<void>;
}

/**
 * Longer than a batch can run, with every time limit on its way. One that a process left behind whose clock was hours ahead is
 * locked until that time comes, and counts as running meanwhile.
 */
const LONGEST_BATCH_MS = 60_000;

/**
 * Puts one job per batch on the queue of batches, but for those that an earlier poll has put there and that have not ended: so a slow
 * chain or database makes polls rarer and never a growing queue, and a batch that hangs keeps no other back. One that has been
 * running for too long does not hold its place. Of each that waits it is recorded once, before its reserves have a gap. Each poll
 * begins with another batch: where a limit cuts polls short, it is not always the last ones that get nothing.
 */
export function createPollJob({ everyMs, gapAfterMs, ...deps }: PollJobDeps): ScheduledJob {
  // The observation before may lie an interval before the batch that waits, and the next look at the queue an interval later.
  const waiting = new WaitingBatches(Math.max(everyMs, gapAfterMs - 3 * everyMs), deps.recordWaiting);
  const wholePolls = new WholePolls();
  return scheduled({ name: POLL_JOB, everyMs, options: keepFinished(50), logLevel: 'debug' }, async (job) => {
    const planned = await deps.listBatches();
    const reserves = planned.reduce((count, { addresses }) => count + addresses.length, 0);
    deps.onListed(reserves, planned.length);
    const tick = tickOf(job);
    const queued = await deps.batchQueue.listPending();
    const pending = placesOf(queued, tick);
    const batches = planned.flatMap(({ protocol, addresses, companions }, index): PollBatchPayload[] =>
      pending.has(index) ? [] : [{ tick, index, protocol, addresses: [...addresses], companions: [...companions] }],
    );
    if (batches.length < planned.length) deps.onSkipped();
    if (wholePolls.isWhole(planned.length, pending)) deps.onWhole();
    const first = batches.length === 0 ? 0 : Math.floor(tick / everyMs) % batches.length;
    await deps.batchQueue.add(
      [...batches.slice(first), ...batches.slice(0, first)].map((batch) => ({
        name: POLL_BATCH_JOB,
        id: pollBatchId(batch),
        payload: { ...batch },
      })),
      POLL_BATCH_OPTIONS,
    );
    await waiting.record(queued.waiting, planned, tick);
    return { tick, reserves, batches: planned.length, added: batches.length };
  });
}

/** Whether all batches have ended since this was last so. Where polls take longer than their interval, some batch is always pending. */
class WholePolls {
  /** Places of batches that have not ended since; null before the first poll. */
  #awaited: readonly number[] | null = null;

  isWhole(batches: number, pending: ReadonlySet<number>): boolean {
    const left = this.#awaited?.filter((place) => place < batches && pending.has(place));
    this.#awaited =
      left === undefined || left.length === 0 ? Array.from({ length: batches }, (_, place) => place) : left;
    if (batches === 0) this.#awaited = null;
    return left?.length === 0;
  }
}

/** Batches that wait on the queue for longer than reserves have patience, of which each is recorded once. */
class WaitingBatches {
  readonly #patienceMs: number;
  readonly #recordWaiting: PollJobDeps['recordWaiting'];
  #recorded: ReadonlySet<string> = new Set();

  constructor(patienceMs: number, recordWaiting: PollJobDeps['recordWaiting']) {
    this.#patienceMs = patienceMs;
    this.#recordWaiting = recordWaiting;
  }

  async record(waiting: readonly string[], planned: readonly PlannedBatch[], tick: number): Promise<void> {
    const recorded = new Set<string>();
    for (const id of waiting) {
      const { tick: since = tick, index = -1 } = readPollBatchId(id) ?? {};
      const batch = planned[index];
      if (batch === undefined || tick - since < this.#patienceMs) continue;
      const { protocol, addresses } = batch;
      if (!this.#recorded.has(id)) await this.#recordWaiting(protocol, { id, index, addresses });
      recorded.add(id);
    }
    this.#recorded = recorded;
  }
}

/** Places in the poll of the batches that have not ended. */
function placesOf(
  { waiting, active }: { readonly waiting: readonly string[]; readonly active: readonly string[] },
  tick: number,
): ReadonlySet<number> {
  const running = active.flatMap((id) => readPollBatchId(id) ?? []);
  const held = running.filter((batch) => Math.abs(tick - batch.tick) < LONGEST_BATCH_MS);
  return new Set([...waiting.flatMap((id) => readPollBatchId(id) ?? []), ...held].map(({ index }) => index));
}

/** Several polls of many batches stay, so that a poll delivered twice finds the batches of the first time. */
const POLL_BATCH_OPTIONS = keepFinished(200);

export const POLL_BATCH_JOB = 'poll-batch';

/**
 * Not the queue of versions that knew one protocol: they run beside this one for the length of a deploy, and would read reserves of
 * another protocol as theirs. A change of the payload that the version before would misread takes another name again.
 */
export const BATCH_QUEUE = 'batches';

const batchPayload = z.object({
  /** Wall-clock milliseconds that the poll was planned for. */
  tick: z.int().nonnegative(),
  index: z.int().nonnegative(),
  protocol: z.string(),
  addresses: z.array(z.string()).min(1).max(MAX_BATCH_SIZE),
  companions: z.array(z.string()).max(MAX_BATCH_SIZE),
});

export type PollBatchPayload = z.output<typeof batchPayload>;

/** Id of a batch's job and of its row: the same work has the same. */
export function pollBatchId({ tick, index }: Pick<PollBatchPayload, 'tick' | 'index'>): string {
  return `poll-${tick}-${index}`;
}

/** The reverse of it; undefined for an id of other work. */
function readPollBatchId(id: string): { readonly tick: number; readonly index: number } | undefined {
  const [, tick, index] = /^poll-(\d+)-(\d+)$/.exec(id) ?? [];
  return tick === undefined ? undefined : { tick: Number(tick), index: Number(index) };
}

/** Reads, derives and stores one batch of reserves. */
export function createPollBatchJob(
  concurrency: number,
  runBatch: (protocol: string, work: PollBatchWork) => Promise<PollBatchReport>,
): Job<PollBatchPayload> {
  return {
    name: POLL_BATCH_JOB,
    concurrency,
    // Not tried again by the queue: the next poll asks for the same reserves at a newer slot.
    options: POLL_BATCH_OPTIONS,
    payload: batchPayload,
    logLevel: 'debug',
    async run(batch) {
      const id = pollBatchId(batch);
      const { protocol, addresses, companions, index } = batch;
      const work = { id, index, addresses, companions, lane: `poll-${index}` };
      const { bank, endpoint, result } = await runBatch(protocol, work);
      return { batchId: id, slot: bank.slot.toString(), endpoint, ...result };
    },
  };
}
