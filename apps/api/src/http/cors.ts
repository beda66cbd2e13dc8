import { limitHeaders, responseHeaders } from '@tidemark/contract';
import type { RawHeaders } from '../prepared/prepared-resource.ts';

/** Who may read from a browser: everybody, or pages of the listed origins. */
export type CorsOrigins = '*' | readonly string[];

/** CORS of the reads. Requests with a key are not meant for browsers and get none of this. */
export interface CorsPolicy {
  /** Headers that every answer to a read has. */
  readonly staticHeaders: RawHeaders;
  /** Headers that depend on the Origin header. */
  headersFor(origin: string | undefined): RawHeaders;
  /** Headers of the answer to a preflight. */
  preflightHeaders(methods: string): RawHeaders;
  /** Value of Vary for answers that vary by encoding too. */
  readonly vary: string;
}

const EXPOSED = [
  'ETag',
  'Retry-After',
  'Allow',
  ...Object.values(responseHeaders),
  ...Object.values(limitHeaders),
].join(', ');
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const NONE: RawHeaders = [];

/** Builds the policy once, so that a request costs at most one look into a map. */
export function createCorsPolicy(origins: CorsOrigins): CorsPolicy {
  const expose = ['Access-Control-Expose-Headers', EXPOSED];
  const allow = (origin: string): RawHeaders => ['Access-Control-Allow-Origin', origin];
  const byOrigin = new Map(origins === '*' ? [] : origins.map((origin) => [origin, allow(origin)]));
  return {
    staticHeaders: origins === '*' ? [...allow('*'), ...expose] : expose,
    headersFor: (origin) => (origin === undefined ? NONE : (byOrigin.get(origin) ?? NONE)),
    preflightHeaders: (methods) => [
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      `If-None-Match, If-Modified-Since, ${responseHeaders.requestId}`,
      'Access-Control-Max-Age',
      String(PREFLIGHT_MAX_AGE_SECONDS),
    ],
    vary: origins === '*' ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
  };
}
