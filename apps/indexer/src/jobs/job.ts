import { errorCode } from '@tidemark/runtime';
import type { JobsOptions } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { IndexerMetrics } from '../metrics.ts';
import type { DeliveredJob, Processor } from '../queues/queue-types.ts';

/** Facts about a job's work, for its one log line. */
export type JobFacts = Readonly<Record<string, unknown>>;

/** A kind of job: it says when work is done and with which payload; the work itself is a pipeline step. */
export interface Job<Payload> {
  /** Of the job and of its queue. */
  readonly name: string;
  /** Jobs of this kind that one process works on at once. */
  readonly concurrency: number;
  readonly options: JobsOptions;
  readonly payload: z.ZodType<Payload>;
  /** Level of the line about a job that went well. */
  readonly logLevel: 'info' | 'debug';
  readonly run: (payload: Payload, job: DeliveredJob) => Promise<JobFacts>;
}

const nothing = z.object({});

/** A job without payload that runs every so often, one at a time. */
export interface ScheduledJob extends Job<z.output<typeof nothing>> {
  readonly everyMs: number;
}

export function scheduled(
  job: Pick<ScheduledJob, 'name' | 'everyMs' | 'options' | 'logLevel'>,
  run: (job: DeliveredJob) => Promise<JobFacts>,
): ScheduledJob {
  return { ...job, concurrency: 1, payload: nothing, run: (_payload, delivered) => run(delivered) };
}

export interface ProcessorDeps {
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  /** Called after every job, with the facts of one that went well and null for one that failed. */
  readonly onEnd?: (name: string, facts: JobFacts | null) => void;
}

/** What keeps every batch of every poll from its work is said once a minute by who finds it. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['RATE_LIMITED', 'CHAIN_HALTED']);

/** What BullMQ calls: checks the payload, does the work, and reports it once in the log and the metrics. */
export function processorOf<Payload>(job: Job<Payload>, { logger, metrics, onEnd }: ProcessorDeps): Processor {
  const { name } = job;
  return async (delivered) => {
    const startedAt = performance.now();
    const report = (outcome: string): { job: string; jobId: string; durationMs: number } => {
      const durationMs = performance.now() - startedAt;
      metrics.jobDuration.observe({ kind: name, outcome }, durationMs / 1000);
      return { job: name, jobId: delivered.id, durationMs: Math.round(durationMs) };
    };
    try {
      const facts = await job.run(job.payload.parse(delivered.payload), delivered);
      onEnd?.(name, facts);
      logger[job.logLevel]({ ...report('ok'), ...facts }, 'job done');
    } catch (error) {
      onEnd?.(name, null);
      const code = errorCode(error) ?? 'INTERNAL_ERROR';
      const level = SAID_ELSEWHERE.has(code) ? 'debug' : 'warn';
      logger[level]({ ...report(code), code, err: error }, 'job failed');
      throw error;
    }
  };
}

/** How many finished jobs are kept, for operators and to keep their ids from being added again. */
export function keepFinished(count: number): JobsOptions {
  return { attempts: 1, removeOnComplete: { count }, removeOnFail: { count } };
}

/** For jobs whose next run is far away: again after 2, 4, 8, 16 and 32 seconds. */
export const TRY_AGAIN: JobsOptions = { attempts: 6, backoff: { type: 'exponential', delay: 2_000 } };

/** The time that the scheduler planned the job for, which is the same at each delivery. */
export function tickOf(job: DeliveredJob): number {
  const planned = /(\d{10,15})$/.exec(job.id)?.[1];
  return planned === undefined ? job.timestamp : Number(planned);
}
