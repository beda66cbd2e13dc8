import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const SANE = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request an id: the caller’s X-Request-Id if it is sane, else one of our own. */
export type RequestIdSource = (headers: IncomingHttpHeaders) => string;

/**
 * Ids of our own are a random part per process and a running number: unique, short, and cheap enough for every request.
 * `isSecret` refuses ids that look like a key, because ids are logged and sent back.
 */
export function createRequestIds(isSecret: (text: string) => boolean): RequestIdSource {
  const processPart = randomBytes(6).toString('hex');
  let count = 0;
  return (headers) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && SANE.test(given) && !isSecret(given)) return given;
    count += 1;
    return `${processPart}-${count.toString(36)}`;
  };
}
