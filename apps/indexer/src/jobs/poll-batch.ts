import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { z } from 'zod';
import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import type { PollBatchReport, PollBatchWork } from '../pipeline/run-poll-batch.ts';
import { type JobDefinition, keepFinished } from './job-definition.ts';

export const POLL_BATCH_JOB = 'poll-batch';

const payload = z.object({
  /** Wall-clock milliseconds that the poll was planned for. */
  tick: z.int().nonnegative(),
  index: z.int().nonnegative(),
  /** Left out by processes from before there was more than one. */
  protocol: z.string().default(PROTOCOL_NAMES[0] ?? ''),
  addresses: z.array(z.string()).min(1).max(MAX_BATCH_SIZE),
});

export type PollBatchPayload = z.output<typeof payload>;

export interface PollBatchJobDeps {
  readonly concurrency: number;
  readonly runBatch: (protocol: string, work: PollBatchWork) => Promise<PollBatchReport>;
}

/** Id of a batch's job and of its row: the same work has the same. */
export function pollBatchId({ tick, index }: Pick<PollBatchPayload, 'tick' | 'index'>): string {
  return `poll-${tick}-${index}`;
}

/** Reads, derives and stores one batch of reserves. */
export function createPollBatchJob(deps: PollBatchJobDeps): JobDefinition<PollBatchPayload> {
  return {
    name: POLL_BATCH_JOB,
    concurrency: deps.concurrency,
    // Not tried again by the queue: the next poll asks for the same reserves at a newer slot.
    options: keepFinished(200),
    payload,
    logLevel: 'debug',
    async run(batch) {
      const id = pollBatchId(batch);
      const { protocol, addresses, index } = batch;
      const work = { id, index, addresses, lane: `poll-${index}` };
      const { bank, endpoint, result } = await deps.runBatch(protocol, work);
      return { batchId: id, slot: bank.slot.toString(), endpoint, ...result };
    },
  };
}
