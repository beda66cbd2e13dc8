import type { Logger } from '@tidemark/runtime';
import type { LatestDataset } from './latest-dataset.ts';

export interface DerivedStoreOptions<Dataset> {
  /** Reads the database and derives. `previous` is there to be kept where nothing differs. */
  readonly derive: (previous: Dataset | null) => Promise<Dataset>;
  /** The latest reserves in memory: as long as they stay, so does what was derived. */
  readonly latest: () => LatestDataset | null;
  readonly logger: Logger;
  /** What is derived, for the log. */
  readonly what: string;
}

/** Something that follows from the newest states of all reserves, derived when it is asked for. */
export interface DerivedStore<Dataset> {
  /** The current dataset. Rejects only where the database fails and nothing has been derived yet. */
  get(): Promise<Dataset>;
}

/** Never derived more often. */
const MIN_INTERVAL_MS = 1_000;
/** Derived again after this time even where the latest reserves are the same: settings can have changed. */
const MAX_AGE_MS = 5_000;
/** After a failure what is there is served for this time before the database is asked again. */
const RETRY_AFTER_MS = 2_000;

interface Kept<Dataset> {
  readonly dataset: Dataset;
  readonly latest: LatestDataset | null;
  readonly at: number;
}

/** The first request after a change derives; those that come meanwhile share the work. Nobody asks, no work. */
export function createDerivedStore<Dataset>(options: DerivedStoreOptions<Dataset>): DerivedStore<Dataset> {
  let kept: Kept<Dataset> | null = null;
  let loading: Promise<Dataset> | null = null;
  let retryAt = 0;

  const load = async (): Promise<Dataset> => {
    const latest = options.latest();
    const dataset = await options.derive(kept?.dataset ?? null);
    kept = { dataset, latest, at: performance.now() };
    return dataset;
  };

  const loadOrKeep = async (): Promise<Dataset> => {
    try {
      return await load();
    } catch (err) {
      retryAt = performance.now() + RETRY_AFTER_MS;
      if (kept === null) throw err;
      options.logger.warn({ err }, `${options.what} could not be derived; the last ones stay`);
      return kept.dataset;
    }
  };

  const isCurrent = ({ latest, at }: Kept<Dataset>): boolean => {
    const now = performance.now();
    if (now < retryAt || now - at < MIN_INTERVAL_MS) return true;
    return latest === options.latest() && now - at < MAX_AGE_MS;
  };

  return {
    get: () => {
      if (kept !== null && isCurrent(kept)) return Promise.resolve(kept.dataset);
      loading ??= loadOrKeep().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
}
