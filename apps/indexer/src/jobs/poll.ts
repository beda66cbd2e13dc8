import { z } from 'zod';
import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import type { PollBatchReport, PollBatchWork } from '../pipeline/run-poll-batch.ts';
import type { JobQueue } from '../queues/queue-types.ts';
import type { Clock } from '../rpc/index.ts';
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
  /** The reserves to follow in batches of one call each, in an order that stays. */
  readonly listBatches: () => Promise<readonly PlannedBatch[]>;
  readonly batchQueue: JobQueue;
  readonly onListed: (count: number) => void;
  readonly onSkipped: () => void;
  readonly clock: Clock;
}

/**
 * Longer than a batch can run, with every time limit on its way. One that a process left behind whose clock was hours ahead is
 * locked until that time comes, and counts as running meanwhile.
 */
const LONGEST_BATCH_MS = 60_000;

/**
 * Puts one job per batch on the queue of batches; leaves the poll out while batches of the one before are waiting or
 * running, so that a slow chain or database makes polls rarer and never a growing queue. Batches that have been running for too
 * long without any waiting do not hold a poll back.
 */
export function createPollJob({ everyMs, ...deps }: PollJobDeps): ScheduledJob {
  let busySince: number | undefined;
  const isBusy = ({ waiting, active }: { readonly waiting: number; readonly active: number }): boolean => {
    busySince = waiting + active === 0 ? undefined : (busySince ?? deps.clock.now());
    if (waiting > 0) return true;
    return busySince !== undefined && deps.clock.now() - busySince < LONGEST_BATCH_MS;
  };
  return scheduled({ name: POLL_JOB, everyMs, options: keepFinished(50), logLevel: 'debug' }, async (job) => {
    const { waiting, active } = await deps.batchQueue.depth();
    if (isBusy({ waiting, active })) {
      deps.onSkipped();
      return { skipped: true, waiting, active };
    }
    const planned = await deps.listBatches();
    const reserves = planned.reduce((count, { addresses }) => count + addresses.length, 0);
    deps.onListed(reserves);
    const tick = tickOf(job);
    const batches = planned.map(
      ({ protocol, addresses, companions }, index): PollBatchPayload => ({
        tick,
        index,
        protocol,
        addresses: [...addresses],
        companions: [...companions],
      }),
    );
    await deps.batchQueue.add(
      batches.map((batch) => ({ name: POLL_BATCH_JOB, id: pollBatchId(batch), payload: { ...batch } })),
      POLL_BATCH_OPTIONS,
    );
    return { tick, reserves, batches: batches.length };
  });
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
