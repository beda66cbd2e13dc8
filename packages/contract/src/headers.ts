/** Name of the header that carries the API key. Header names are case-insensitive. */
export const API_KEY_HEADER = 'X-SERVICE-API-KEY';

/** Headers of answers to callers whose requests are limited: the limit of a window, what is left, and seconds to its end. */
export const limitHeaders = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
  policy: 'RateLimit-Policy',
} as const;

/** Headers that the API puts on its answers beside the usual ones. */
export const responseHeaders = {
  requestId: 'X-Request-Id',
  dataSlot: 'X-Data-Slot',
  dataAsOf: 'X-Data-As-Of',
  dataAgeSeconds: 'X-Data-Age-Seconds',
  nextCursor: 'X-Next-Cursor',
  dataRevision: 'X-Data-Revision',
} as const;
