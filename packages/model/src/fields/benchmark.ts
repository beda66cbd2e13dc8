import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { QUALITIES } from './words.ts';

const benchmark = { methodVersion: 'benchmark-1.1' } as const;
const NOTHING = 'null where no reserve is in the average';
const TOKENS = 'stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05';
const known = { nullRule: NOTHING, ...benchmark } as const;

const mean = (what: string, by: string, rate: string) =>
  numberField(
    'fraction per year',
    `Mean ${what}, weighted by what is ${by} in USD.`,
    `Σ ${rate} × ${by} in USD / Σ ${by} in USD, over reserves of ${TOKENS}`,
    { nullRule: `${NOTHING}, or nothing is ${by}`, ...benchmark },
  );
const meanSupplied = mean('APY that suppliers of stablecoins earn from interest', 'supplied', 'APY');
const meanBorrowed = mean('APY that borrowers of stablecoins pay', 'borrowed', 'APY');

/** The benchmark rate of US dollars. */
export const benchmarkFields = {
  kind_str: textField(
    'bucket: as of the close of a bucket. latest: as of the newest reads, the last row of an answer without to and cursor.',
    'parameters to and cursor',
    { ...benchmark, type: ['bucket', 'latest'] },
  ),
  tracked_supply_usd_f: numberField(
    'USD',
    'What is supplied in the reserves of the average.',
    `Σ supplied amount × price over reserves of ${TOKENS}`,
    known,
  ),
  tracked_borrow_usd_f: numberField(
    'USD',
    'What is borrowed in the reserves of the average.',
    `Σ borrowed amount × price over reserves of ${TOKENS}`,
    known,
  ),
  supply_apr_wavg_f: mean('APR that suppliers of stablecoins earn from interest', 'supplied', 'APR'),
  borrow_apr_wavg_f: mean('APR that borrowers of stablecoins pay', 'borrowed', 'APR'),
  reserves_included: numberField('reserves', 'Reserves in the average.', 'counted', benchmark),
  excluded_reserve_count: numberField(
    'reserves',
    'Observed reserves of listed stablecoins that are not in the average, because they had no price or one outside 0.95 to 1.05. meta.excluded names them.',
    'counted',
    benchmark,
  ),
  included_protocols: textField('Protocols with a reserve in the average.', 'protocols of the reserves', {
    ...benchmark,
    type: 'words',
  }),
  included_token_addresses: textField('Tokens with a reserve in the average.', 'mints of the reserves', {
    ...benchmark,
    type: 'addresses',
  }),
  exclusion_reason_str: textField(
    'Why it was left out: no_price, or price_out_of_band (outside 0.95 to 1.05).',
    'price at the close of the bucket',
    { ...benchmark, type: ['no_price', 'price_out_of_band'] },
  ),
  excluded_buckets: numberField('buckets', 'Buckets that the reserve was left out of.', 'counted', benchmark),
} satisfies FieldGroup;

/** Names that mean something of their own in rows of the benchmark. */
export const benchmarkVariants = {
  timestamp: timeField(
    'Start of the bucket, in UTC; of the row latest the newest chain time that is served. Values of a bucket are those at its close.',
    'parameter interval',
  ),
  supply_apy_wavg_f: meanSupplied,
  borrow_apy_wavg_f: meanBorrowed,
  reserves_expected: numberField(
    'reserves',
    'Reserves of listed stablecoins that there were.',
    'first seen before the end of the bucket, and not gone from the chain before its start',
    benchmark,
  ),
  reserves_observed: numberField('reserves', 'Reserves of them that were observed.', 'counted', benchmark),
  coverage_f: numberField(
    'fraction',
    'Share of the bucket in which the expected reserves were observed.',
    'Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known',
    {
      type: 'share',
      nullRule: 'null where the bucket has not been rolled up for any reserve, and of the row latest',
      ...benchmark,
    },
  ),
  quality_str: textField(
    'ok: every expected reserve was observed throughout. partial: some were not. missing: none was observed, so there are no numbers.',
    'quality of the buckets of the reserves',
    { ...benchmark, type: QUALITIES },
  ),
  gap_reason_str: textField(
    'What most of the gaps of the reserves are put down to, as in other histories.',
    'ledger of gaps',
    { nullRule: 'null where no reserve has a gap, and of the row latest', ...benchmark },
  ),
  final_b: booleanField(
    'False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket.',
    'the buckets of all expected reserves are final, and have not changed since the rollup stored the row',
    benchmark,
  ),
};

/** Names that mean something of their own where a reserve is named that was left out. */
export const benchmarkExclusionVariants = {
  from: timeField('Start of the first bucket that it was left out of.', 'smallest timestamp of such a row'),
  to: timeField('Start of the last bucket that it was left out of.', 'largest timestamp of such a row'),
};
