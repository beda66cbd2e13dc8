import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { headersOf, LIMIT_HEADERS } from './response-headers.ts';
import { API_KEY_SECURITY } from './security.ts';

/** An OpenAPI 3.1 document: plain JSON, ready to be stringified. */
export type OpenApiDocument = Omit<ReturnType<OpenApiGeneratorV31['generateDocument']>, 'webhooks'>;

/** Paths that distinguish callers. The others ignore the key. */
const KEYED_PATH = /^\/(v1|auth)\//;
/** A key may be sent, and need not be. */
const OPTIONAL_KEY = [{}, { [API_KEY_SECURITY]: [] }];

/** The key is ignored. */
const NO_KEY: never[] = [];

/** Says of every operation whether a key may be sent, and adds the limit headers where callers are distinguished. */
export function describeAccess(document: OpenApiDocument): void {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const operation of [item.get, item.post]) {
      if (operation === undefined) continue;
      if (!KEYED_PATH.test(path)) {
        operation.security = NO_KEY;
        continue;
      }
      operation.security ??= OPTIONAL_KEY;
      for (const status of ['200', '304']) {
        const response: unknown = operation.responses?.[status];
        if (isResponse(response)) response.headers = { ...response.headers, ...headersOf(...LIMIT_HEADERS) };
      }
    }
  }
}

function isResponse(value: unknown): value is { headers?: Record<string, unknown> } {
  return typeof value === 'object' && value !== null && !('$ref' in value);
}
