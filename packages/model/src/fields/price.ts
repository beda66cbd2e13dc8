import { booleanField, type FieldDefinition, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { reservePriceFields } from './price-divergence.ts';
import { PRICE_INTERVALS, READ_GAP_REASONS } from './words.ts';

const price = { methodVersion: 'price-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const NO_PRICE = 'null where there is no price';
const NOT_STATED = 'null where the source states none';
const UNPRICED = 'null where no price was in force in the bucket';
const usd = (description: string, formula: string, nullRule: string) =>
  numberField('USD per token', description, formula, { ...price, type: 'number', nullRule });
const exact = (description: string, formula: string, nullRule: string) =>
  numberField('USD per token', description, formula, { ...price, type: 'decimal', nullRule });

/** The price of a token, out of several sources. */
const aggregateFields = {
  price_usd_raw: exact(
    'Exact price of one token in US dollars, with as many decimals as it has.',
    'median of the sources that were used, see docs/use/prices.md',
    NO_PRICE,
  ),
  published_timestamp: timeField(
    'Time at which the price was published: of the oldest of the sources that were used, and of a source that of its oldest part.',
    'as the sources state it',
    { nullRule: 'null where no source states a time, or there is no price' },
  ),
  source_count: numberField('feeds', 'Feeds that were looked at.', 'counted', price),
  used_source_count: numberField('feeds', 'Feeds of them that the price was made of.', 'counted', price),
  spread_bps_f: numberField(
    'basis points',
    'How far the feeds that were used are apart.',
    '(highest − lowest) / price × 10,000',
    { ...price, type: 'number', nullRule: 'null where no feed was used' },
  ),
  price_confidence_usd_f: usd(
    'Half the width of the interval in which the price lies, as the feeds that were used state it.',
    'the widest of the feeds that were used',
    'null where none of them states one',
  ),
  price_confidence_usd_raw: exact(
    'The same, exactly.',
    'the widest of the feeds that were used',
    'null where none of them states one',
  ),
} satisfies FieldGroup;

/** What one feed says. */
const sourceFields = {
  source_str: textField('Name of the source: what kind of oracle or service it is.', 'kind of the feed', {
    ...price,
    type: 'word',
  }),
  feed: textField(
    'The place at the source from which the price comes: the source, and the account with its entries or the id there.',
    'configuration of the reserves that lend the token, or the committed list',
    { ...price, type: 'word' },
  ),
  price_account: textField('Address of the account that holds the price.', 'configuration or committed list', {
    ...price,
    type: 'address',
    nullRule: 'null where the source is no account',
  }),
  average_price_usd_f: usd('The source’s own average of the price.', 'as the source states it', NOT_STATED),
  used_b: booleanField('True where the price of the token was made of it.', 'unused_reason_str is null', price),
  unused_reason_str: textField(
    'Why it was not used: a word of the source’s verdict (stale, uncertain, account_missing, dead_feed, …) or of the aggregation; not_read where the feed is no longer looked at. See docs/use/prices.md.',
    'verdict of the source, then of the aggregation',
    { ...price, type: 'word', nullRule: 'null where it was used' },
  ),
  weight_f: numberField('factor', 'How much it counts beside the others.', 'by source', {
    ...price,
    nullRule: 'null where it was not weighed',
  }),
  deviation_bps_f: numberField(
    'basis points',
    'How far its price lies above the price of the token; below where it is negative.',
    '(price of the feed / price of the token − 1) × 10,000',
    { ...price, type: 'signed', nullRule: 'null where one of the two has no price' },
  ),
  verification_str: textField(
    'How much of the publisher’s proof the chain has checked: full or partial.',
    'account of the feed',
    { ...price, type: ['full', 'partial'], nullRule: 'null where the source knows no such thing' },
  ),
  roots: textField(
    'What the price rests on. Feeds with a root in common are not independent of each other, and count once.',
    'account of the feed',
    { ...price, type: 'words' },
  ),
  leg_place: textField(
    'Account, and where it has several the entry, that holds this part of the price.',
    'account of the feed',
    price,
  ),
  leg_kind_str: textField('How the source makes this part of the price.', 'account of the source', {
    ...price,
    type: 'word',
    nullRule: 'null where that is not known',
  }),
  leg_value_raw: numberField('factor', 'Exact value of this part.', 'account of the feed', {
    ...price,
    type: 'decimal',
  }),
} satisfies FieldGroup;

/** The price over a bucket. */
const bucketFields = {
  open_price_usd_f: usd('Price at the start of the bucket, or the first in it.', 'price in force', UNPRICED),
  high_price_usd_f: usd('Highest price that was in force.', 'prices in force', UNPRICED),
  low_price_usd_f: usd('Lowest price that was in force.', 'prices in force', UNPRICED),
  close_price_usd_f: usd('The last price that was in force.', 'price in force', UNPRICED),
  close_price_usd_raw: exact('The last price that was in force, exactly.', 'price in force', UNPRICED),
  twavg_price_usd_f: usd(
    'Mean of the price over the time for which there was one.',
    'Σ price × seconds for which it was in force / Σ seconds',
    `${UNPRICED} for any time, or the row is a single observation`,
  ),
  priced_share_f: numberField(
    'fraction',
    'Share of the time that had passed in which a price was in force: observed, and not stale.',
    'priced seconds / elapsed seconds',
    { ...price, type: 'share', nullRule: 'null where no time had passed, or the row is a single observation' },
  ),
} satisfies FieldGroup;

/** Prices of tokens. */
export const priceFields = {
  ...aggregateFields,
  ...sourceFields,
  ...bucketFields,
  ...reservePriceFields,
} satisfies FieldGroup;

const STATUS: FieldDefinition = textField(
  'What can be said of the price. ok: two or more independent sources agree. single_source: only one could be used. disagreement: no majority of the independent sources agrees, so that no price is made of them. stale: no source is recent, the price is the last one. missing: no price is known.',
  'aggregation of the feeds, see docs/use/prices.md',
  { ...price, type: 'word' },
);

/** Names that mean something else where a row is about a token and not about a reserve. */
export const priceVariants = {
  timestamp: timeField(
    'Chain time of the read that the row is of; of an unknown token the newest read of any.',
    'unix_timestamp of the Clock sysvar, read in the same call as the accounts',
    { nullRule: 'null while nothing was read' },
  ),
  slot: numberField(
    'slots',
    'Slot of the read that the row is of.',
    'slot of the Clock sysvar, read in the same call',
    {
      ...ingest,
      nullRule: 'null where the token was never read',
    },
  ),
  token_address: textField('Mint address of the token.', 'as it was requested', { ...price, type: 'address' }),
  token_symbol: textField(
    'Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known.',
    'committed list, else reserves',
    price,
  ),
  price_usd_f: usd('Price of one token in US dollars.', 'price_usd_raw, as the nearest double', NO_PRICE),
  status_str: STATUS,
  price_age_seconds: numberField(
    'seconds',
    'Age of the price at the time of the row. Negative where its time lies ahead of the chain’s clock.',
    'timestamp − published_timestamp',
    { ...price, type: 'integer', nullRule: 'null where published_timestamp is' },
  ),
} satisfies FieldGroup;

const { timestamp, slot, token_address, token_symbol, price_usd_f, status_str, price_age_seconds } = priceVariants;

/** The same in rows of one feed. */
export const priceSourceVariants = {
  timestamp,
  slot,
  token_address,
  token_symbol,
  price_age_seconds,
  price_usd_f: usd(
    'Price of one token as the feed states it, also where it was not used.',
    'price_usd_raw, as the nearest double',
    NO_PRICE,
  ),
  price_usd_raw: exact('The same, exactly.', 'account of the feed, or answer of the service', NO_PRICE),
  published_timestamp: timeField(
    'Time at which the price was published; of the oldest part where there are several.',
    'as the source states it',
    { nullRule: 'null where the source states none' },
  ),
  price_confidence_usd_f: usd(
    'Half the width of the interval in which the price lies (Pyth), or its standard deviation (Switchboard).',
    'as the source states it',
    NOT_STATED,
  ),
} satisfies FieldGroup;

/** The same in rows of a moment. */
export const priceAtVariants = {
  token_address,
  token_symbol,
  price_usd_f,
  status_str,
  price_age_seconds,
  timestamp: timeField('The moment that was requested.', 'as it was requested'),
  evidence_slot: numberField('slots', 'Slot of the stored price.', 'newest price at or before the moment', {
    ...price,
    nullRule: 'null where nothing was known at the moment',
  }),
  evidence_timestamp: timeField(
    'Chain time of the stored price: since then it has not changed.',
    'newest price at or before the moment',
    {
      nullRule: 'null where nothing was known at the moment',
    },
  ),
  in_gap_b: booleanField(
    'True where the token was not observed at the moment: the newest batch before it is further away than the time between two may be.',
    'batches of prices',
    price,
  ),
} satisfies FieldGroup;

/** The same in rows of history. */
export const priceHistoryVariants = {
  token_address,
  token_symbol,
  timestamp: timeField('Start of the bucket; with interval=raw the chain time of the observation.', 'UTC time'),
  observations: numberField('reads', 'Reads of the chain in the bucket.', 'counted', price),
  coverage_f: numberField(
    'fraction',
    'Share of the time that had passed which reads cover, whether or not there was a price.',
    'observed seconds / elapsed seconds',
    { ...price, type: 'share', nullRule: 'null where no time had passed, or the row is a single observation' },
  ),
  gap_reason_str: textField(
    `Why the bucket was not observed throughout: ${READ_GAP_REASONS}; not_rolled_up where nothing is computed of it yet.`,
    'batches of prices',
    { ...price, nullRule: 'null where it was' },
  ),
} satisfies FieldGroup;

/** The same in what an answer of history says about itself. */
export const priceMetaVariants = {
  interval_str: textField('Width of the rows: raw, 15m, 1h or 1d.', 'parameter interval', {
    ...price,
    type: PRICE_INTERVALS,
  }),
  methodology: textField('Version of the method of the rows.', 'constant of the service', price),
} satisfies FieldGroup;
