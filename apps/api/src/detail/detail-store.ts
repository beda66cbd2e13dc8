import type { Logger } from '@tidemark/runtime';
import type { IndexPointRow, ReserveDetailRow } from '@tidemark/schema';
import type { DatasetOptions, LatestDataset } from '../latest/latest-dataset.ts';
import { unixSecondsOf } from '../latest/to-reserve-snapshot.ts';
import { type DetailDataset, prepareDetails } from './detail-dataset.ts';
import type { WindowStarts } from './to-reserve-detail-json.ts';

export interface DetailStoreOptions extends DatasetOptions {
  readonly loadRows: () => Promise<readonly ReserveDetailRow[]>;
  /** Looks up where the indices stood at the starts of the windows. The costly part, and one that moves slowly. */
  readonly loadStarts: () => Promise<readonly IndexPointRow[]>;
  /** The latest reserves in memory: as long as they stay, so do the details. */
  readonly latest: () => LatestDataset | null;
  readonly logger: Logger;
}

/** The details of all reserves, derived when they are asked for. */
export interface DetailStore {
  /** The current dataset. Rejects only where the database fails and nothing has been derived yet. */
  get(): Promise<DetailDataset>;
}

/** Never derived more often. */
const MIN_INTERVAL_MS = 1_000;
/** Derived again after this time even where the latest reserves are the same: settings can have changed. */
const MAX_AGE_MS = 5_000;
const STARTS_MAX_AGE_MS = 15_000;
/** After a failure what is there is served for this time before the database is asked again. */
const RETRY_AFTER_MS = 2_000;

interface Kept {
  readonly dataset: DetailDataset;
  readonly latest: LatestDataset | null;
  readonly at: number;
}

/** The first request after a change derives the details; those that come meanwhile share the work. Nobody asks, no work. */
export function createDetailStore(options: DetailStoreOptions): DetailStore {
  let kept: Kept | null = null;
  let starts: { readonly of: (reserve: string) => WindowStarts; readonly at: number } | null = null;
  let loading: Promise<DetailDataset> | null = null;
  let retryAt = 0;

  const currentStarts = async () => {
    if (starts === null || performance.now() - starts.at >= STARTS_MAX_AGE_MS) {
      starts = { of: indexStarts(await options.loadStarts()), at: performance.now() };
    }
    return starts.of;
  };

  const load = async (): Promise<DetailDataset> => {
    const latest = options.latest();
    const startsOf = await currentStarts();
    const rows = await options.loadRows();
    const dataset = await prepareDetails(rows, startsOf, kept?.dataset ?? null, options);
    kept = { dataset, latest, at: performance.now() };
    return dataset;
  };

  const loadOrKeep = async (): Promise<DetailDataset> => {
    try {
      return await load();
    } catch (err) {
      retryAt = performance.now() + RETRY_AFTER_MS;
      if (kept === null) throw err;
      options.logger.warn({ err }, 'reserve details could not be derived; the last ones stay');
      return kept.dataset;
    }
  };

  const isCurrent = ({ latest, at }: Kept): boolean => {
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

function indexStarts(rows: readonly IndexPointRow[]): (reserve: string) => WindowStarts {
  const key = (reserve: string, windowSeconds: number) => `${reserve} ${windowSeconds}`;
  const byKey = new Map(
    rows.map((row) => [
      key(row.reserve, row.windowSeconds),
      {
        unixTimestamp: BigInt(unixSecondsOf(row.observedAt)),
        cumulativeBorrowRateBsf: row.accruedCumulativeBorrowRateBsf,
        totalSupplySf: row.accruedTotalSupplySf,
        mintTotalSupplyRaw: row.collateralSupplyRaw,
      },
    ]),
  );
  return (reserve) => (windowSeconds) => byKey.get(key(reserve, windowSeconds));
}
