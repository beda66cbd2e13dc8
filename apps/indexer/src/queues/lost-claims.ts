import type { BackendFactory, IQueueBackend } from 'bullmq';

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
export function returnLostClaims<B extends IQueueBackend, C>(
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
