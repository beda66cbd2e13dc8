import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { isFieldName } from '../dictionary/data-dictionary.ts';
import { metaEnvelope } from './envelope.ts';
import { address, field, unixSeconds } from './fields.ts';
import { reserveFilters, rowParameters, timeParameter } from './row-parameters.ts';

/** Length of the range where from is left out. */
export const COVERAGE_DEFAULT_DAYS = 7;
/** How many gaps a row lists. */
export const COVERAGE_MAX_GAPS = 100;

const { fields: _noFields, ...parameters } = rowParameters(`${COVERAGE_DEFAULT_DAYS} days`);

/** Query of the coverage, unparsed where the endpoint itself says what is wrong. */
export const coverageQuerySchema = z.strictObject({
  protocol: z
    .string()
    .optional()
    .meta({ description: 'Path segment of a protocol that / lists. Default: all.', example: 'kamino' }),
  ...reserveFilters(),
  ...parameters,
  to: timeParameter('End of the range, which does not belong to it. Default: now.'),
});

const seconds = () => z.int().min(0);
const count = () => z.int().min(0);
const slot = () => z.int().min(0).nullable();

const coverageGapSchema = z
  .strictObject({
    from: field('from', unixSeconds(), answerVariants.CoverageGap.from),
    to: field('to', unixSeconds(), answerVariants.CoverageGap.to),
    from_slot: field('from_slot', slot()),
    to_slot: field('to_slot', slot()),
    reason_str: field('reason_str', z.string().min(1), answerVariants.CoverageGap.reason_str),
    ongoing_b: field('ongoing_b', z.boolean()),
  })
  .meta({ id: 'CoverageGap', description: 'A stretch of time in which a reserve was not observed.' });
export type CoverageGap = z.infer<typeof coverageGapSchema>;

/** How much of a range one reserve was observed in. */
export const coverageRowSchema = z
  .strictObject({
    protocol: field('protocol', z.string().min(1)),
    lending_market: field('lending_market', address()),
    lending_market_name: field('lending_market_name', z.string()),
    reserve: field('reserve', address()),
    token_address: field('token_address', address()),
    token_symbol: field('token_symbol', z.string()),
    first_seen_timestamp: field('first_seen_timestamp', unixSeconds()),
    from: field('from', unixSeconds(), answerVariants.CoverageRow.from),
    to: field('to', unixSeconds(), answerVariants.CoverageRow.to),
    expected_seconds: field('expected_seconds', seconds()),
    observed_seconds: field('observed_seconds', seconds()),
    missing_seconds: field('missing_seconds', seconds()),
    coverage_f: field('coverage_f', z.number().min(0).max(1).nullable(), answerVariants.CoverageRow.coverage_f),
    observations: field('observations', count().nullable()),
    failed_observations: field('failed_observations', count().nullable()),
    gap_count: field('gap_count', count()),
    longest_gap_seconds: field('longest_gap_seconds', seconds()),
    gaps_truncated_b: field('gaps_truncated_b', z.boolean(), answerVariants.CoverageRow.gaps_truncated_b),
    gaps: z
      .array(coverageGapSchema)
      .max(COVERAGE_MAX_GAPS)
      .meta({ description: 'Gaps of the range, by time. Not in CSV.' }),
  })
  .meta({ id: 'CoverageRow', description: 'How much of the range one reserve was observed in.' });
export type CoverageRow = z.infer<typeof coverageRowSchema>;

export const coverageEnvelopeSchema = metaEnvelope(
  'CoverageEnvelope',
  z.array(coverageRowSchema).meta({ description: 'By protocol and address of the reserve.' }),
  z
    .strictObject({
      from: field('from', unixSeconds(), answerVariants.CoverageMeta.from),
      to: field('to', unixSeconds(), answerVariants.CoverageMeta.to),
      count: field('count', count()),
      next_cursor: field('next_cursor', z.string().nullable()),
    })
    .meta({ id: 'CoverageMeta' }),
);
export type CoverageEnvelope = z.infer<typeof coverageEnvelopeSchema>;

/** Columns that stand in every form of the answer; the list of gaps does not fit into a line of CSV. */
export const COVERAGE_COLUMNS = Object.keys(coverageRowSchema.shape).filter(isFieldName);
