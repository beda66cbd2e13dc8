/** Counts the requests of the pipeline while faults are in force. */
export interface RequestMeter {
  /** A fault is in force from now on, beside those that are. */
  begin(): void;
  /** It is no more. */
  end(): void;
  counts(): {
    /** While at least one was in force. */
    readonly requests: number;
    /** From the beginning of the first one to the end of the last one. */
    readonly requestsThroughout: number;
  };
}

/** `total` is the number of requests so far. */
export function createRequestMeter(total: () => number): RequestMeter {
  let inForce = 0;
  let first: number | null = null;
  let [begun, last, counted] = [0, 0, 0];
  return {
    begin: () => {
      inForce += 1;
      if (inForce > 1) return;
      begun = total();
      first ??= begun;
    },
    end: () => {
      inForce -= 1;
      if (inForce > 0) return;
      last = total();
      counted += last - begun;
    },
    counts: () => ({ requests: counted, requestsThroughout: first === null ? 0 : last - first }),
  };
}
