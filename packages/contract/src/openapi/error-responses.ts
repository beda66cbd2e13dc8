import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { createErrorEnvelope, errorEnvelopeSchema } from '../errors/error-envelope.ts';
import { errorDefinition, type ErrorName } from '../errors/error-registry.ts';
import { headersOf } from './response-headers.ts';

/** Failures that any endpoint can meet, because they come before it. */
const COMMON: readonly ErrorName[] = [
  'INVALID_JSON',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_ENCODING',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
];

/** The failures of one endpoint, grouped by HTTP status, each with an example. */
export function errorResponses(...names: readonly ErrorName[]): Record<string, ResponseConfig> {
  const definitions = [...COMMON, ...names]
    .map((name) => ({ name, ...errorDefinition(name) }))
    .toSorted((left, right) => left.code - right.code);
  const statuses = [...new Set(definitions.map((definition) => definition.httpStatus))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = definitions.filter((definition) => definition.httpStatus === status);
      return [String(status), errorResponse(status, group)];
    }),
  );
}

function errorResponse(
  status: number,
  group: readonly { name: ErrorName; code: number; title: string; message: string }[],
): ResponseConfig {
  const examples = group.map(({ name, code, title }) => [
    String(code),
    { summary: title, value: createErrorEnvelope(name, { requestId: '7c9e6679f7c54f7d' }) },
  ]);
  return {
    description: group.map(({ code, message }) => `${code}: ${message}`).join(' '),
    headers: headersOf(
      ...(status === 408 || status === 417 || status === 431 ? [] : (['RequestId'] as const)),
      ...(status === 401 ? (['WwwAuthenticate'] as const) : []),
      ...(status === 503 ? (['RetryAfter'] as const) : []),
    ),
    content: { 'application/json': { schema: errorEnvelopeSchema, examples: Object.fromEntries(examples) } },
  };
}
