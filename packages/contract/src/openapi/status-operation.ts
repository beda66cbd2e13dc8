import { statusEnvelopeSchema } from '../generated/answers.ts';
import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { routeTemplates } from '../routes.ts';
import { statusQuerySchema } from '../schemas/status.ts';
import { errorResponses } from './error-responses.ts';
import { notModified, revalidatableHeaders } from './response-headers.ts';

const DESCRIPTION = `One word on whether the numbers can be trusted now, and everything that it is made of: how old the data are, how many reserves are in which state, gaps that go on, how far hours and days have come, and what the audit of the stored data found.

* The word is that of the worst cause: failing, then unknown, then degraded; ok without any.
* failing: the data are older than /ready allows, or the audit found something critical.
* unknown: nothing is indexed, or no audit has come to its end lately.
* degraded: reserves are stale or quarantined, gaps go on for another reason than that the account is gone, history is behind, the chain time is minutes behind the clock, or the audit found something to look at, or failed.

The answer is made at most every few seconds, for all callers together.`;

/** Documents the status of the data. */
export function registerStatusOperation(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: routeTemplates.status,
    operationId: 'getStatus',
    tags: ['Lending protocol API'],
    summary: 'Status of the data',
    description: DESCRIPTION,
    request: { query: statusQuerySchema },
    responses: {
      200: {
        description: 'The status of each protocol.',
        headers: revalidatableHeaders(),
        content: { 'application/json': { schema: statusEnvelopeSchema } },
      },
      304: notModified(),
      ...errorResponses('INVALID_QUERY_PARAMETER', 'DATABASE_UNAVAILABLE', 'PROTOCOL_NOT_FOUND'),
    },
  });
}
