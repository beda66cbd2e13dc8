import { errorCode } from '@tidemark/runtime';
import type { JobsOptions } from 'bullmq';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { IndexerMetrics } from '../metrics.ts';
import type { DeliveredJob, Processor } from '../queues/queue-types.ts';

/** Facts about a job's work, for its one log line. */
export type JobFacts = Readonly<Record<string, unknown>>;

/** Facts of the same work for several protocols: those of the only one as they are, else a list. */
export function factsOf(reports: readonly object[]): JobFacts {
  const [first, ...others] = reports;
  return others.length === 0 ? { ...first } : { protocols: reports };
}

/** A kind of job: it says when work is done and with which payload; the work itself is a pipeline step. */
export interface JobDefinition<Payload> {
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

export interface ProcessorDeps {
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  /** Is told of every job that has ended, with the facts of one that went well. */
  readonly onEnd?: (name: string, facts: JobFacts | null) => void;
}

/** What BullMQ calls: checks the payload, does the work, and reports it once in the log and the metrics. */
export function processorOf<Payload>(
  definition: JobDefinition<Payload>,
  { logger, metrics, onEnd }: ProcessorDeps,
): Processor {
  return async (job) => {
    const startedAt = performance.now();
    const report = (outcome: string): { job: string; jobId: string; durationMs: number } => {
      const durationMs = performance.now() - startedAt;
      metrics.jobDuration.observe({ kind: definition.name, outcome }, durationMs / 1000);
      return { job: definition.name, jobId: job.id, durationMs: Math.round(durationMs) };
    };
    try {
      const facts = await definition.run(definition.payload.parse(job.payload), job);
      onEnd?.(definition.name, facts);
      logger[definition.logLevel]({ ...report('ok'), ...facts }, 'job done');
    } catch (error) {
      onEnd?.(definition.name, null);
      const code = errorCode(error) ?? 'INTERNAL_ERROR';
      logger.warn({ ...report(code), code, err: error }, 'job failed');
      throw error;
    }
  };
}

/** How many finished jobs stay to be looked at, and to keep their ids from being added again. */
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
