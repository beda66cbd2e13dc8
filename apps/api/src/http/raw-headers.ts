import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawHeaders } from '../prepared/prepared-resource.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * The headers that a middleware puts on every answer, found by running it once on a response that only remembers. For
 * middlewares whose headers do not depend on the request.
 */
export function collectHeaders(middleware: Middleware): RawHeaders {
  const headers = new Map<string, string>();
  const remember = {
    setHeader: (name: string, value: number | string | readonly string[]) => headers.set(name, String(value)),
    removeHeader: (name: string) => headers.delete(name),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- helmet sets and removes headers and does nothing else
  middleware({ headers: {} } as IncomingMessage, remember as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return [...headers].flat();
}

/** Sets headers that are given as names and values in turn. */
export function setHeaders(response: ServerResponse, headers: RawHeaders): void {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
