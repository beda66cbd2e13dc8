import { z } from 'zod';
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
