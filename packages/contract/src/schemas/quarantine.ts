import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { metaEnvelope } from './envelope.ts';
import { address, field, unixSeconds } from './fields.ts';
import { infoMetaSchema } from './info.ts';

/** A reserve that was kept out of the data, and why. */
export const quarantinedReserveSchema = z
  .strictObject({
    reserve: field('reserve', address()),
    reason_code_str: field('reason_code_str', z.string()),
    expected: field('expected', z.string().nullable()),
    actual: field('actual', z.string().nullable()),
    first_seen_timestamp: field(
      'first_seen_timestamp',
      unixSeconds(),
      answerVariants.QuarantinedReserve.first_seen_timestamp,
    ),
    last_seen_timestamp: field(
      'last_seen_timestamp',
      unixSeconds(),
      answerVariants.QuarantinedReserve.last_seen_timestamp,
    ),
    occurrences: field('occurrences', z.int().min(1)),
    active_b: field('active_b', z.boolean()),
  })
  .meta({ id: 'QuarantinedReserve', description: 'A reserve that was kept out of the data, and why.' });
export type QuarantinedReserveRow = z.infer<typeof quarantinedReserveSchema>;

export const quarantineEnvelopeSchema = metaEnvelope(
  'QuarantineEnvelope',
  z.array(quarantinedReserveSchema),
  infoMetaSchema,
);
export type QuarantineEnvelope = z.infer<typeof quarantineEnvelopeSchema>;
