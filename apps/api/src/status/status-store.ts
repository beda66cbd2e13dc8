export interface StatusStore<Status> {
  /** A status that is as old as the store allows at most. Rejects when the database fails, or did so a moment ago. */
  get(): Promise<Status>;
}

export interface StatusStoreOptions<Status> {
  readonly load: () => Promise<Status>;
  readonly maxAgeMs: number;
  /** A failure answers everybody for this long before the database is asked again. */
  readonly retryAfterMs: number;
}

type Outcome<Status> = { readonly status: Status } | { readonly failure: unknown };

/**
 * Loads at most every `maxAgeMs`, however many ask, and nothing while nobody does. An old status never stands in for a new
 * one: what cannot be read now cannot be trusted now.
 */
export function createStatusStore<Status>(options: StatusStoreOptions<Status>): StatusStore<Status> {
  let kept: { readonly outcome: Outcome<Status>; readonly until: number } | null = null;
  let loading: Promise<Outcome<Status>> | null = null;

  const load = async (): Promise<Outcome<Status>> => {
    const outcome = await options.load().then(
      (status) => ({ status }),
      (failure: unknown) => ({ failure }),
    );
    const keptForMs = 'status' in outcome ? options.maxAgeMs : options.retryAfterMs;
    kept = { outcome, until: performance.now() + keptForMs };
    return outcome;
  };

  const current = (): Promise<Outcome<Status>> => {
    if (kept !== null && performance.now() < kept.until) return Promise.resolve(kept.outcome);
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };

  return {
    get: async () => {
      const outcome = await current();
      if ('failure' in outcome) throw outcome.failure;
      return outcome.status;
    },
  };
}
