/** Runs a piece of work again and again, at a time that can be brought forward. */
export interface ReloadTimer {
  /** Runs it now, for the first time. */
  now(): Promise<void>;
  /** Only ever brings the next run forward. */
  within(delayMs: number): void;
  /** Monotonic milliseconds at which the last run began. */
  startedAt(): number;
  isStopped(): boolean;
  /** No further run; waits for the one under way. */
  stop(): Promise<void>;
}

/** `work` never rejects, and gives the milliseconds until it is due again. */
export function createReloadTimer(work: () => Promise<number>): ReloadTimer {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let startedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    dueAt = Number.POSITIVE_INFINITY;
    startedAt = performance.now();
    within(await work());
  };

  const within = (delayMs: number): void => {
    const wantedAt = performance.now() + delayMs;
    if (stopped || wantedAt >= dueAt) return;
    clearTimeout(timer);
    dueAt = wantedAt;
    timer = setTimeout(() => {
      underWay = run();
    }, delayMs);
  };

  return {
    now: () => (underWay = run()),
    within,
    startedAt: () => startedAt,
    isStopped: () => stopped,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
