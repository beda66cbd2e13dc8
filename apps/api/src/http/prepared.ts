import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** Header names and values in turn, as `writeHead` takes them. */
export type RawHeaders = readonly string[];

/** One encoding of a resource: the bytes, and every header that does not depend on the request. */
export interface Representation {
  /** In parts, one after the other: joining megabytes costs as much as sending them. */
  readonly body: readonly Uint8Array[];
  readonly bytes: number;
  readonly etag: string;
  /** Headers of a 200. */
  readonly headers: RawHeaders;
  /** Headers of a 304: the same without those that describe a body. */
  readonly notModifiedHeaders: RawHeaders;
}

export interface PreparedResourceOptions {
  readonly contentType: string;
  readonly body: Buffer | readonly Uint8Array[];
  readonly cacheControl: string;
  /** Put in front of the content hash in the ETag, for example slot and time. */
  readonly etagPrefix?: string;
  /** The whole ETag but for the encoding, where it is known without a look at the body. */
  readonly tag?: string;
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
  /** Of the body without compression. */
  readonly bytes: number;
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
  const parts = Buffer.isBuffer(options.body) ? [options.body] : options.body;
  const tag = options.tag ?? tagOf(parts, options.etagPrefix);
  const identity = represent(options, tag, 'identity', parts);
  const made: Partial<Record<Encoding, Representation>> = { identity };
  const pending: Partial<Record<Encoding, Promise<Representation>>> = {};
  const compressible = identity.bytes >= MIN_COMPRESS_BYTES;
  const small = identity.bytes <= SYNC_LIMIT_BYTES;

  const make = async (encoding: 'gzip' | 'br'): Promise<Representation> => {
    const body = await (encoding === 'gzip' ? gzipAsync(joined(parts), GZIP) : brotliAsync(joined(parts), BROTLI));
    return (made[encoding] = represent(options, tag, encoding, [body]));
  };

  const representation = (wanted: Encoding): Representation | Promise<Representation> => {
    const encoding = compressible ? wanted : 'identity';
    const existing = made[encoding];
    if (existing !== undefined) return existing;
    if (encoding === 'identity') return identity;
    if (small) {
      const body = encoding === 'gzip' ? gzipSync(joined(parts), GZIP) : brotliCompressSync(joined(parts), BROTLI);
      return (made[encoding] = represent(options, tag, encoding, [body]));
    }
    return (pending[encoding] ??= make(encoding));
  };

  const reliable = options.lastModifiedReliable ?? true;
  return {
    lastModifiedSeconds: reliable ? (options.lastModifiedSeconds ?? null) : null,
    bytes: identity.bytes,
    representation,
    compressAll: async () => {
      await Promise.all([representation('gzip'), representation('br')]);
    },
  };
}

/** A short text that no two lists of values share. */
export function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

function tagOf(parts: readonly Uint8Array[], prefix: string | undefined): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const text = hash.digest('base64url').slice(0, 16);
  return prefix === undefined ? text : `${prefix}-${text}`;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}

function represent(
  options: PreparedResourceOptions,
  tag: string,
  encoding: Encoding,
  body: readonly Uint8Array[],
): Representation {
  const bytes = body.reduce((sum, { length }) => sum + length, 0);
  const etag = etagOf(tag, encoding);
  const shared = ['ETag', etag, 'Cache-Control', options.cacheControl, 'Vary', options.vary, ...options.extraHeaders];
  if (options.lastModifiedSeconds !== undefined) {
    shared.push('Last-Modified', new Date(options.lastModifiedSeconds * 1000).toUTCString());
  }
  const described = ['Content-Type', options.contentType, 'Content-Length', String(bytes)];
  if (encoding !== 'identity') described.push('Content-Encoding', encoding);
  return { body, bytes, etag, headers: [...described, ...shared], notModifiedHeaders: shared };
}

/** The same resource for one caller: the caller's own cache may keep it, one that is shared with others may not. */
export function privately(resource: PreparedResource): PreparedResource {
  return withCacheControl(resource, (text) => text.replace(/\bpublic\b/, 'private'));
}

/** The same resource with another Cache-Control, made of its own. */
export function withCacheControl(resource: PreparedResource, change: (text: string) => string): PreparedResource {
  const changed = (headers: RawHeaders): RawHeaders =>
    headers.map((text, index) => (headers[index - 1] === 'Cache-Control' && index % 2 === 1 ? change(text) : text));
  const toChanged = (made: Representation): Representation => ({
    ...made,
    headers: changed(made.headers),
    notModifiedHeaders: changed(made.notModifiedHeaders),
  });
  return {
    lastModifiedSeconds: resource.lastModifiedSeconds,
    bytes: resource.bytes,
    representation: (encoding) => {
      const made = resource.representation(encoding);
      return made instanceof Promise ? made.then(toChanged) : toChanged(made);
    },
    compressAll: () => resource.compressAll(),
  };
}

/**
 * A resource that the request has already, so that nothing of it needs to be made: null where If-None-Match does not name the tag in one
 * of the encodings. An asterisk does not count: it tells nothing about what the client holds.
 */
export function knownResource(
  ifNoneMatch: string | undefined,
  { tag, headers }: { readonly tag: string; readonly headers: RawHeaders },
): PreparedResource | null {
  if (ifNoneMatch === undefined) return null;
  const known = ENCODINGS.map((encoding) => etagOf(tag, encoding)).find((etag) =>
    [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, opaque]) => opaque === etag),
  );
  if (known === undefined) return null;
  const notModifiedHeaders = ['ETag', known, ...headers];
  const representation = { body: [], bytes: 0, etag: known, headers: notModifiedHeaders, notModifiedHeaders };
  return {
    lastModifiedSeconds: null,
    bytes: 0,
    representation: () => representation,
    compressAll: () => Promise.resolve(),
  };
}

function etagOf(tag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Encodings that answers are prepared in, in the order of preference. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const REMEMBERED = 64;
const remembered = new Map<string, Encoding>();

/**
 * The encoding to answer in, by the Accept-Encoding header. Identity is the fallback even where the client refuses it:
 * an answer that it did not ask for helps it more than a 406. Clients send few different headers, so the newest are kept.
 */
export function selectEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const selected = parse(acceptEncoding);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(acceptEncoding, selected);
  return selected;
}

function parse(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const weight = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  let best: Encoding = 'identity';
  for (const encoding of ['gzip', 'br'] as const) {
    if (weight(encoding) > 0 && weight(encoding) >= weight(best)) best = encoding;
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  const weight = Number(text);
  return weight >= 0 && weight <= 1 ? weight : 0;
}

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
