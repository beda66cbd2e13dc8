import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../http/api-error.ts';

/** Text with this in it could be an API key: it is not repeated, and not taken over as a request id. */
export const KEY_MARK = 'tdm_';

const MAX_LENGTH = 256;
/** Visible ASCII but the comma, which is how Node joins a header that was sent twice. */
const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BEARER = /^bearer(?: +|$)/i;

/**
 * The API key of a request: the X-SERVICE-API-KEY header, with or without `Bearer` in front. No other header and no other
 * part of the request is looked at. Throws API_KEY_MISSING or API_KEY_MALFORMED.
 */
export function readApiKey(headers: IncomingHttpHeaders): string {
  const header = headers['x-service-api-key'];
  const value = (Array.isArray(header) ? header.join(',') : (header ?? '')).trim();
  const key = value.replace(BEARER, '');
  if (key === '') throw new ApiError('API_KEY_MISSING');
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new ApiError('API_KEY_MALFORMED');
  return key;
}
