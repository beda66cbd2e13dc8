import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

/*
 * Three gaps of BullMQ's worker (6.7), each closed around its backend and held by a test of queue-outage.test.ts:
 *  - a claim whose answer was lost keeps its job active and unworked for up to 25 s (`returnLostClaims`):
 *    "have a job back that was claimed unheard, before its lock has run out";
 *  - a worker whose question for a job has failed asks again at once, without a turn of the event loop (`pausingFactory`):
 *    "work again when it is back, also where it was away while they were opened";
 *  - a worker does not close while the backend is away (`partingFactory`): "end while it refuses connections",
 *    "end while it answers nothing", "end after the job in hand, also where it goes away meanwhile".
 */

export interface WorkerBackendOptions {
  /** How often a connection was lost whose calls do not fail then, because its client sends them again. */
  readonly countLosses: () => number;
  /** After a question for a job that has failed. */
  readonly pauseMs: number;
  /** How long a worker that closes waits for what it has asked. */
  readonly closeTimeoutMs: number;
}

/** Backends for workers that come back within a poll after an outage, and close during one. */
export function workerBackends<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  { countLosses, pauseMs, closeTimeoutMs }: WorkerBackendOptions,
): BackendFactory<B, C> {
  return partingFactory(pausingFactory(returnLostClaims(factory, countLosses), pauseMs), closeTimeoutMs);
}

/** A worker asks again at least this often: a notification, or the answer to "does a job wait?", may have been lost. */
const LONGEST_WAIT_SECONDS = 5;

/**
 * Backends that put back what they took unheard. A worker of BullMQ (6.7) claims a job under a token; where the connection is lost
 * between the claim and its answer the job is active and nobody works on it. It would come back when its lock has run out and two
 * checks for stalled jobs have passed: up to 25 seconds in which a lost batch keeps all polls away, and a lost poll the next one,
 * which is planned when it starts. So it is put back as soon as the backend answers again.
 *
 * `countLosses` tells how often the connection was lost: a client that sends a claim again by itself fails no call.
 */
function returnLostClaims<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  countLosses: () => number,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    return Object.assign(backend, returningMethods(backend, createClaims(backend), countLosses));
  };
}

type Methods = Pick<
  IQueueBackend,
  'moveToActive' | 'moveToCompleted' | 'moveToFailed' | 'updateJobSchedulerNextMillis' | 'waitForJob'
>;

function returningMethods(backend: IQueueBackend, claims: Claims, countLosses: () => number): Methods {
  const moveToActive = backend.moveToActive.bind(backend);
  const moveToCompleted = backend.moveToCompleted.bind(backend);
  const moveToFailed = backend.moveToFailed.bind(backend);
  const planNext = backend.updateJobSchedulerNextMillis.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  return {
    async moveToActive(token, name) {
      await claims.putBackLost();
      const losses = countLosses();
      const claimed = await claims.during(token, () => moveToActive(token, name));
      claims.hold(token, idOf(claimed));
      if (countLosses() !== losses) await claims.putBackOthers(token);
      return claimed;
    },
    async moveToCompleted(job, value, keep, token, fetchNext) {
      const done = await claims.during(token, () => moveToCompleted(job, value, keep, token, fetchNext));
      claims.hold(token, idOf(done.result));
      return done;
    },
    async moveToFailed(job, reason, keep, token, fetchNext, fields) {
      // After it nobody goes on with the job, whatever comes of it.
      claims.hold(token, undefined);
      const done = await claims.during(token, () => moveToFailed(job, reason, keep, token, fetchNext, fields));
      claims.hold(token, idOf(done.result));
      return done;
    },
    async updateJobSchedulerNextMillis(...args) {
      try {
        return await planNext(...args);
      } catch (error) {
        // BullMQ drops the run whose next one it cannot plan. Where it tries again, nothing else of this worker comes in between:
        // jobs with a schedule are worked on one at a time.
        claims.drop(args[4]);
        throw error;
      }
    },
    async waitForJob(seconds) {
      await claims.putBackLost();
      return waitForJob(Math.min(seconds, LONGEST_WAIT_SECONDS));
    },
  };
}

interface Claims {
  /** Marks the token as lost where the call fails. */
  during<Result>(token: string, call: () => Promise<Result>): Promise<Result>;
  /** The worker has this job under the token, and no other; undefined: none. */
  hold(token: string, id: string | undefined): void;
  /** Nobody goes on with a job that is held. */
  drop(id: string | undefined): void;
  /** Puts back what lost tokens have locked. Where the backend does not answer they stay lost. */
  putBackLost(): Promise<void>;
  /** Puts back what a token has locked beside the job that is held under it. */
  putBackOthers(token: string): Promise<void>;
}

function createClaims(backend: Pick<IQueueBackend, 'getRanges' | 'moveJobFromActiveToWait'>): Claims {
  const held = new Map<string, string>();
  const lost = new Set<string>();
  const calling = new Set<string>();
  const putBack = async (token: string): Promise<void> => {
    const [active = []] = await backend.getRanges(['active']);
    for (const id of active) {
      if (id !== held.get(token)) await backend.moveJobFromActiveToWait(id, token).catch(unlessLockedByOther);
    }
  };
  return {
    drop(id) {
      for (const [token, heldId] of held) {
        if (heldId !== id) continue;
        held.delete(token);
        lost.add(token);
      }
    },
    async during(token, call) {
      calling.add(token);
      try {
        return await call();
      } catch (error) {
        lost.add(token);
        throw error;
      } finally {
        calling.delete(token);
      }
    },
    hold(token, id) {
      if (id === undefined) held.delete(token);
      else held.set(token, id);
    },
    async putBackLost() {
      for (const token of lost) {
        if (calling.has(token)) continue;
        try {
          await putBack(token);
        } catch {
          return;
        }
        lost.delete(token);
      }
    },
    // What fails here comes back when its lock has run out.
    putBackOthers: (token) => putBack(token).catch(() => undefined),
  };
}

/** Refusals have a code below zero: the job is another's, or not active any more. */
function unlessLockedByOther(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'number' || code >= 0) throw error;
}

function idOf(claimed: unknown): string | undefined {
  const [data, id]: readonly unknown[] = Array.isArray(claimed) ? claimed : [];
  return data !== null && data !== undefined && typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Backends that take their time after a failure. A BullMQ worker (6.7) that cannot ask for a job asks again at once, unless
 * the connection was refused; where the failure is a remembered one it does so without ever letting the event loop turn.
 */
function pausingFactory<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  pauseMs: number,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    const moveToActive = backend.moveToActive.bind(backend);
    const pausing: IQueueBackend['moveToActive'] = async (...claim) => {
      try {
        return await moveToActive(...claim);
      } catch (error) {
        await delay(pauseMs);
        throw error;
      }
    };
    return Object.assign(backend, { moveToActive: pausing });
  };
}

/** What BullMQ takes for a lost connection: a worker that closes does not try again then. */
const CLOSED_MESSAGE = 'Connection is closed.';

/**
 * Backends that keep no worker from closing. A BullMQ worker (6.7) closes when its loop has ended, and the loop ends when what it
 * asked of the backend is answered: while Redis is away, when Redis is back. Where the connection on which it waits for jobs is
 * between two tries to connect, not even then: the close cancels the next try, and waits for an event that only a connection
 * sends. So what the loop asks between two jobs fails when it has no answer within `patienceMs` after the close has begun. The
 * end of a job in hand is not among it: it is sent again until the backend has it.
 */
function partingFactory<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  patienceMs: number,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    const unanswered = new Set<(error: Error) => void>();
    const giveUp = (): void => {
      for (const fail of unanswered) fail(new Error(CLOSED_MESSAGE));
    };
    const disconnectBlocking = untilGivenUp(backend.disconnectBlocking.bind(backend), unanswered);
    const close = backend.close.bind(backend);
    let timer: NodeJS.Timeout | undefined;
    const parting: PartingMethods = {
      waitForJob: untilGivenUp(backend.waitForJob.bind(backend), unanswered),
      reconnectBlocking: untilGivenUp(backend.reconnectBlocking.bind(backend), unanswered),
      moveToActive: untilGivenUp(backend.moveToActive.bind(backend), unanswered),
      // The first step of a close. If it failed, the worker would not wait for its job in hand.
      async disconnectBlocking(wait) {
        timer ??= setTimeout(giveUp, patienceMs);
        await disconnectBlocking(wait).catch(() => undefined);
      },
      // The last step. By force: QUIT would wait behind what was given up.
      async close() {
        clearTimeout(timer);
        await close(true);
      },
    };
    return Object.assign(backend, parting);
  };
}

type PartingMethods = Pick<
  IQueueBackend,
  'waitForJob' | 'reconnectBlocking' | 'moveToActive' | 'disconnectBlocking' | 'close'
>;

/** The same method. While a call has no answer, the function that rejects it is in the set. */
function untilGivenUp<Args extends unknown[], Answer>(
  method: (...args: Args) => Promise<Answer>,
  unanswered: Set<(error: Error) => void>,
): (...args: Args) => Promise<Answer> {
  return (...args) =>
    new Promise<Answer>((resolve, reject) => {
      unanswered.add(reject);
      void method(...args)
        .then(resolve, reject)
        .finally(() => unanswered.delete(reject));
    });
}
