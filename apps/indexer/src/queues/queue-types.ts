import type { JobsOptions } from 'bullmq';

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
  /** The next run waits on the queue, or is at work. */
  readonly isPlanned: boolean;
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
  /** Ids of the jobs that wait, and of those that run. */
  listPending(): Promise<{ readonly waiting: readonly string[]; readonly active: readonly string[] }>;
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

export interface WorkerSettings {
  readonly concurrency: number;
}

/** Where jobs live: Redis when there is one, else Postgres. */
export type QueueBackendKind = 'redis' | 'postgres';

/** Queues and workers over one set of connections. */
export interface QueueBackend {
  readonly kind: QueueBackendKind;
  createQueue(name: string): JobQueue;
  createWorker(name: string, processor: Processor, settings: WorkerSettings): JobWorker;
  /** Fails when the backend cannot be reached within a few seconds. */
  ping(): Promise<void>;
  /** Makes the backend ready for queues (its tables, where it has any), before the first is created. Fails when it cannot be reached. */
  prepare(): Promise<void>;
  /** Closes the connections; queues and workers must be closed before. */
  close(): Promise<void>;
}

export type OnBackendError = (source: string, error: Error) => void;

export interface QueueBackendOptions {
  readonly databaseUrl: string;
  /** Null keeps the jobs in the database. */
  readonly redisUrl: string | null;
  /** Beginning of the keys in Redis; the identity of the database follows. */
  readonly prefix: string;
  /**
   * A connection that owes an answer and is silent for so long is given up; with Redis more than the ten seconds that a worker waits for a
   * job. Default 15,000 with Postgres, 20,000 with Redis.
   */
  readonly answerTimeoutMs?: number;
  readonly onError: OnBackendError;
}
