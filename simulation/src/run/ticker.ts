/** Lets others wait for a tick of the driver. */
export interface Ticker {
  reach(tick: number): void;
  /** The tick that was reached last. */
  reached(): number;
  /** Resolves when the tick has been reached. */
  until(tick: number): Promise<void>;
}

export function createTicker(): Ticker {
  let reached = -1;
  let waiting: { tick: number; go: () => void }[] = [];
  return {
    reach: (tick) => {
      reached = tick;
      for (const { go } of waiting.filter((each) => each.tick <= tick)) go();
      waiting = waiting.filter((each) => each.tick > tick);
    },
    reached: () => reached,
    until: (tick) => (tick <= reached ? Promise.resolve() : new Promise((go) => waiting.push({ tick, go }))),
  };
}
