import { type FieldGroup, numberField } from '@tidemark/core';

const liquidity = { methodVersion: 'liquidity-1.1' } as const;

const amount = (description: string, formula: string, nullRule: string) =>
  numberField('base units', description, formula, { ...liquidity, type: 'decimal', nullRule });
const usd = (description: string, formula: string, nullRule: string) =>
  numberField('USD', description, formula, { ...liquidity, nullRule });

const UNKNOWN_THROUGHOUT = 'null where it was not known in the whole bucket';
/** The smallest depth of a bucket. */
const bucketFields = {
  min_marginal_amount_raw: amount(
    'Smallest marginal depth of the bucket.',
    'smallest stored marginal_amount_raw',
    UNKNOWN_THROUGHOUT,
  ),
  min_marginal_usd_f: usd(
    'Smallest marginal depth in US dollars.',
    'smallest stored marginal_usd_f',
    UNKNOWN_THROUGHOUT,
  ),
  min_average_amount_raw: amount(
    'Smallest average depth of the bucket.',
    'smallest stored average_amount_raw',
    UNKNOWN_THROUGHOUT,
  ),
  min_average_usd_f: usd('Smallest average depth in US dollars.', 'smallest stored average_usd_f', UNKNOWN_THROUGHOUT),
  close_average_usd_f: usd(
    'The last average depth of the bucket in US dollars.',
    'newest stored average_usd_f',
    UNKNOWN_THROUGHOUT,
  ),
  known_observations: numberField('reads', 'Reads of the bucket in which the number was known.', 'counted', liquidity),
} satisfies FieldGroup;

const UNKNOWN_FOR_A_DAY = 'null where no read of the 24 hours knew it, and in rows of one source';
/** The smallest depth of the 24 hours up to the read, those of the read itself among them. */
const dayFields = {
  min_24h_marginal_amount_raw: amount(
    'Smallest marginal depth of the 24 hours up to the read.',
    'smallest marginal_amount_raw of the reads, by hour where the hour is over',
    UNKNOWN_FOR_A_DAY,
  ),
  min_24h_marginal_usd_f: usd(
    'Smallest marginal depth of the 24 hours up to the read in US dollars: maybe of another read than the smallest amount.',
    'smallest marginal_usd_f of the reads',
    UNKNOWN_FOR_A_DAY,
  ),
  min_24h_average_amount_raw: amount(
    'Smallest average depth of the 24 hours up to the read.',
    'smallest average_amount_raw of the reads',
    UNKNOWN_FOR_A_DAY,
  ),
  min_24h_average_usd_f: usd(
    'Smallest average depth of the 24 hours up to the read in US dollars: maybe of another read than the smallest amount.',
    'smallest average_usd_f of the reads',
    UNKNOWN_FOR_A_DAY,
  ),
  known_24h_share_f: numberField(
    'fraction',
    'Share of the reads of the 24 hours in which the depth was known. The others are not in the smallest one: below 1 it may have been smaller.',
    'reads that knew it / reads',
    { ...liquidity, type: 'share', nullRule: 'null in rows of one source' },
  ),
  coverage_24h_f: numberField(
    'fraction',
    'Share of the 24 hours up to the read that reads cover: below 1 depth may have been smaller unseen, or the token is read for less than a day.',
    'seconds between reads no further apart than they may be / 86,400',
    { ...liquidity, type: 'share', nullRule: 'null while nothing was read of the token' },
  ),
} satisfies FieldGroup;

/** The smallest depth of some time. */
export const leastDepthFields = { ...bucketFields, ...dayFields } satisfies FieldGroup;
