import type { PreparedResource, RawHeaders } from '../prepared/prepared-resource.ts';

/** What a handler gives back. One place sends it. */
export type Answer = PreparedAnswer | BodyAnswer;

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

/** A JSON answer with status 200 that nobody may keep. */
export function freshJson(body: unknown): BodyAnswer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
