import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { DIVERGENCE_GAPS, READ_GAP_REASONS } from './words.ts';

const price = { methodVersion: 'price-1.1' } as const;
const usd = (description: string, type: 'number' | 'decimal') =>
  numberField('USD per token', description, 'newest price of token_address', {
    ...price,
    type,
    nullRule: 'null where there is none',
  });

/** The price of the token beside that of a reserve. */
const reserveFields = {
  market_price_usd_f: usd(
    'Price of the token out of several sources, as the prices API has it: with the status stale the last one.',
    'number',
  ),
  market_price_usd_raw: usd('The same, exactly.', 'decimal'),
  market_price_status_str: textField(
    'What can be said of market_price_usd_f, as status_str of the prices API; missing where the token has no price.',
    'newest price of token_address',
    { ...price, type: 'word' },
  ),
  market_price_timestamp: timeField(
    'Time of the read that market_price_usd_f is of.',
    'newest price of token_address',
    {
      nullRule: 'null where the token was never priced',
    },
  ),
  market_price_age_seconds: numberField(
    'seconds',
    'Age of market_price_usd_f at that time: since the oldest price in it was published.',
    'market_price_timestamp − time of publication',
    { ...price, type: 'integer', nullRule: 'null where no source states a time, or there is no price' },
  ),
  market_price_divergence_bps_f: numberField(
    'basis points',
    'How far the price that the protocol holds lies above market_price_usd_f; below where it is negative. A price that the protocol refreshed long ago diverges for that reason alone: see price_age_seconds; whether the program would have accepted it says usable_for_borrow_b.',
    '(price_usd_f / market_price_usd_f − 1) × 10,000, of the exact prices',
    {
      ...price,
      type: 'signed',
      nullRule: 'null where the two cannot be compared: see market_price_divergence_gap_str',
    },
  ),
  market_price_divergence_gap_str: textField(
    'Why the two prices are not compared. missing: the token has no price. not_read: the reserve or the price was not read for longer than it may be, so they are of different times. stale, disagreement: the price of the token is, so there is none in force. no_other_source: it was made of prices that reserves hold, of which this may be one. protocol_unpriced: the reserve holds no price.',
    'newest price of token_address, and the reserve',
    { ...price, type: DIVERGENCE_GAPS, nullRule: 'null where market_price_divergence_bps_f is known' },
  ),
} satisfies FieldGroup;

const UNCOMPARED = 'null where the two were not compared in the whole bucket: see gap_reason_str';
const bps = (description: string, formula: string, nullRule = UNCOMPARED) =>
  numberField('basis points', description, formula, { ...price, type: 'signed', nullRule });
const secondsOf = (description: string, formula: string) => numberField('seconds', description, formula, price);

/** How far the price of a reserve lay from that of its token, over a bucket. */
const divergenceFields = {
  open_divergence_bps_f: bps(
    'How far the price of the reserve lay above that of its token at the start of the bucket, or when they were compared first; below where it is negative. To six decimals.',
    '(price of the reserve / price of the token − 1) × 10,000 of exact prices, at each read of both',
  ),
  high_divergence_bps_f: bps('The highest of the bucket.', 'divergences in force'),
  low_divergence_bps_f: bps('The lowest of the bucket.', 'divergences in force'),
  close_divergence_bps_f: bps('The last of the bucket.', 'divergences in force'),
  twavg_divergence_bps_f: bps(
    'Mean over the time in which the two were compared.',
    'Σ divergence × seconds for which it was in force / Σ seconds',
    `${UNCOMPARED}; or the row is a single observation`,
  ),
  elapsed_seconds: secondsOf(
    'Time of the bucket that had passed since the reserve and the price of its token were read first.',
    'newest read or end − start',
  ),
  compared_seconds: secondsOf(
    'Time of it in which both prices were in force and independent of each other.',
    'reads no further apart than they may be',
  ),
  beyond_bound_seconds: secondsOf(
    'Time of it in which they were further apart than divergence_bound_bps: for how long.',
    'seconds with |divergence| > divergence_bound_bps',
  ),
  accepted_seconds: secondsOf(
    'Time of compared_seconds in which the program would have accepted the price of the reserve; 0 where the program keeps no verdict.',
    'no check refused it at the last refresh, and it was no older than the reserve allows',
  ),
  refused_seconds: secondsOf(
    'Time of compared_seconds in which it would not; 0 where the program keeps no verdict.',
    'verdict of the program, and the age',
  ),
  accepted_beyond_bound_seconds: secondsOf(
    'Time in which the program would have accepted a price that was further away than divergence_bound_bps.',
    'accepted and beyond the bound',
  ),
  accepted_b: booleanField(
    'Whether the program would have accepted the price of the reserve at the read, of a single observation; of buckets the seconds say it.',
    'no check refused it at the last refresh, and it was no older than the reserve allows',
    { ...price, nullRule: 'null in buckets, and where the program keeps no verdict' },
  ),
  divergence_bound_bps: numberField(
    'basis points',
    'How far apart the two prices may lie: as far as the sources of one price, 100, of stablecoins 50.',
    'constant of the service',
    price,
  ),
} satisfies FieldGroup;

/** Of a reserve's price beside that of its token. */
export const reservePriceFields = { ...reserveFields, ...divergenceFields } satisfies FieldGroup;

/** Names of rows of history that mean something else in rows of the divergence of a reserve. */
export const divergenceHistoryVariants = {
  observations: numberField('reads', 'Reads of both prices in the bucket.', 'counted', price),
  coverage_f: numberField(
    'fraction',
    'Share of the time that had passed which reads cover, whether or not the prices were compared.',
    'observed seconds / elapsed seconds',
    { ...price, type: 'share', nullRule: 'null where no time had passed, or the row is a single observation' },
  ),
  gap_reason_str: textField(
    `Why the two were not compared throughout, the reason of the longest part: missing, stale, disagreement (what the price of the token was), no_other_source (it was made of prices that reserves hold), not_read (the reserve was not), protocol_unpriced; where prices were not read ${READ_GAP_REASONS}; not_rolled_up where nothing is computed yet.`,
    'stored prices and batches of prices',
    { ...price, nullRule: 'null where they were' },
  ),
} satisfies FieldGroup;
