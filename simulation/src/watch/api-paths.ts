import { PROTOCOL_NAMES } from '@tidemark/protocols';

/** A path that is asked for, and what the document promises for it beside 503. */
export interface WatchedPath {
  readonly path: string;
  readonly status: 200 | 400 | 401 | 404;
}

const UNKNOWN_RESERVE = '11111111111111111111111111111111';

/** Where the newest rows of all reserves of a protocol are. */
export function latestPathOf(protocol: string): string {
  return `/v1/${protocol}/lend/reserves/all/latest`;
}

/** What is asked for all the time. `known`: by latest path a reserve that it has named, which every path of the protocol has to know. */
export function pathsOf(known: ReadonlyMap<string, string>): readonly WatchedPath[] {
  return [
    { path: '/health', status: 200 },
    { path: '/ready', status: 200 },
    { path: '/v1/coverage', status: 200 },
    { path: '/v1/lend/reserves/all/latest', status: 200 },
    { path: '/v1/lend/summary/latest', status: 200 },
    { path: '/v1/lend/markets/all/latest', status: 200 },
    { path: '/v1/stream', status: 401 },
    { path: '/nowhere', status: 404 },
    ...PROTOCOL_NAMES.flatMap((name) => lendingPathsOf(`/v1/${name}/lend`, known.get(latestPathOf(name)))),
  ];
}

function lendingPathsOf(base: string, reserve: string | undefined): readonly WatchedPath[] {
  const known = [
    { path: `${base}/reserves/${reserve}/latest`, status: 200 },
    { path: `${base}/reserves/${reserve}/history?interval=1h`, status: 200 },
    { path: `${base}/reserves/${reserve}/detail/latest`, status: 200 },
  ] as const;
  return [
    { path: `${base}/reserves/all/latest`, status: 200 },
    { path: `${base}/info/markets`, status: 200 },
    { path: `${base}/info/reserves`, status: 200 },
    { path: `${base}/markets/all/latest`, status: 200 },
    { path: `${base}/summary/latest`, status: 200 },
    { path: `${base}/reserves/${UNKNOWN_RESERVE}/latest`, status: 404 },
    { path: `${base}/reserves/nonsense/latest`, status: 400 },
    ...(reserve === undefined ? [] : known),
  ];
}

/** An answer that came whole. */
export interface WatchedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Whether it was asked for with `If-None-Match`. */
  readonly isConditional: boolean;
}

/** Why no document promises this answer, in words; null where one does. */
export function problemOf(asked: WatchedPath, { status, headers, body, isConditional }: WatchedAnswer): string | null {
  if (status === 304) return isConditional ? null : 'to a request without a condition';
  if (status === 503) {
    // `/ready` is for orchestrators, which ask again anyway.
    return asked.path === '/ready' || headers.has('retry-after') ? null : 'without Retry-After';
  }
  if (status !== asked.status) return `is not documented for this, ${asked.status} is`;
  try {
    JSON.parse(body);
    return null;
  } catch {
    return 'is no JSON';
  }
}
