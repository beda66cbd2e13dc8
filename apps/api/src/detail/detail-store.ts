import type { Logger } from '@tidemark/runtime';
import type { IndexPointRow, ReserveDetailRow } from '@tidemark/schema';
import { createDerivedStore, type DerivedStore } from '../latest/derived-store.ts';
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
export type DetailStore = DerivedStore<DetailDataset>;

const STARTS_MAX_AGE_MS = 15_000;

/** Where the windows start is looked up less often than the rows. */
export function createDetailStore(options: DetailStoreOptions): DetailStore {
  let starts: { readonly of: (reserve: string) => WindowStarts; readonly at: number } | null = null;

  const currentStarts = async () => {
    if (starts === null || performance.now() - starts.at >= STARTS_MAX_AGE_MS) {
      starts = { of: indexStarts(await options.loadStarts()), at: performance.now() };
    }
    return starts.of;
  };

  return createDerivedStore<DetailDataset>({
    derive: async (previous) => {
      const startsOf = await currentStarts();
      return await prepareDetails(await options.loadRows(), startsOf, previous, options);
    },
    latest: options.latest,
    logger: options.logger,
    what: 'reserve details',
  });
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
