/** A path that is asked for, and what the document promises for it beside 503. */
export interface WatchedPath {
  readonly path: string;
  readonly status: 200 | 400 | 401 | 404;
}

const BASE = '/v1/kamino/lend';
const UNKNOWN_RESERVE = '11111111111111111111111111111111';

/** What is asked for all the time; of one reserve, once the latest reads name one, by which every path has to know it. */
export function pathsOf(reserve: string | null): readonly WatchedPath[] {
  const known = [
    { path: `${BASE}/reserves/${reserve}/latest`, status: 200 },
    { path: `${BASE}/reserves/${reserve}/history?interval=1h`, status: 200 },
    { path: `${BASE}/reserves/${reserve}/detail/latest`, status: 200 },
  ] as const;
  return [
    { path: '/health', status: 200 },
    { path: '/ready', status: 200 },
    { path: `${BASE}/reserves/all/latest`, status: 200 },
    { path: `${BASE}/info/markets`, status: 200 },
    { path: `${BASE}/info/reserves`, status: 200 },
    { path: `${BASE}/markets/all/latest`, status: 200 },
    { path: `${BASE}/summary/latest`, status: 200 },
    { path: '/v1/coverage', status: 200 },
    { path: `${BASE}/reserves/${UNKNOWN_RESERVE}/latest`, status: 404 },
    { path: `${BASE}/reserves/nonsense/latest`, status: 400 },
    { path: '/v1/stream', status: 401 },
    { path: '/nowhere', status: 404 },
    ...(reserve === null ? [] : known),
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
