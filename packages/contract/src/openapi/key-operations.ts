import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { routeTemplates } from '../routes.ts';
import { keyUsageEnvelopeSchema, verificationEnvelopeSchema } from '../generated/answers.ts';
import { errorResponses } from './error-responses.ts';
import { headersOf } from './response-headers.ts';
import { API_KEY_SECURITY } from './security.ts';

const shared = { tags: ['Authentication'], security: [{ [API_KEY_SECURITY]: [] }] };

/** Documents the endpoints that are about the key itself. */
export function registerKeyOperations(registry: OpenAPIRegistry): void {
  registry.registerPath({
    ...shared,
    method: 'post',
    path: routeTemplates.verify,
    operationId: 'verifyApiKey',
    summary: 'Verify API key',
    description: 'Confirms that the key in the X-SERVICE-API-KEY header is valid. Needs no body.',
    responses: {
      200: {
        description: 'The key is valid.',
        headers: headersOf('RequestId', 'CacheControl'),
        content: { 'application/json': { schema: verificationEnvelopeSchema } },
      },
      ...errorResponses(),
    },
  });
  registry.registerPath({
    ...shared,
    method: 'get',
    path: routeTemplates.keyUsage,
    operationId: 'getKeyUsage',
    summary: 'Limits and use of the API key',
    description:
      'What the key in the X-SERVICE-API-KEY header may do, and what was asked with it over the last 30 days, by UTC day and path. Requests that other replicas of the service answered appear within seconds. Does not count against the limit that it reports, and is answered when nothing is left of it; it may be asked 60 times a minute.',
    responses: {
      200: {
        description: 'Limits and use of the key.',
        headers: headersOf('RequestId', 'CacheControl'),
        content: { 'application/json': { schema: keyUsageEnvelopeSchema } },
      },
      ...errorResponses('INVALID_QUERY_PARAMETER'),
    },
  });
}
