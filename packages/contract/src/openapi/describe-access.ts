import type { OpenApiDocument } from './build-openapi-document.ts';
import { headersOf, LIMIT_HEADERS } from './response-headers.ts';
import { API_KEY_SECURITY } from './security.ts';

/** Paths whose callers are told apart. The others do not look at the key. */
const KEYED_PATH = /^\/(v1|auth)\//;
/** A key may be sent, and need not be. */
const OPTIONAL_KEY = [{}, { [API_KEY_SECURITY]: [] }];

/** No key is looked at. */
const NO_KEY: never[] = [];

/** Says of every operation whether a key may be sent, and adds the headers of limits to those that tell callers apart. */
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
