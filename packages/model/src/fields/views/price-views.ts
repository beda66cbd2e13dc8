import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';
import { priceFields, priceSourceVariants, priceVariants } from '../price.ts';
import { READ_GAP_REASONS } from '../words.ts';
import { dayColumn, edgesOf } from './bucket-columns.ts';
import { divergenceViews } from './divergence-views.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const price = { methodVersion: 'price-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const { token_address, token_symbol, price_usd_f, status_str, price_age_seconds } = priceVariants;
const PUBLISHED = instantField('Time at which the price was published.', 'as the source states it', {
  nullRule: 'null where no source states one',
});
const bankColumns = {
  slot: numberField(
    'slots',
    'Slot of the read; 0 for what is not read from the chain.',
    'Clock sysvar, read in the same call',
    ingest,
  ),
  observed_at: instantField(
    'Chain time of the read; for what is not read from the chain the time of the answer.',
    'Clock sysvar',
  ),
};
const batchColumn = {
  price_batch_id: textField(
    'The batch that wrote the row; see price_batches.',
    'made from the group and the time',
    ingest,
  ),
};
const reasonColumn = shared('snapshot_reason_str');
const {
  source_count,
  used_source_count,
  spread_bps_f,
  price_confidence_usd_raw,
  price_confidence_usd_f,
  price_usd_raw,
} = priceFields;
const aggregateColumns = {
  status_str,
  price_usd_raw,
  price_usd_f,
  published_at: PUBLISHED,
  source_count,
  used_source_count,
  spread_bps_f,
  price_confidence_usd_raw,
  price_confidence_usd_f,
  methodology: textField('Version of the method.', 'constant of the service', price),
};
const { source_str, feed, price_account, verification_str, average_price_usd_f } = priceFields;
const feedColumns = {
  source_str,
  feed,
  price_account,
  price_usd_raw: priceSourceVariants.price_usd_raw,
  price_usd_f: priceSourceVariants.price_usd_f,
  price_confidence_usd_raw: { ...price_confidence_usd_raw, description: 'The same, exactly.' },
  price_confidence_usd_f: priceSourceVariants.price_confidence_usd_f,
  average_price_usd_f,
  published_at: PUBLISHED,
  verification_str,
  problem_str: textField(
    'Why it must not be used, whatever the others say: the verdict of the source.',
    'verdict of the source',
    {
      ...price,
      nullRule: 'null where it may be used',
    },
  ),
  legs: {
    ...textField(
      'The prices that it was multiplied from: place, kind, price and time of each.',
      'account of the feed',
      {
        ...price,
        type: 'json',
        nullRule: 'null where it was not multiplied',
      },
    ),
    unit: 'JSON',
  },
};

const pricesLatestView: ViewDefinition = {
  description: 'The newest price of each token out of several sources: one row per token.',
  columns: {
    token_address,
    token_symbol,
    ...bankColumns,
    ...aggregateColumns,
    price_age_seconds,
    first_seen_at: instantField('Chain time of the first read of the token’s price.', 'clock of that bank'),
    ...batchColumn,
    ...changeIdColumn,
  },
};

const pricesView: ViewDefinition = {
  description:
    'Prices of tokens as they were stored: where status, price or the number of feeds changed, and every ten minutes. Between two rows the first holds, as far as price_batches cover the time. Rows are kept for PRICE_RETENTION_MONTHS.',
  columns: { token_address, ...bankColumns, ...aggregateColumns, ...reasonColumn, ...batchColumn },
};

const priceObservationsView: ViewDefinition = {
  description:
    'What each feed said, as it was stored: where price, confidence or verdict changed, and every ten minutes. Rows are kept for PRICE_RETENTION_MONTHS.',
  columns: { token_address, ...bankColumns, ...feedColumns, ...reasonColumn, ...batchColumn },
};

const priceSourcesLatestView: ViewDefinition = {
  description:
    'What each feed of a token said last, and whether the price of the token was made of it: one row per token and feed.',
  columns: {
    token_address,
    ...bankColumns,
    ...feedColumns,
    ...{ used_b: priceFields.used_b, unused_reason_str: priceFields.unused_reason_str, weight_f: priceFields.weight_f },
    deviation_bps_f: priceFields.deviation_bps_f,
    roots: priceFields.roots,
    ...batchColumn,
  },
};

const WIDTHS = { quarter_hourly: 'quarter of an hour', hourly: 'hour', daily: 'day' } as const;

const exactOf = (what: FieldDefinition): FieldDefinition => ({
  ...what,
  type: 'decimal',
  description: what.description.replace(/\.$/, ', exactly.'),
});

function bucketsView(width: string): ViewDefinition {
  const { open_price_usd_f, high_price_usd_f, low_price_usd_f, close_price_usd_f, twavg_price_usd_f } = priceFields;
  const seconds = (description: string, formula: string) => numberField('seconds', description, formula, price);
  return {
    description: `One row per token and ${width} (UTC) since the first read of its price. Seconds and price_seconds_raw may be summed; the mean of several rows is Σ price_seconds_raw / Σ priced_seconds.`,
    columns: {
      token_address,
      ...edgesOf(width),
      open_price_usd_raw: exactOf(open_price_usd_f),
      high_price_usd_raw: exactOf(high_price_usd_f),
      low_price_usd_raw: exactOf(low_price_usd_f),
      close_price_usd_raw: exactOf(close_price_usd_f),
      open_price_usd_f,
      high_price_usd_f,
      low_price_usd_f,
      close_price_usd_f,
      twavg_price_usd_f,
      price_seconds_raw: numberField(
        'USD seconds',
        'Σ price × seconds for which it was in force, exactly.',
        'prices in force',
        {
          ...price,
          type: 'decimal',
        },
      ),
      observations: numberField('reads', 'Reads of the chain in the bucket.', 'counted', price),
      elapsed_seconds: seconds(
        'Time of the bucket that had passed, from the first read of the token on.',
        'newest read or end − start',
      ),
      observed_seconds: seconds(
        'Time of the bucket that reads cover.',
        'price_batches no further apart than gap_after_ms',
      ),
      priced_seconds: seconds('Time of it in which a price was in force: not stale, and not missing.', 'stored prices'),
      coverage_f: numberField(
        'fraction',
        'Share of the time that had passed which reads cover.',
        'observed_seconds / elapsed_seconds',
        {
          ...price,
          type: 'share',
          nullRule: 'null where no time had passed',
        },
      ),
      gap_reason_str: textField(`Why it was not observed throughout: ${READ_GAP_REASONS}.`, 'price_batches', {
        ...price,
        nullRule: 'null where it was',
      }),
      ...shared('final_b'),
      ...(width === 'day' ? dayColumn : {}),
      computed_at: instantField(`Time at which the ${width} was computed last.`, 'clock of the database'),
      ...changeIdColumn,
    },
  };
}

const count = (unit: string, description: string) => numberField(unit, description, 'counted', ingest);
const priceBatchesView: ViewDefinition = {
  description:
    'One row per batch of prices that was committed, and one per attempt that failed. Rows are kept for POLL_BATCH_RETENTION_DAYS.',
  columns: {
    price_batch_id: textField(
      'Id of the batch: attempts at the same work have the same one.',
      'made from the group and the time',
      ingest,
    ),
    source_group_str: textField(
      'What was read together: accounts of the chain (chain), or an HTTP source by its name.',
      'decided by the indexer',
      ingest,
    ),
    slot: numberField('slots', 'Slot of the bank that the batch was read from.', 'Clock sysvar', {
      ...ingest,
      nullRule: 'null where no bank was read',
    }),
    observed_at: instantField('Chain time of the bank, or time of the answer.', 'Clock sysvar', {
      nullRule: 'null where nothing was read',
    }),
    mints: textField('Tokens that the batch was about.', 'plan of the batch', { ...ingest, type: 'addresses' }),
    sources: count('feeds', 'Feeds that were looked at.'),
    observations_written: count('rows', 'Rows added to price_observations.'),
    aggregates_written: count('rows', 'Rows added to prices.'),
    latest_written: count('rows', 'Newest rows that were written, of feeds and of tokens.'),
    unchanged: count('rows', 'Rows that said what was stored before, so that no new one was kept.'),
    older_than_latest: count('rows', 'Rows of which something newer had been stored: they were left out.'),
    missing: count('accounts', 'Accounts that do not exist.'),
    quarantined: count('accounts', 'Accounts that could not be decoded; see quarantine.'),
    started_at: instantField('Time at which the batch was started.', 'clock of the indexer'),
    duration_ms: numberField('milliseconds', 'Time from the start to the write.', 'clock of the indexer', ingest),
    outcome_str: textField(
      'committed, or failed: an attempt of which nothing else was stored.',
      'decided by the indexer',
      ingest,
    ),
    error_code_str: textField('Why the attempt failed.', 'code of the error', {
      ...ingest,
      nullRule: 'null where it was committed',
    }),
    gap_after_ms: numberField(
      'milliseconds',
      'How long after this batch the next one may come before the time between counts as not observed.',
      'setting of the indexer',
      ingest,
    ),
    ...shared('recorded_at'),
    attempt_id: numberField(
      'id',
      'Number of the attempt, committed or failed, in the order in which they were stored.',
      'counted by the database',
      ingest,
    ),
  },
};

const priceGapsView: ViewDefinition = {
  description:
    'Stretches of time in which no batch read the prices of a token, while price_batches are kept; older ones are in the seconds of the buckets.',
  columns: {
    token_address,
    from_at: instantField('The last read before it.', 'price_batches'),
    to_at: instantField('The first read after it.', 'price_batches'),
    gap_seconds: numberField('seconds', 'Length of the gap.', 'to_at − from_at', ingest),
    gap_reason_str: textField(`Why: ${READ_GAP_REASONS}.`, 'price_batches', ingest),
  },
};

/** Views of prices. */
export const priceViews: Readonly<Record<string, ViewDefinition>> = {
  prices_latest: pricesLatestView,
  price_sources_latest: priceSourcesLatestView,
  prices: pricesView,
  ...Object.fromEntries(Object.entries(WIDTHS).map(([name, width]) => [`prices_${name}`, bucketsView(width)])),
  ...divergenceViews,
  price_observations: priceObservationsView,
  price_batches: priceBatchesView,
  price_gaps: priceGapsView,
};
