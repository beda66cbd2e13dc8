import { listColumnSpecs } from '../rows/column-specs.ts';
import { listNumericKeys, selectList } from '../rows/read-columns.ts';
import { reserveHourly } from '../tables/index.ts';

/** How long the stored buckets are. */
export type BucketGrain = 'hourly' | 'daily';

/** Names of the tables; both have the same columns. */
export const BUCKET_TABLES: Readonly<Record<BucketGrain, string>> = {
  hourly: 'lend.reserve_hourly',
  daily: 'lend.reserve_daily',
};

const SPECS = listColumnSpecs(reserveHourly, []);

/** What is read of each bucket. */
export interface BucketSelection {
  /** Of a table of buckets under the name `b`. */
  readonly columns: string;
  /** Properties that come as text and become a bigint. */
  readonly numerics: readonly string[];
}

export const WHOLE_BUCKET: BucketSelection = { columns: selectList(SPECS, 'b.'), numerics: listNumericKeys(SPECS) };
