import { listColumnSpecs } from '../rows/column-specs.ts';
import { listNumericKeys, parseNumerics, selectList } from '../rows/read-columns.ts';
import { reserveHourly, type ReserveBucketRow } from '../tables/index.ts';

/** How long the stored buckets are. */
export type BucketGrain = 'hourly' | 'daily';

/** Names of the tables; both have the same columns. */
export const BUCKET_TABLES: Readonly<Record<BucketGrain, string>> = {
  hourly: 'lend.reserve_hourly',
  daily: 'lend.reserve_daily',
};

const SPECS = listColumnSpecs(reserveHourly, []);
const NUMERICS = listNumericKeys(SPECS);

/** Of a table of buckets under the name `b`. */
export const BUCKET_COLUMNS = selectList(SPECS, 'b.');

/** Rows of `BUCKET_COLUMNS`. */
export const readBucketRows = (rows: readonly ReserveBucketRow[]): readonly ReserveBucketRow[] =>
  parseNumerics(NUMERICS, rows);
