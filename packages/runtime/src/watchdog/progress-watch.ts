/** A part of a process that must come to an end of something now and then, well or badly. */
export interface ProgressRule {
  readonly source: string;
  /** How long nothing may come back from it. */
  readonly limitMs: number;
  /**
   * Asked when the limit is over, and again at each look after it: true where nothing had to come back after all (others do the
   * work, or what it depends on is away). One that fails or does not answer says nothing, and so excuses nothing.
   */
  readonly excuse?: () => Promise<boolean>;
}

export interface ProgressSource {
  /** Something came to its end: a success, or a failure that was seen. */
  progressed(): void;
}

export interface ProgressWatchOptions {
  /** A source has not moved for longer than its limit, and has no excuse. Called once. */
  readonly onWedged: (wedge: { readonly source: string; readonly idleMs: number; readonly limitMs: number }) => void;
  /** Monotonic milliseconds; for tests. */
  readonly now?: () => number;
}

export interface ProgressWatch {
  watch(rule: ProgressRule): ProgressSource;
  /** Looks at all sources. A look that came late itself begins the count of each anew. */
  look(): Promise<void>;
  /** Milliseconds since the last progress, or since the source is watched, by source. */
  ages(): ReadonlyMap<string, number>;
  readonly lookEveryMs: number;
}

const LOOK_EVERY_MS = 1_000;
/** Late beyond this, the process itself stood still: what should have come back could not. */
const LATE_MS = 5_000;
const EXCUSE_PATIENCE_MS = 30_000;

interface Watched extends ProgressRule {
  progressedAt: number;
  /** Since when its silence counts. */
  countedFrom: number;
}

/** Finds parts that have stopped although the event loop turns. */
export function createProgressWatch({ onWedged, now = () => performance.now() }: ProgressWatchOptions): ProgressWatch {
  const sources = new Map<string, Watched>();
  let lookedAt = now();
  let looking = false;
  let wedged = false;

  const judge = async (watched: Watched): Promise<void> => {
    const { source, limitMs, excuse } = watched;
    const silentSince = watched.countedFrom;
    if (now() - silentSince <= limitMs) return;
    if (excuse !== undefined && (await isExcused(excuse))) watched.countedFrom = now();
    // Progress, or a time in which nothing could come, may have come while it was asked.
    if (watched.countedFrom !== silentSince || wedged) return;
    wedged = true;
    onWedged({ source, idleMs: Math.round(now() - silentSince), limitMs });
  };

  return {
    lookEveryMs: LOOK_EVERY_MS,
    watch(rule) {
      const at = now();
      const watched: Watched = { ...rule, progressedAt: at, countedFrom: at };
      sources.set(rule.source, watched);
      return {
        progressed() {
          watched.progressedAt = watched.countedFrom = now();
        },
      };
    },
    async look() {
      const at = now();
      if (at - lookedAt > LOOK_EVERY_MS + LATE_MS) for (const watched of sources.values()) watched.countedFrom = at;
      lookedAt = at;
      if (looking) return;
      looking = true;
      try {
        for (const watched of sources.values()) await judge(watched);
      } finally {
        looking = false;
      }
    },
    ages: () => new Map([...sources.values()].map(({ source, progressedAt }) => [source, now() - progressedAt])),
  };
}

async function isExcused(excuse: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, EXCUSE_PATIENCE_MS, false);
  });
  try {
    return await Promise.race([excuse(), silence]);
  } catch {
    // What cannot even be asked for is no excuse: a dependency that is away is told by `true`, not by an error.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
