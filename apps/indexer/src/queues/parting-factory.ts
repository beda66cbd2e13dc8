import type { BackendFactory, IQueueBackend } from 'bullmq';

/** What BullMQ takes for a lost connection: a worker that closes does not try again then. */
const CLOSED_MESSAGE = 'Connection is closed.';

/**
 * Backends that keep no worker from closing. A BullMQ worker (6.7) closes when its loop has ended, and the loop ends when what it
 * asked of the backend is answered: while Redis is away, when Redis is back. Where the connection on which it waits for jobs is
 * between two tries to connect, not even then: the close cancels the next try, and waits for an event that only a connection
 * sends. So what the loop asks between two jobs fails when it has no answer within `patienceMs` after the close has begun. The
 * end of a job in hand is not among it: it is sent again until the backend has it.
 */
export function partingFactory<B extends IQueueBackend, C>(
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
    const parting: Methods = {
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

type Methods = Pick<
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
