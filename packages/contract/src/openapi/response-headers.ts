import { limitHeaders } from '../headers.ts';

/** Name of the security scheme in the document. */
export const API_KEY_SECURITY = 'ApiKey';

/** Reference to a header component. */
interface HeaderReference {
  $ref: string;
}

const integer = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string', minLength: 1 } as const;

/** Headers that are documented once as components and referred to. */
export const headerComponents = {
  RequestId: {
    description: 'Id of the request, on every answer. A sane X-Request-Id of the request is taken over.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  ETag: {
    description:
      'Strong validator made from content and encoding, and from slot and time where there are such. Send it back in If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  LastModified: {
    description: 'Newest chain time of the data as an HTTP date. Absent while nothing is indexed.',
    required: false,
    schema: text,
  },
  CacheControl: { description: 'How long the answer may be kept.', required: true, schema: text },
  Vary: {
    description: 'Always names Accept-Encoding.',
    required: true,
    schema: { type: 'string', pattern: 'Accept-Encoding' },
  },
  DataSlot: {
    description: 'Newest slot among the rows. Absent while nothing is indexed.',
    required: false,
    schema: integer,
  },
  DataAsOf: {
    description: 'Newest chain time among the rows, in unix seconds. Absent while nothing is indexed.',
    required: false,
    schema: integer,
  },
  DataAgeSeconds: {
    description:
      'Age of the data: how many seconds the newest chain time lies behind the clock of the database. Grows while reading fails or the chain stands. Absent while nothing is indexed.',
    required: false,
    schema: integer,
  },
  EntityTag: {
    description: 'The same for JSON, and for pages of closed buckets in any form. Answers that are streamed have none.',
    required: false,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  NextCursor: {
    description:
      'In CSV and NDJSON with a limit: rows follow, and this is the cursor for them. Absent where none follow.',
    required: false,
    schema: text,
  },
  DataRevision: {
    description:
      'Of histories in which every bucket is over and final: changes when one of their days is corrected. With it in the parameter revision the answer is immutable. Absent elsewhere.',
    required: false,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16}$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: { description: 'The scheme of the API key.', required: true, schema: text },
  RateLimitLimit: {
    description:
      'Requests that the caller may make in a window. Absent where requests are not limited, and where a shared cache may keep the answer.',
    required: false,
    schema: integer,
  },
  RateLimitRemaining: {
    description:
      'Requests that are left in the window. Absent where requests are not limited, and where a shared cache may keep the answer.',
    required: false,
    schema: integer,
  },
  RateLimitReset: {
    description:
      'Seconds until the window ends. Absent where requests are not limited, and where a shared cache may keep the answer.',
    required: false,
    schema: integer,
  },
  RateLimitPolicy: {
    description:
      'The limit and the length of the window in seconds, as 600;w=60. Absent where requests are not limited, and where a shared cache may keep the answer.',
    required: false,
    schema: { type: 'string', pattern: '^[0-9]+;w=[0-9]+$' },
  },
} as const;

type HeaderComponent = keyof typeof headerComponents;

const HTTP_NAME: Record<HeaderComponent, string> = {
  RequestId: 'X-Request-Id',
  ETag: 'ETag',
  LastModified: 'Last-Modified',
  CacheControl: 'Cache-Control',
  Vary: 'Vary',
  DataSlot: 'X-Data-Slot',
  DataAsOf: 'X-Data-As-Of',
  DataAgeSeconds: 'X-Data-Age-Seconds',
  EntityTag: 'ETag',
  NextCursor: 'X-Next-Cursor',
  DataRevision: 'X-Data-Revision',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  RateLimitLimit: limitHeaders.limit,
  RateLimitRemaining: limitHeaders.remaining,
  RateLimitReset: limitHeaders.reset,
  RateLimitPolicy: limitHeaders.policy,
};

/** References to header components under the names that HTTP knows them by. */
export function headersOf(...names: readonly HeaderComponent[]): Record<string, HeaderReference> {
  const entries = names.map((name): [string, HeaderReference] => [
    HTTP_NAME[name],
    { $ref: `#/components/headers/${name}` },
  ]);
  return Object.fromEntries(entries);
}

/** Headers of an answer to a caller whose requests are limited. */
export const LIMIT_HEADERS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset', 'RateLimitPolicy'] as const;

/** Headers of an answer that can be revalidated by its ETag. */
export const revalidatableHeaders = () => headersOf('RequestId', 'ETag', 'CacheControl', 'Vary');

/** Headers of an answer with many rows, in any of its forms. */
export const rowHeaders = () =>
  headersOf('RequestId', 'EntityTag', 'CacheControl', 'Vary', 'NextCursor', 'DataRevision');

/** The answer to a request whose ETag is still current. */
export const notModified = () => ({
  description: 'Not changed since the ETag of the request. No body.',
  headers: revalidatableHeaders(),
});

/** Headers of an answer that is made from the data in memory. */
export const cachedDataHeaders = () =>
  headersOf('RequestId', 'ETag', 'LastModified', 'CacheControl', 'Vary', 'DataSlot', 'DataAsOf', 'DataAgeSeconds');
