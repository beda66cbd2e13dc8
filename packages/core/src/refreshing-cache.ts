/** Runs a piece of work one run after the other. A run under way does not see what came after it began: one more follows, however many ask. */
export class SingleFlight<Result> {
  readonly #work: () => Promise<Result>;
  #running: Promise<Result> | null = null;
  #following: Promise<Result> | null = null;

  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** The run under way, to be shared by those for whom it is recent enough. */
  get running(): Promise<Result> | null {
    return this.#running;
  }

  /** What a run gives that began after this call. */
  run(): Promise<Result> {
    if (this.#running === null) return this.#begin();
    if (this.#following === null) {
      const follow = (): Promise<Result> => {
        this.#following = null;
        return this.#begin();
      };
      this.#following = this.#running.then(follow, follow);
    }
    return this.#following;
  }

  #begin(): Promise<Result> {
    const run = this.#work().finally(() => {
      this.#running = null;
    });
    this.#running = run;
    return run;
  }
}

export interface RefreshingCacheOptions<Value> {
  /** Makes the value; `previous` is there to be kept where nothing differs. */
  readonly load: (previous: Value | null) => Promise<Value>;
  /** How long a value is current, from the beginning of its load. */
  readonly maxAgeMs: number | ((value: Value) => number);
  /** What else the value depends on, by identity: when it differs from what it was as the load began, the value is not current. */
  readonly source?: () => unknown;
  /** A value is current for this long at least, whatever its source. 0 when left out. */
  readonly minAgeMs?: number;
  /** Grace period: how long after `maxAgeMs` the old value is returned while the next one loads. Not where the source differs. 0 when left out. */
  readonly graceMs?: number;
  /** How long nothing is loaded after a failure: until then `get` throws the failure again. 0 when left out. */
  readonly retryAfterMs?: number;
  /** Where this is given, the last value stands in for one that cannot be loaded, and this is told why. */
  readonly onStale?: (error: unknown) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

interface Begun {
  readonly atMs: number;
  readonly source: unknown;
}

/** Keeps a value that is loaded when it is asked for, once for all who ask meanwhile, and again when it is not current any more. */
export class RefreshingCache<Value> {
  readonly #options: RefreshingCacheOptions<Value>;
  readonly #loads: SingleFlight<Value>;
  #kept: { readonly value: Value; readonly begun: Begun } | null = null;
  #failure: { readonly error: unknown; readonly untilMs: number } | null = null;
  #begun: Begun | null = null;

  constructor(options: RefreshingCacheOptions<Value>) {
    this.#options = options;
    this.#loads = new SingleFlight(() => this.#load());
  }

  /** The newest value, current or not; null before the first. */
  peek(): Value | null {
    return this.#kept?.value ?? null;
  }

  /** Whether the last load failed. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  /** The current value. Rejects when it cannot be loaded, or could not a moment ago, unless the last one may stand in for it. */
  async get(): Promise<Value> {
    const kept = this.#kept;
    const { onStale } = this.#options;
    if (this.#failure !== null && this.#options.nowMs() < this.#failure.untilMs) {
      if (onStale === undefined) throw this.#failure.error;
      if (kept !== null) return kept.value;
    }
    if (kept !== null && this.#isCurrent(kept.begun, kept.value)) return kept.value;
    if (kept !== null && this.#isCurrent(kept.begun, kept.value, this.#options.graceMs)) {
      // A failed reload is not thrown here: the next call after the grace period loads again, and throws if that fails.
      if (this.#loads.running === null) this.#loads.run().catch(() => undefined);
      return kept.value;
    }
    const { running } = this.#loads;
    const isShared = running !== null && this.#begun !== null && this.#hasSource(this.#begun);
    try {
      return await (isShared ? running : this.#loads.run());
    } catch (error) {
      if (onStale === undefined || kept === null) throw error;
      return kept.value;
    }
  }

  /** Loads now, or after the load that is under way: what comes was loaded after this call. Rejects where that fails. */
  refresh(): Promise<Value> {
    return this.#loads.run();
  }

  async #load(): Promise<Value> {
    const { load, nowMs, source, retryAfterMs = 0, onStale } = this.#options;
    const begun = { atMs: nowMs(), source: source?.() };
    this.#begun = begun;
    try {
      const value = await load(this.peek());
      this.#kept = { value, begun };
      this.#failure = null;
      return value;
    } catch (error) {
      this.#failure = { error, untilMs: nowMs() + retryAfterMs };
      if (this.#kept !== null) onStale?.(error);
      throw error;
    }
  }

  #isCurrent(begun: Begun, value: Value, graceMs = 0): boolean {
    const { maxAgeMs, nowMs } = this.#options;
    const longestMs = typeof maxAgeMs === 'number' ? maxAgeMs : maxAgeMs(value);
    return this.#hasSource(begun) && nowMs() - begun.atMs < longestMs + graceMs;
  }

  /** Of a load under way, too: one that began before the source changed is not shared with who knows of the change. */
  #hasSource({ atMs, source }: Begun): boolean {
    const { minAgeMs = 0, nowMs } = this.#options;
    return source === this.#options.source?.() || nowMs() - atMs < minAgeMs;
  }
}
