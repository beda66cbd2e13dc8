import type { OpenApiDocument } from './build-openapi-document.ts';
import { headersOf, LIMIT_HEADERS } from './response-headers.ts';
import { API_KEY_SECURITY } from './security.ts';

/** Paths whose callers are told apart. The others do not look at the key. */
const KEYED_PATH = /^\/(v1|auth)\//;
/** A key may be sent, and need not be. */
const OPTIONAL_KEY = [{}, { [API_KEY_SECURITY]: [] }];

/** Adds to the operations what is the same for all that tell callers apart: the key, and the headers of limits. */
export function describeAccess(document: OpenApiDocument): void {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (!KEYED_PATH.test(path)) continue;
    for (const operation of [item.get, item.post]) {
      if (operation === undefined) continue;
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
