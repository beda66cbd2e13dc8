import { STATUS_CAUSES, VERDICTS } from '@tidemark/model/fields';
import { z } from 'zod';

/** How many open findings are listed of a protocol, the gravest first. */
export const STATUS_MAX_FINDINGS = 100;
/** How many resolved ones, the newest first. */
export const STATUS_MAX_RESOLVED = 20;

/** Query of the status. Parameters of other names are refused. */
export const statusQuerySchema = z.strictObject({
  protocol: z
    .string()
    .optional()
    .meta({ description: 'Path segment of a protocol that / lists. Default: all.', example: 'kamino' }),
});

export type Verdict = (typeof VERDICTS)[number];
export type StatusCauseCode = (typeof STATUS_CAUSES)[number];
