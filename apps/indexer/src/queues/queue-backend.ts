import type { JobQueue, JobWorker, Processor, WorkerSettings } from './job-queue.ts';

/** Where jobs live: Redis when there is one, else Postgres. */
export type QueueBackendKind = 'redis' | 'postgres';

/** Queues and workers over one set of connections. */
export interface QueueBackend {
  readonly kind: QueueBackendKind;
  createQueue(name: string): JobQueue;
  createWorker(name: string, processor: Processor, settings: WorkerSettings): JobWorker;
  /** Fails when the backend cannot be reached within a few seconds. */
  ping(): Promise<void>;
  /** Makes the backend ready for queues (its tables, where it has any). Fails when it cannot be reached. */
  prepare(): Promise<void>;
  /** Closes the connections; queues and workers must be closed before. */
  close(): Promise<void>;
}

export type OnBackendError = (source: string, error: Error) => void;

export interface QueueBackendOptions {
  readonly databaseUrl: string;
  /** Null keeps the jobs in the database. */
  readonly redisUrl: string | null;
  readonly prefix: string;
  /** Give up on an answer of the backend after this time; each backend has a default of its own. */
  readonly answerTimeoutMs?: number;
  readonly onError: OnBackendError;
}
