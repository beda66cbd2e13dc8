import { ApiError } from './exchange.ts';

/** Why work was turned away: no place and none to wait in, no place in time, or the process as a whole is too busy. */
export type ShedReason = 'full' | 'waited' | 'busy';

export interface GateOptions {
  /** Pieces of work that run at a time. */
  readonly maxRunning: number;
  /** Those that may wait until one of them has ended. None when left out. */
  readonly maxWaiting?: number;
  /** How long one of them may wait. */
  readonly maxWaitMs?: number;
  /** Whether no new work may begin now, whatever else is in flight. */
  readonly isBusy?: () => boolean;
  readonly onShed?: (reason: ShedReason) => void;
}

/** Bounds work of one kind. */
export interface Gate {
  /**
   * Runs the work when there is a place for it. Throws OVERLOADED where there is none in time, and the reason of the signal when
   * the caller has gone before its turn has come.
   */
  <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /**
   * Runs a further piece of an answer that has begun: it waits for its turn as long as it takes, since to break off costs
   * more than to end. Those that wait here count as waiting, so that nothing new begins before them.
   */
  goOn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** For work that needs no place and makes an answer of some size: throws OVERLOADED while nothing new may begin. */
  refuseWhenBusy(): void;
  running(): number;
  waiting(): number;
}

const RETRY_AFTER = { headers: { 'Retry-After': '1' } };

/**
 * Lets a bounded number of pieces of work run at a time, a bounded number wait for a bounded time, in the order in which they
 * came, and refuses the rest with OVERLOADED at once: a caller that is told to come back costs less than one that waits in a
 * queue until it gives up.
 */
export function createGate(options: GateOptions): Gate {
  const { maxRunning, maxWaiting = 0, maxWaitMs = 0 } = options;
  /** In the order in which they came. */
  const waiters = new Set<() => void>();
  let running = 0;

  const refusal = (reason: ShedReason): ApiError => {
    options.onShed?.(reason);
    return new ApiError('OVERLOADED', RETRY_AFTER);
  };

  const refuseWhenBusy = (): void => {
    if (options.isBusy?.() === true) throw refusal('busy');
  };

  /** `withinMs` null: as long as it takes. */
  const wait = (withinMs: number | null, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        waiters.delete(take);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        end();
      };
      const take = (): void => settle(resolve);
      const leave = (): void => settle(() => reject(signal?.reason));
      const giveUp = (): void => settle(() => reject(refusal('waited')));
      const timer = withinMs === null ? undefined : setTimeout(giveUp, withinMs);
      signal?.addEventListener('abort', leave);
      waiters.add(take);
    });

  const enter = async (hasBegun: boolean, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (!hasBegun) refuseWhenBusy();
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (!hasBegun && waiters.size >= maxWaiting) throw refusal('full');
    await wait(hasBegun ? null : maxWaitMs, signal);
  };

  /** The place is handed to the next waiter: new work cannot take it in between. */
  const leave = (): void => {
    const [next] = waiters;
    if (next === undefined) running -= 1;
    else next();
  };

  const pass = async <Result>(
    work: () => Promise<Result>,
    hasBegun: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    await enter(hasBegun, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return Object.assign(<Result>(work: () => Promise<Result>, signal?: AbortSignal) => pass(work, false, signal), {
    goOn: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => pass(work, true, signal),
    refuseWhenBusy,
    running: () => running,
    waiting: () => waiters.size,
  });
}

/** For one answer that is made of several pieces: the first has to get in, the others go on. The signal is that of the client. */
export function inTurns(gate: Gate, signal: AbortSignal): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let hasBegun = false;
  return async (work) => {
    if (hasBegun) return await gate.goOn(work, signal);
    return await gate(() => {
      hasBegun = true;
      return work();
    }, signal);
  };
}

/**
 * Pages whose reads go through a gate. The first one is refused where too much is in flight, as any read; an answer that has
 * begun waits instead of breaking off. Between two pages nothing is held.
 */
export async function* throughGate<Page>(
  gate: Gate,
  pages: AsyncIterable<Page>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const iterator = pages[Symbol.asyncIterator]();
  const turns = inTurns(gate, signal);
  try {
    for (;;) {
      const result = await turns(() => iterator.next());
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
