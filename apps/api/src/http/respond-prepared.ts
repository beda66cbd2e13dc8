import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNotModified } from '../prepared/is-not-modified.ts';
import type { PreparedResource, RawHeaders, Representation } from '../prepared/prepared-resource.ts';
import { selectEncoding } from '../prepared/select-encoding.ts';

/** Status and length of what was sent, for metrics. */
export interface Sent {
  readonly status: 200 | 304;
  readonly bytes: number;
}

/**
 * Answers a GET or HEAD with a prepared resource, or with 304. `perRequest` are the headers that only this answer has.
 * Where the wanted form exists, everything happens before this returns.
 */
export function respondPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  resource: PreparedResource,
  perRequest: RawHeaders,
): Sent | Promise<Sent> {
  const representation = resource.representation(selectEncoding(request.headers['accept-encoding']));
  if (representation instanceof Promise) {
    return representation.then((made) => send(request, response, resource, made, perRequest));
  }
  return send(request, response, resource, representation, perRequest);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  resource: PreparedResource,
  representation: Representation,
  perRequest: RawHeaders,
): Sent {
  const { lastModifiedSeconds } = resource;
  if (isNotModified(request.headers, { etag: representation.etag, lastModifiedSeconds })) {
    response.writeHead(304, [...representation.notModifiedHeaders, ...perRequest]);
    response.end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(200, [...representation.headers, ...perRequest]);
  if (request.method === 'HEAD') {
    response.end();
    return { status: 200, bytes: 0 };
  }
  const { body } = representation;
  response.end(body);
  return { status: 200, bytes: body.length };
}
