import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_KEY_HEADER, limitHeaders, responseHeaders } from '@tidemark/contract';
import helmet from 'helmet';
import type { RawHeaders } from './prepared.ts';

/** What all answers of a deployment have in common. Made once; prepared answers carry it inside. */
export interface AnswerPolicy {
  readonly cors: CorsPolicy;
  /** Security and CORS headers of data. */
  readonly commonHeaders: RawHeaders;
  readonly vary: string;
}

/** Settles the headers that do not depend on a request. */
export function createAnswerPolicy(options: { readonly corsOrigins: CorsOrigins }): AnswerPolicy {
  const cors = createCorsPolicy(options.corsOrigins);
  return {
    cors,
    commonHeaders: [...dataSecurityHeaders(), ...cors.staticHeaders],
    vary: cors.vary,
  };
}

/** Who may read from a browser: everybody, or pages of the listed origins. */
export type CorsOrigins = '*' | readonly string[];

/** CORS of everything but what is about a key itself. Nothing depends on cookies, so no answer needs credentials. */
export interface CorsPolicy {
  /** Headers that every answer to a read has. */
  readonly staticHeaders: RawHeaders;
  /** Headers that depend on the Origin header. */
  headersFor(origin: string | undefined): RawHeaders;
  /** Headers of the answer to a preflight. `more` are headers that a request to this path has beside those of any read. */
  preflightHeaders(methods: string, more: readonly string[]): RawHeaders;
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
/** What a request to any path may carry beside what every page may send. */
const ALLOWED = [API_KEY_HEADER, 'If-None-Match', 'If-Modified-Since', responseHeaders.requestId];
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const NONE: RawHeaders = [];

/** Builds the policy once, so that a request costs at most one lookup in a map. */
export function createCorsPolicy(origins: CorsOrigins): CorsPolicy {
  const expose = ['Access-Control-Expose-Headers', EXPOSED];
  const allow = (origin: string): RawHeaders => ['Access-Control-Allow-Origin', origin];
  const byOrigin = new Map(origins === '*' ? [] : origins.map((origin) => [origin, allow(origin)]));
  return {
    staticHeaders: origins === '*' ? [...allow('*'), ...expose] : expose,
    headersFor: (origin) => (origin === undefined ? NONE : (byOrigin.get(origin) ?? NONE)),
    preflightHeaders: (methods, more) => [
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      [...ALLOWED, ...more].join(', '),
      'Access-Control-Max-Age',
      String(PREFLIGHT_MAX_AGE_SECONDS),
    ],
    vary: origins === '*' ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
  };
}

/**
 * Headers of an answer that is data and never a page: nothing may be loaded or run from it or put into a frame, anybody
 * may read it. Those of helmet's headers that only mean something on pages are left to pages: each header costs a hot read
 * about half a percent.
 */
export function dataSecurityHeaders(): RawHeaders {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      xFrameOptions: { action: 'deny' },
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  );
}

/** What pages may load: what this service itself serves. */
const PAGE_SOURCES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Headers of the documentation page and its files: all of helmet's, with a policy that allows the page its own scripts,
 * styles, images and requests, and nothing from elsewhere. Styles may be inline because the page's library sets them on
 * elements.
 */
export function pageSecurityHeaders(): RawHeaders {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { ...PAGE_SOURCES, styleSrc: ["'self'", "'unsafe-inline'"] },
      },
      xFrameOptions: { action: 'deny' },
    }),
  );
}

/**
 * Headers of the dashboard: as those of the documentation, and stricter. No inline style, and no text becomes markup or code
 * (Trusted Types).
 */
export function dashboardSecurityHeaders(): RawHeaders {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { ...PAGE_SOURCES, styleSrc: ["'self'"], requireTrustedTypesFor: ["'script'"] },
      },
      xFrameOptions: { action: 'deny' },
    }),
  );
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * The headers that a middleware puts on every answer, found by running it once on a response that only remembers. For
 * middlewares whose headers do not depend on the request.
 */
export function collectHeaders(middleware: Middleware): RawHeaders {
  const headers = new Map<string, string>();
  const remember = {
    setHeader: (name: string, value: number | string | readonly string[]) => headers.set(name, String(value)),
    removeHeader: (name: string) => headers.delete(name),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- helmet sets and removes headers and does nothing else
  middleware({ headers: {} } as IncomingMessage, remember as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return [...headers].flat();
}

/** Sets headers that are given as names and values in turn. */
export function setHeaders(response: ServerResponse, headers: RawHeaders): void {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
