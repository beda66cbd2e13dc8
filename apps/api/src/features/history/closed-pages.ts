import { responseHeaders } from '@tidemark/contract';
import { DAY_MS } from '@tidemark/core';
import { ApiError, type Exchange, type PreparedAnswer } from '../../http/exchange.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import {
  digestOf,
  knownResource,
  type PreparedResource,
  type RawHeaders,
  withCacheControl,
} from '../../http/prepared.ts';
import { MAX_GAPS, METHODOLOGY } from './history-page.ts';
import { firstBucketOf, type ItemsInput } from './history-parts.ts';
import { INTERVAL_MS } from './query.ts';
import { identityOf } from './rows.ts';

/** Bytes of pages that are kept, and of one page; their compressed forms add about a quarter. */
const KEPT_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 2 * 1024 * 1024;
/** Pages of which it is remembered that they were made once. */
const MOST_MADE = 2_000;
/** Days of reserves that one revision is made of: some tens of milliseconds. */
const MOST_DAYS = 50_000;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The key of a page before it is rendered: the revision of its data, and the query. */
export interface PageVersion {
  /** Changes with the data. */
  readonly revision: string;
  /** Of its ETag. No two answers have the same. */
  readonly tag: string;
  readonly headers: RawHeaders;
}

/**
 * Pages of buckets that are over and final. They change only by a correction. While the revision of the data is the same, a rendered
 * page is served again, and a client that has it gets 304. The revision is a digest of what was committed last to each day of
 * each reserve, of the ledger of gaps, of the names of the reserves, and of the version of this service.
 */
export class ClosedPages {
  readonly #version: string;
  readonly #policy: AnswerPolicy;
  readonly #cacheControl: string;
  readonly #kept = new KeptPages();

  constructor(options: {
    readonly version: string;
    readonly policy: AnswerPolicy;
    readonly cacheControl: string;
  }) {
    this.#version = options.version;
    this.#policy = options.policy;
    this.#cacheControl = options.cacheControl;
  }

  /** For an answer that has no revision. Throws REVISION_NOT_FOUND where one was asked for. */
  refuseRevision({ ask }: ItemsInput): void {
    if (ask.revision !== null) throw notFound(null);
  }

  /**
   * The version that an answer would have; null where something of the range is not over or no bucket, or there is too much of it. Throws REVISION_NOT_FOUND
   * where another one was asked for.
   */
  async versionOf(exchange: Exchange, input: ItemsInput): Promise<PageVersion | null> {
    const revision = await this.#readRevision(input);
    const asked = input.ask.revision;
    if (asked !== null && asked !== revision) throw notFound(revision);
    if (revision === null) return null;
    const { request, query, caller } = exchange;
    const parameters = [...query].filter(([name]) => name !== 'revision');
    const tag = digestOf([revision, request.path, parameters, input.ask.format, caller.tier]);
    return { revision, tag: `r-${tag}`, headers: [responseHeaders.dataRevision, revision] };
  }

  /** The answer without a read of a row: the client has it, or it is kept. Null where it has to be made. */
  find({ request }: Exchange, { ask }: ItemsInput, version: PageVersion): PreparedAnswer | null {
    const { vary, commonHeaders } = this.#policy;
    const headers = ['Cache-Control', this.#cacheControl, 'Vary', `${vary}, Accept`, ...commonHeaders];
    const known = knownResource(request.headers['if-none-match'], {
      tag: version.tag,
      headers: [...headers, ...version.headers],
    });
    const resource = known ?? this.#kept.get(version.tag);
    return resource === null ? null : lasting({ resource }, ask.revision);
  }

  /** Whether the data are still those of the version, after they were read. */
  async isCurrent(input: ItemsInput, { revision }: PageVersion): Promise<boolean> {
    return (await this.#readRevision(input)) === revision;
  }

  /** Whether an answer of this version is to be kept: it is small enough, and was made before. */
  isWanted({ tag }: PageVersion, chunks: readonly Uint8Array[]): boolean {
    return chunks.reduce((sum, { length }) => sum + length, 0) <= PAGE_BYTES && this.#kept.isMadeAgain(tag);
  }

  /** An answer that was made of closed buckets alone. With `isKept` it is served again, for as long as there is room. */
  answerOf(answer: PreparedAnswer, { tag }: PageVersion, ask: ItemsInput['ask'], isKept: boolean): PreparedAnswer {
    if (isKept) this.#kept.put(tag, answer.resource);
    return lasting(answer, ask.revision);
  }

  async #readRevision({ reads, ask, reserves, nowMs }: ItemsInput): Promise<string | null> {
    const widthMs = INTERVAL_MS[ask.interval];
    if (widthMs === null || ask.limit === null || ask.asOf !== null) return null;
    const endMs = Math.ceil(ask.toMs / widthMs) * widthMs;
    if (endMs > nowMs) return null;
    // A reserve that was first seen later has no row.
    const seen = reserves.filter((info) => firstBucketOf(info, widthMs) < endMs);
    if (seen.length * ((endMs - ask.fromMs) / DAY_MS) > MOST_DAYS) return null;
    const [from, to] = [new Date(ask.fromMs), new Date(ask.toMs)];
    const addresses = seen.map(({ reserve }) => reserve);
    // As many gaps as an answer looks at; only JSON tells them.
    const gaps = { protocol: reads.protocol, reserves: addresses, from, to, limit: MAX_GAPS + 1 };
    const known = await reads.revision({
      reserves: addresses,
      from,
      to: new Date(endMs),
      gaps: ask.format === 'json' ? gaps : null,
    });
    const named = seen.map((info) => [identityOf(info), info.token_decimals, info.first_seen_timestamp]);
    return digestOf([this.#version, METHODOLOGY, ask.interval, ask.fromMs, ask.toMs, known, named]);
  }
}

function notFound(revision: string | null): ApiError {
  const detail = revision === null ? 'This answer has no revision.' : `The revision is now ${revision}.`;
  return new ApiError('REVISION_NOT_FOUND', { detail });
}

function lasting(answer: PreparedAnswer, asked: string | null): PreparedAnswer {
  return asked === null ? answer : { ...answer, resource: withCacheControl(answer.resource, () => FOR_EVER) };
}

/**
 * An LRU cache of answers by tag. It keeps an answer when it is rendered for the second time: most pages of a long history are requested
 * once, and a cached page survives until a full garbage collection.
 */
class KeptPages {
  readonly #made = new Set<string>();
  readonly #pages = new Map<string, { readonly resource: PreparedResource; readonly bytes: number }>();
  #bytes = 0;

  get(tag: string): PreparedResource | null {
    const found = this.#pages.get(tag);
    if (found === undefined) return null;
    this.#pages.delete(tag);
    this.#pages.set(tag, found);
    return found.resource;
  }

  /** Remembers that it is made now, if it was not before. */
  isMadeAgain(tag: string): boolean {
    if (this.#made.delete(tag)) return true;
    this.#made.add(tag);
    const [oldest = tag] = this.#made;
    if (this.#made.size > MOST_MADE) this.#made.delete(oldest);
    return false;
  }

  put(tag: string, resource: PreparedResource): void {
    const { bytes } = resource;
    if (this.#pages.has(tag)) return;
    this.#pages.set(tag, { resource, bytes });
    this.#bytes += bytes;
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#pages.delete(oldest);
      this.#bytes -= page.bytes;
    }
  }
}
