import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { text } from 'node:stream/consumers';

const TIMEOUT_MS = 3_000;

/** Status and body of a GET, or null while nobody answers. A certificate of our own is not checked. */
export async function probe(url: string): Promise<{ status: number; body: string } | null> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return await new Promise((resolve) => {
    const request = get(url, { timeout: TIMEOUT_MS, rejectUnauthorized: false, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body }),
        () => resolve(null),
      );
    });
    request.on('error', () => resolve(null));
    request.on('timeout', () => request.destroy());
  });
}
