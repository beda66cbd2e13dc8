import { withTimeout } from '@tidemark/core';
import type { BackendFactory, IQueueBackend, Job, JobsOptions } from 'bullmq';
import { Queue, Worker } from 'bullmq';
import { keepWorker } from './keep-worker.ts';
import { returnLostClaims } from './lost-claims.ts';
import { partingFactory } from './parting-factory.ts';
import { pausingFactory } from './pausing-factory.ts';

/** Payload of any job: JSON, checked by the job's own schema before it is used. */
export type JobPayload = Record<string, unknown>;

/** A job as a processor sees it. */
export interface DeliveredJob {
  readonly id: string;
  /** When the job was put on the queue, wall-clock milliseconds; the same at every delivery. */
  readonly timestamp: number;
  /** 1 at the first delivery. */
  readonly attempt: number;
  readonly payload: unknown;
}

export type Processor = (job: DeliveredJob) => Promise<unknown>;

export interface JobToAdd {
  readonly name: string;
  readonly payload: JobPayload;
  /** A job whose id is on the queue (waiting, running or lately finished) is not added again. */
  readonly id: string;
}

export interface SchedulerState {
  readonly everyMs: number;
  /** Wall-clock milliseconds of the next run; null when the queue does not know one. */
  readonly nextRunAt: number | null;
}

/** Counts of jobs that are on the queue and not finished. */
export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

/** The part of a BullMQ queue that this app uses, the same over each backend. */
export interface JobQueue {
  readonly name: string;
  add(jobs: readonly JobToAdd[], options: JobsOptions): Promise<void>;
  depth(): Promise<QueueDepth>;
  getScheduler(id: string): Promise<SchedulerState | undefined>;
  upsertScheduler(id: string, everyMs: number, template: { name: string; options: JobsOptions }): Promise<void>;
  /** With the run that it has planned for later. */
  removeScheduler(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface JobWorker {
  readonly name: string;
  /** Takes no further job and resolves when the ones in hand are done. */
  close(): Promise<void>;
}

export interface BackendBinding<B extends IQueueBackend, C> {
  readonly factory: BackendFactory<B, C>;
  readonly connection: C;
  readonly prefix: string;
  readonly onError: (source: string, error: Error) => void;
  /** How often a connection was lost whose calls do not fail then, because its client sends them again. */
  readonly countLosses: () => number;
}

/** Events are for tools that watch a queue; without a bound they would grow for ever. */
const MAX_QUEUE_EVENTS = 1_000;
/** A queue on a Redis that is away waits for it, however long that takes; who calls it does not. */
const READY_TIMEOUT_MS = 10_000;

export function createJobQueue<B extends IQueueBackend, C>(name: string, binding: BackendBinding<B, C>): JobQueue {
  const open = () => {
    const opened = new Queue<JobPayload, unknown, string, JobPayload, unknown, string, B, C>(
      name,
      { connection: binding.connection, prefix: binding.prefix, streams: { events: { maxLen: MAX_QUEUE_EVENTS } } },
      binding.factory,
    );
    return opened.on('error', (error) => binding.onError(`queue ${name}`, error));
  };
  let current = open();
  /** A queue remembers for its life that its first look at the backend failed: such a one is replaced for the next call. */
  const ready = async () => {
    const queue = current;
    const looked = queue.waitUntilReady().catch((error: unknown) => {
      if (current === queue) {
        current = open();
        void queue.close().catch(() => undefined);
      }
      throw error;
    });
    await withTimeout(looked, READY_TIMEOUT_MS, `the connection of queue ${name}`);
    return queue;
  };

  return {
    name,
    async add(jobs, options) {
      const queue = await ready();
      await queue.addBulk(
        jobs.map((job) => ({ name: job.name, data: job.payload, opts: { ...options, jobId: job.id } })),
      );
    },
    async depth() {
      const queue = await ready();
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
      return {
        waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
        active: counts['active'] ?? 0,
        delayed: counts['delayed'] ?? 0,
      };
    },
    async getScheduler(id) {
      const queue = await ready();
      const scheduler = await queue.getJobScheduler(id);
      if (scheduler === undefined) return undefined;
      return { everyMs: scheduler.every ?? 0, nextRunAt: scheduler.next ?? null };
    },
    async upsertScheduler(id, everyMs, template) {
      const queue = await ready();
      await queue.upsertJobScheduler(id, { every: everyMs }, { name: template.name, opts: template.options });
    },
    async removeScheduler(id) {
      const queue = await ready();
      await queue.removeJobScheduler(id);
    },
    close: () => current.close(),
  };
}

export interface WorkerSettings {
  readonly concurrency: number;
}

/**
 * How long a job may go without a sign of life before another worker takes it. Locks are renewed at half of it, so this
 * bounds how long a killed process holds its batch back.
 */
const LOCK_DURATION_MS = 10_000;
const STALLED_CHECK_INTERVAL_MS = 5_000;
/** Pause after a lost connection; BullMQ's own 15 s would miss three polls. */
const RECONNECT_DELAY_MS = 1_000;
/** What a worker that closes has asked for is answered sooner by a backend that is there, also by a slow one. */
const CLOSE_PATIENCE_MS = 3_000;
/** A batch that took two processes with it is not tried a third time; the next poll asks for the same reserves anyway. */
const MAX_STALLED_COUNT = 2;

export function createJobWorker<B extends IQueueBackend, C>(
  name: string,
  processor: Processor,
  settings: WorkerSettings,
  binding: BackendBinding<B, C>,
): JobWorker {
  const pausing = pausingFactory(returnLostClaims(binding.factory, binding.countLosses), RECONNECT_DELAY_MS);
  const factory = partingFactory(pausing, CLOSE_PATIENCE_MS);
  const open = () => {
    const worker = new Worker<JobPayload, unknown, string, B, never, C>(
      name,
      async (job: Job<JobPayload>) =>
        processor({
          id: job.id ?? `${name}-${job.timestamp}`,
          timestamp: job.timestamp,
          attempt: job.attemptsStarted,
          payload: job.data,
        }),
      {
        connection: binding.connection,
        prefix: binding.prefix,
        concurrency: settings.concurrency,
        autorun: false,
        lockDuration: LOCK_DURATION_MS,
        stalledInterval: STALLED_CHECK_INTERVAL_MS,
        maxStalledCount: MAX_STALLED_COUNT,
        runRetryDelay: RECONNECT_DELAY_MS,
      },
      factory,
    );
    return worker.on('error', (error) => binding.onError(`worker ${name}`, error));
  };
  return keepWorker({ name, open, onError: binding.onError, pauseMs: RECONNECT_DELAY_MS });
}
