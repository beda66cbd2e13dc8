import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@tidemark/core';
import type { BackendFactory, IQueueBackend, Job, JobType } from 'bullmq';
import { Queue, Worker } from 'bullmq';
import type { JobPayload, JobQueue, JobWorker, Processor, WorkerSettings } from './queue-types.ts';
import { workerBackends } from './worker-backend.ts';

export interface BackendBinding<B extends IQueueBackend, C> {
  readonly factory: BackendFactory<B, C>;
  readonly connection: C;
  readonly prefix: string;
  readonly onError: (source: string, error: Error) => void;
  /** How often a connection was lost whose calls do not fail then, because its client sends them again. */
  readonly countLosses: () => number;
}

const UNFINISHED: ReadonlySet<string> = new Set(['waiting', 'prioritized', 'delayed', 'active']);
/** Events are for tools that watch a queue; without a bound they would grow for ever. */
const MAX_QUEUE_EVENTS = 1_000;
/** A queue on a Redis that is away waits for it, however long that takes; who calls it does not. */
const READY_TIMEOUT_MS = 10_000;

export function createJobQueue<B extends IQueueBackend, C>(name: string, binding: BackendBinding<B, C>): JobQueue {
  const kept = new KeptQueue(name, binding);
  return {
    name,
    async add(jobs, options) {
      const queue = await kept.ready();
      await queue.addBulk(
        jobs.map((job) => ({ name: job.name, data: job.payload, opts: { ...options, jobId: job.id } })),
      );
    },
    async depth() {
      const queue = await kept.ready();
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
      return {
        waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
        active: counts['active'] ?? 0,
        delayed: counts['delayed'] ?? 0,
      };
    },
    async listPending() {
      const queue = await kept.ready();
      const idsOf = async (...states: JobType[]) =>
        (await queue.getJobs(states)).flatMap((job) => (job.id === undefined ? [] : [job.id]));
      return { waiting: await idsOf('waiting', 'prioritized'), active: await idsOf('active') };
    },
    async getScheduler(id) {
      const queue = await kept.ready();
      const scheduler = await queue.getJobScheduler(id);
      if (scheduler === undefined) return undefined;
      const nextRunAt = scheduler.next ?? null;
      // As BullMQ names the runs of its schedulers.
      const run = nextRunAt === null ? undefined : await queue.getJob(`repeat:${id}:${nextRunAt}`);
      const isPlanned = run !== undefined && UNFINISHED.has(await run.getState());
      return { everyMs: scheduler.every ?? 0, nextRunAt, isPlanned };
    },
    async upsertScheduler(id, everyMs, template) {
      const queue = await kept.ready();
      await queue.upsertJobScheduler(id, { every: everyMs }, { name: template.name, opts: template.options });
    },
    async removeScheduler(id) {
      const queue = await kept.ready();
      await queue.removeJobScheduler(id);
    },
    close: () => kept.close(),
  };
}

/** BullMQ caches a failed first connection for the life of a queue: such a queue is replaced for the next call. */
class KeptQueue<B extends IQueueBackend, C> {
  readonly #name: string;
  readonly #binding: BackendBinding<B, C>;
  #current;

  constructor(name: string, binding: BackendBinding<B, C>) {
    this.#name = name;
    this.#binding = binding;
    this.#current = this.#open();
  }

  /** The queue once it is connected. Throws where that takes too long. */
  async ready() {
    const queue = this.#current;
    const looked = queue.waitUntilReady().catch((error: unknown) => {
      if (this.#current === queue) {
        this.#current = this.#open();
        void queue.close().catch(() => undefined);
      }
      throw error;
    });
    await withTimeout(looked, READY_TIMEOUT_MS, `the connection of queue ${this.#name}`);
    return queue;
  }

  close(): Promise<void> {
    return this.#current.close();
  }

  #open() {
    const { connection, prefix, factory, onError } = this.#binding;
    const opened = new Queue<JobPayload, unknown, string, JobPayload, unknown, string, B, C>(
      this.#name,
      { connection, prefix, streams: { events: { maxLen: MAX_QUEUE_EVENTS } } },
      factory,
    );
    return opened.on('error', (error) => onError(`queue ${this.#name}`, error));
  }
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
  const factory = workerBackends(binding.factory, {
    countLosses: binding.countLosses,
    pauseMs: RECONNECT_DELAY_MS,
    closeTimeoutMs: CLOSE_PATIENCE_MS,
  });
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

/** The part of a BullMQ worker that is needed to keep one. */
interface RunnableWorker {
  waitUntilReady(): Promise<unknown>;
  /** Resolves when the worker takes no job any more. */
  run(): Promise<void>;
  close(force?: boolean): Promise<void>;
}

interface KeepWorkerOptions {
  readonly name: string;
  /** A new worker, not running yet. */
  readonly open: () => RunnableWorker;
  readonly onError: (source: string, error: Error) => void;
  readonly pauseMs: number;
}

/**
 * Keeps a worker at work (queue-outage.test.ts, "work again when it is back"). BullMQ (6.7) caches a failed first
 * connection for the life of a worker, which then polls and never gets a job; so does one whose loop has ended. Such a worker is replaced.
 */
function keepWorker({ name, open, onError, pauseMs }: KeepWorkerOptions): JobWorker {
  const closing = new AbortController();
  let worker = open();

  const runOnce = async (): Promise<void> => {
    try {
      await worker.waitUntilReady();
      if (!closing.signal.aborted) await worker.run();
      if (!closing.signal.aborted) throw new Error('the worker has stopped by itself');
    } catch (error) {
      if (!closing.signal.aborted) onError(`worker ${name}`, error instanceof Error ? error : new Error(String(error)));
    }
  };
  const keep = async (): Promise<void> => {
    await runOnce();
    while (!closing.signal.aborted) {
      // By force: it has no job in hand, and what it waits for does not come.
      void worker.close(true).catch(() => undefined);
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      worker = open();
      await runOnce();
    }
  };
  void keep();
  return {
    name,
    close() {
      closing.abort();
      return worker.close();
    },
  };
}
