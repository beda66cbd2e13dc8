import type { OpenAPIRegistry, ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { createErrorEnvelope, errorEnvelopeSchema } from '../errors/error-envelope.ts';
import type { ErrorDefinition } from '../errors/error-definition.ts';
import { errorDefinition, type ErrorName } from '../errors/error-registry.ts';
import { headersOf, LIMIT_HEADERS } from './response-headers.ts';

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

/** Failures of any endpoint that tells callers apart, which may send a key and are limited; the last is the proxy's. */
const ACCESS: readonly ErrorName[] = [
  'API_KEY_MISSING',
  'API_KEY_UNKNOWN',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'API_KEY_MALFORMED',
  'RATE_LIMITED',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'SERVICE_UNREACHABLE',
];

/** Reference to a response component. */
interface ResponseReference {
  $ref: string;
}

type ErrorResponses = Record<string, ResponseConfig | ResponseReference>;

/**
 * The failures of one endpoint, grouped by HTTP status. Statuses that every endpoint shares are references. `isOpen`: the key is not
 * looked at.
 */
export function errorResponses(names: readonly ErrorName[], isOpen: boolean): ErrorResponses {
  const shared = isOpen ? COMMON : [...COMMON, ...ACCESS];
  const groups = groupByStatus([...new Set([...shared, ...names])]);
  const own = new Set(names.map((name) => errorDefinition(name).httpStatus));
  return Object.fromEntries(
    [...groups].map(([status, group]) => [
      String(status),
      own.has(status) ? errorResponse(status, group) : { $ref: `#/components/responses/Error${status}` },
    ]),
  );
}

/** Registers what `errorResponses` refers to. */
export function registerCommonErrors(registry: OpenAPIRegistry): void {
  for (const [status, group] of groupByStatus([...COMMON, ...ACCESS])) {
    const { description, headers, examples } = errorParts(status, group);
    registry.registerComponent('responses', `Error${status}`, {
      description,
      headers,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' }, examples } },
    });
  }
}

interface NamedError extends ErrorDefinition {
  readonly name: ErrorName;
}

function groupByStatus(names: readonly ErrorName[]): Map<number, NamedError[]> {
  const groups = new Map<number, NamedError[]>();
  const named = names.map((name) => ({ name, ...errorDefinition(name) }));
  for (const definition of named.toSorted((left, right) => left.code - right.code)) {
    groups.set(definition.httpStatus, [...(groups.get(definition.httpStatus) ?? []), definition]);
  }
  return groups;
}

function errorResponse(status: number, group: readonly NamedError[]): ResponseConfig {
  const { description, headers, examples } = errorParts(status, group);
  return { description, headers, content: { 'application/json': { schema: errorEnvelopeSchema, examples } } };
}

function errorParts(status: number, group: readonly NamedError[]) {
  const examples = group.map(({ name, code, title }) => [
    String(code),
    { summary: title, value: createErrorEnvelope(name, { requestId: '7c9e6679f7c54f7d' }) },
  ]);
  return {
    description: group.map(({ code, message }) => `${code}: ${message}`).join(' '),
    headers: headersOf(
      'RequestId',
      ...(status === 401 ? (['WwwAuthenticate'] as const) : []),
      ...(status === 429 || status === 503 ? (['RetryAfter'] as const) : []),
      ...(status === 429 ? LIMIT_HEADERS : []),
    ),
    examples: Object.fromEntries(examples),
  };
}
