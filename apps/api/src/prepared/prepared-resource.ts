import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Encoding } from './select-encoding.ts';

/** Header names and values in turn, as `writeHead` takes them. */
export type RawHeaders = readonly string[];

/** One encoding of a resource: the bytes, and every header that does not depend on the request. */
export interface Representation {
  readonly body: Buffer;
  readonly etag: string;
  /** Headers of a 200. */
  readonly headers: RawHeaders;
  /** Headers of a 304: the same without those that describe a body. */
  readonly notModifiedHeaders: RawHeaders;
}

export interface PreparedResourceOptions {
  readonly contentType: string;
  readonly body: Buffer;
  readonly cacheControl: string;
  /** Put in front of the content hash in the ETag, for example slot and time. */
  readonly etagPrefix?: string;
  /** Unix seconds. Left out, there is no Last-Modified. */
  readonly lastModifiedSeconds?: number;
  /** False where the content can change while the date stays; If-Modified-Since is then not answered with 304. */
  readonly lastModifiedReliable?: boolean;
  /** Headers that every answer of the app has, and those that this resource adds. */
  readonly extraHeaders: RawHeaders;
  /** Value of Vary; must name Accept-Encoding. */
  readonly vary: string;
}

/** An answer that is ready to be sent: identity at once, compressed forms made once, off the request’s path if large. */
export interface PreparedResource {
  readonly lastModifiedSeconds: number | null;
  /** The form in an encoding, at once where it exists or is small, else when it has been made. */
  representation(encoding: Encoding): Representation | Promise<Representation>;
  /** Makes all forms now. */
  compressAll(): Promise<void>;
}

const GZIP = { level: 6 };
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
/** Below this, compressing takes a fraction of a millisecond: not worth a trip to another thread. */
const SYNC_LIMIT_BYTES = 8 * 1024;
/** Below this, headers outweigh what compressing could save. */
const MIN_COMPRESS_BYTES = 256;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Prepares a body for being served many times. The body must not be changed afterwards. */
export function prepareResource(options: PreparedResourceOptions): PreparedResource {
  const hash = createHash('sha256').update(options.body).digest('base64url').slice(0, 16);
  const tag = options.etagPrefix === undefined ? hash : `${options.etagPrefix}-${hash}`;
  const identity = represent(options, tag, 'identity', options.body);
  const made: Partial<Record<Encoding, Representation>> = { identity };
  const pending: Partial<Record<Encoding, Promise<Representation>>> = {};
  const compressible = options.body.length >= MIN_COMPRESS_BYTES;
  const small = options.body.length <= SYNC_LIMIT_BYTES;

  const make = async (encoding: 'gzip' | 'br'): Promise<Representation> => {
    const body = await (encoding === 'gzip' ? gzipAsync(options.body, GZIP) : brotliAsync(options.body, BROTLI));
    return (made[encoding] = represent(options, tag, encoding, body));
  };

  const representation = (wanted: Encoding): Representation | Promise<Representation> => {
    const encoding = compressible ? wanted : 'identity';
    const existing = made[encoding];
    if (existing !== undefined) return existing;
    if (encoding === 'identity') return identity;
    if (small) {
      const body = encoding === 'gzip' ? gzipSync(options.body, GZIP) : brotliCompressSync(options.body, BROTLI);
      return (made[encoding] = represent(options, tag, encoding, body));
    }
    return (pending[encoding] ??= make(encoding));
  };

  const reliable = options.lastModifiedReliable ?? true;
  return {
    lastModifiedSeconds: reliable ? (options.lastModifiedSeconds ?? null) : null,
    representation,
    compressAll: async () => {
      await Promise.all([representation('gzip'), representation('br')]);
    },
  };
}

function represent(options: PreparedResourceOptions, tag: string, encoding: Encoding, body: Buffer): Representation {
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const shared = ['ETag', etag, 'Cache-Control', options.cacheControl, 'Vary', options.vary, ...options.extraHeaders];
  if (options.lastModifiedSeconds !== undefined) {
    shared.push('Last-Modified', new Date(options.lastModifiedSeconds * 1000).toUTCString());
  }
  const described = ['Content-Type', options.contentType, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') described.push('Content-Encoding', encoding);
  return { body, etag, headers: [...described, ...shared], notModifiedHeaders: shared };
}
