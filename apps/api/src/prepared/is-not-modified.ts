import type { IncomingHttpHeaders } from 'node:http';

/** What a conditional request is compared with. */
export interface Validators {
  /** The whole ETag of the representation, quotes included. */
  readonly etag: string;
  /** Unix seconds, or null where a date cannot tell two states apart. */
  readonly lastModifiedSeconds: number | null;
}

/**
 * Whether a GET or HEAD is answered with 304 (RFC 9110, section 13): If-None-Match decides where it is present, by weak
 * comparison; else If-Modified-Since where the date is one that can be relied on.
 */
export function isNotModified(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, validators.etag);
  const since = headers['if-modified-since'];
  if (since === undefined || validators.lastModifiedSeconds === null) return false;
  const sinceMs = Date.parse(since);
  return Number.isFinite(sinceMs) && sinceMs >= validators.lastModifiedSeconds * 1000;
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

function matchesEtag(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  for (const [, opaque] of header.matchAll(ENTITY_TAG)) {
    if (opaque === etag) return true;
  }
  return false;
}
