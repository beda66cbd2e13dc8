import type { PreparedResource, RawHeaders } from '../prepared/prepared-resource.ts';

/** What a handler gives back. One place sends it. */
export type Answer = PreparedAnswer | BodyAnswer | StreamAnswer;

/** Something that was made before and can be revalidated. */
export interface PreparedAnswer {
  readonly resource: PreparedResource;
  /** Headers of this answer alone. */
  readonly headers?: RawHeaders;
}

/** Something that is true for this moment or this caller only; never kept by a cache. */
export interface BodyAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Something too long to be held in memory: sent as it comes, no faster than the client takes it. What fails before the
 * first chunk is an ordinary error; later the connection is cut, so that nobody takes a part for the whole.
 */
export interface StreamAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** May be compressed for a client that takes that. Not what must arrive as soon as it is there. */
  readonly compressible?: boolean;
  /** Headers of this answer alone. */
  readonly headers?: RawHeaders;
}

/** A JSON answer with status 200 that nobody may keep. */
export function freshJson(body: unknown): BodyAnswer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
