import type { StateNumber } from '@tidemark/model';
import { NUMBER_OF } from '../generated/state-numbers.ts';
import { listColumnSpecs, listNumericKeys, selectList } from '../rows/column-specs.ts';
import { reserveHourly } from '../tables/index.ts';

export { NUMBER_OF };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
export const STATE_NUMBERS = Object.keys(NUMBER_OF) as StateNumber[];

/** How long the stored buckets are. */
export type BucketGrain = 'quarter_hourly' | 'hourly' | 'daily';

export const BUCKET_SECONDS: Readonly<Record<BucketGrain, number>> = {
  quarter_hourly: 900,
  hourly: 3_600,
  daily: 86_400,
};

/** Names of the tables that they are stored in, see `reserveHours`. */
export const STORED_BUCKETS: Readonly<Record<BucketGrain, string>> = {
  quarter_hourly: 'lend.reserve_quarters',
  hourly: 'lend.reserve_hours',
  daily: 'lend.reserve_days',
};

/** Names of the views that they are read from; all have the same columns. */
export const BUCKET_TABLES: Readonly<Record<BucketGrain, string>> = {
  quarter_hourly: 'lend.reserve_quarter_hourly',
  hourly: 'lend.reserve_hourly',
  daily: 'lend.reserve_daily',
};

const SPECS = listColumnSpecs(reserveHourly, []);

/** All columns of a table of buckets under the name `b`, and those of them that come as text and become a bigint. */
export const WHOLE_BUCKET = { columns: selectList(SPECS, 'b.'), numerics: listNumericKeys(SPECS) };
