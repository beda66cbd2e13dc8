import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

export interface WorkerBackendOptions {
  /** How often a connection was lost whose calls do not fail then, because its client sends them again. */
  readonly countLosses: () => number;
  /** After a question for a job that has failed. */
  readonly pauseMs: number;
  /** How long a worker that closes waits for what it has asked. */
  readonly closeTimeoutMs: number;
}

/**
 * Backends for workers that come back within a poll after an outage, and close during one. Three gaps of BullMQ's worker (6.7) are
 * closed around its backend, each held by a test of queue-outage.test.ts:
 *  - a claim whose answer was lost keeps its job active and unworked for up to 25 s (`Claims`):
 *    "have a job back that was claimed unheard, before its lock has run out";
 *  - a worker whose question for a job has failed asks again at once, and where the failure is a remembered one without a turn of
 *    the event loop (`pauseMs`): "work again when it is back, also where it was away while they were opened";
 *  - a worker does not close while the backend is away (`Questions`): "end while it refuses connections",
 *    "end while it answers nothing", "end after the job in hand, also where it goes away meanwhile".
 */
export function workerBackends<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  options: WorkerBackendOptions,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    const claims = new Claims(backend, options.countLosses);
    return Object.assign(backend, claimingMethods(backend, claims), askingMethods(backend, claims, options));
  };
}

/** A worker asks again at least this often: a notification, or the answer to "does a job wait?", may have been lost. */
const LONGEST_WAIT_SECONDS = 5;

function askingMethods(backend: IQueueBackend, claims: Claims, { pauseMs, closeTimeoutMs }: WorkerBackendOptions) {
  const questions = new Questions();
  const moveToActive = backend.moveToActive.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  const reconnectBlocking = backend.reconnectBlocking.bind(backend);
  const disconnectBlocking = backend.disconnectBlocking.bind(backend);
  const close = backend.close.bind(backend);
  let timer: NodeJS.Timeout | undefined;
  const claim = async (...[token, name]: Parameters<typeof moveToActive>) => {
    try {
      return await claims.claim(token, () => moveToActive(token, name));
    } catch (error) {
      await delay(pauseMs);
      throw error;
    }
  };
  const wait = async (seconds: number) => {
    await claims.putBackLost();
    return waitForJob(Math.min(seconds, LONGEST_WAIT_SECONDS));
  };
  const methods: Partial<IQueueBackend> = {
    moveToActive: (...args) => questions.ask(claim(...args)),
    waitForJob: (seconds) => questions.ask(wait(seconds)),
    reconnectBlocking: () => questions.ask(reconnectBlocking()),
    // The first step of a close. If it failed, the worker would not wait for its job in hand.
    async disconnectBlocking(isWaiting) {
      timer ??= setTimeout(() => questions.giveUp(), closeTimeoutMs);
      await questions.ask(disconnectBlocking(isWaiting)).catch(() => undefined);
    },
    // The last step. By force: QUIT would wait behind what was given up.
    async close() {
      clearTimeout(timer);
      await close(true);
    },
  };
  return methods;
}

/** The other methods under which a worker gets its next job, or loses the one that it has. */
function claimingMethods(backend: IQueueBackend, claims: Claims) {
  const moveToCompleted = backend.moveToCompleted.bind(backend);
  const moveToFailed = backend.moveToFailed.bind(backend);
  const planNext = backend.updateJobSchedulerNextMillis.bind(backend);
  const methods: Partial<IQueueBackend> = {
    async moveToCompleted(job, value, keep, token, fetchNext) {
      const done = await claims.during(token, () => moveToCompleted(job, value, keep, token, fetchNext));
      claims.hold(token, done.result);
      return done;
    },
    async moveToFailed(job, reason, keep, token, fetchNext, fields) {
      // After it no worker continues the job, whatever the outcome.
      claims.hold(token, undefined);
      const done = await claims.during(token, () => moveToFailed(job, reason, keep, token, fetchNext, fields));
      claims.hold(token, done.result);
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
  };
  return methods;
}

/**
 * What a worker has claimed. It claims a job under a token; where the connection is lost between the claim and its answer the job is
 * active and has no worker. It would come back when its lock has run out and two checks for stalled jobs have passed: up to 25
 * seconds in which a lost batch keeps all polls away, and a lost poll the next one, which is planned when it starts. So it is put
 * back as soon as the backend answers again.
 */
class Claims {
  readonly #backend: IQueueBackend;
  readonly #countLosses: () => number;
  readonly #held = new Map<string, string>();
  readonly #lost = new Set<string>();
  readonly #calling = new Set<string>();

  /** `countLosses` tells how often the connection was lost: a client that sends a claim again by itself fails no call. */
  constructor(backend: IQueueBackend, countLosses: () => number) {
    this.#backend = backend;
    this.#countLosses = countLosses;
  }

  async claim<Claimed>(token: string, call: () => Promise<Claimed>): Promise<Claimed> {
    await this.putBackLost();
    const losses = this.#countLosses();
    const claimed = await this.during(token, call);
    this.hold(token, claimed);
    // What fails here comes back when its lock has run out.
    if (this.#countLosses() !== losses) await this.#putBack(token).catch(() => undefined);
    return claimed;
  }

  /** Marks the token as lost where the call fails. */
  async during<Result>(token: string, call: () => Promise<Result>): Promise<Result> {
    this.#calling.add(token);
    try {
      return await call();
    } catch (error) {
      this.#lost.add(token);
      throw error;
    } finally {
      this.#calling.delete(token);
    }
  }

  /** The worker has the job of this answer under the token, and no other. */
  hold(token: string, answer: unknown): void {
    const [data, id]: readonly unknown[] = Array.isArray(answer) ? answer : [];
    const isJob = data !== null && data !== undefined && typeof id === 'string' && id !== '';
    if (isJob) this.#held.set(token, id);
    else this.#held.delete(token);
  }

  /** A job that is held is given up. */
  drop(id: string | undefined): void {
    for (const [token, heldId] of this.#held) {
      if (heldId !== id) continue;
      this.#held.delete(token);
      this.#lost.add(token);
    }
  }

  /** Puts back what lost tokens have locked. Where the backend does not answer they stay lost. */
  async putBackLost(): Promise<void> {
    for (const token of this.#lost) {
      if (this.#calling.has(token)) continue;
      try {
        await this.#putBack(token);
      } catch {
        return;
      }
      this.#lost.delete(token);
    }
  }

  /** Puts back what a token has locked beside the job that is held under it. */
  async #putBack(token: string): Promise<void> {
    const [active = []] = await this.#backend.getRanges(['active']);
    for (const id of active) {
      if (id === this.#held.get(token)) continue;
      await this.#backend.moveJobFromActiveToWait(id, token).catch((error: unknown) => {
        // Refusals have a code below zero: the job is another's, or not active any more.
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (typeof code !== 'number' || code >= 0) throw error;
      });
    }
  }
}

/** What BullMQ takes for a lost connection: a worker that closes does not try again then. */
const CLOSED_MESSAGE = 'Connection is closed.';

/**
 * What a worker has asked and has no answer to. It closes when its loop has ended, and the loop ends when what it asked of the
 * backend is answered: while Redis is away, when Redis is back. Where the connection on which it waits for jobs is between two tries to
 * connect, not even then: the close cancels the next try, and waits for an event that only a connection sends. So what the loop asks
 * between two jobs is given up a while after the close has begun. The end of a job in hand is not among it: it is sent again until
 * the backend has it.
 */
class Questions {
  readonly #unanswered = new Set<(error: Error) => void>();

  ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#unanswered.add(reject);
      void answer.then(resolve, reject).finally(() => this.#unanswered.delete(reject));
    });
  }

  giveUp(): void {
    for (const fail of this.#unanswered) fail(new Error(CLOSED_MESSAGE));
  }
}
