import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../plan/random.ts';

/** Asks the API for this and that all the time. */
export interface ApiWatch {
  /** Answers that no document promises, in words. */
  readonly wrong: readonly string[];
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const PAUSE_MS = 40;
const UNKNOWN_RESERVE = '11111111111111111111111111111111';

/** Paths with the status beside 200, 304 and 503 that the document promises for them here; null: none. */
function pathsOf(reserve: string | null): readonly (readonly [string, number | null])[] {
  const base = '/v1/kamino/lend';
  const known =
    reserve === null
      ? []
      : [
          [`${base}/reserves/${reserve}/latest`, null] as const,
          // What is known of reserves is kept for some seconds: one that was found just now may be missing in it.
          [`${base}/reserves/${reserve}/history?interval=1h`, 404] as const,
          [`${base}/reserves/${reserve}/detail/latest`, null] as const,
        ];
  return [
    ['/health', null],
    ['/ready', null],
    [`${base}/reserves/all/latest`, null],
    [`${base}/info/markets`, null],
    [`${base}/info/reserves`, null],
    [`${base}/markets/all/latest`, null],
    [`${base}/summary/latest`, null],
    ['/v1/coverage', null],
    [`${base}/reserves/${UNKNOWN_RESERVE}/latest`, 404],
    [`${base}/reserves/nonsense/latest`, 400],
    ['/v1/stream', 401],
    ['/nowhere', 404],
    ...known,
  ];
}

export function watchApi(baseUrl: string, seed: number): ApiWatch {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const random = createRandom(seed ^ 0x5eed);
  let reserve: string | null = null;
  let etag: string | null = null;
  const end = new AbortController();

  const ask = async (): Promise<void> => {
    const [path, expected] = random.pick(pathsOf(reserve));
    const isLatest = path.endsWith('/all/latest');
    const headers: Record<string, string> = isLatest && etag !== null ? { 'if-none-match': etag } : {};
    // A connection that is refused or cut is no answer: the process was killed, or is not there yet.
    const response = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    const body = await response.text();
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const problem = problemOf(response, body, expected);
    if (problem !== null) wrong.push(`GET ${path}: ${status} ${problem}: ${body.slice(0, 200)}`);
    if (status === 200 && isLatest && path.includes('/reserves/')) {
      etag = response.headers.get('etag');
      reserve ??= /"reserve":"(?<address>[^"]+)"/.exec(body)?.groups?.['address'] ?? null;
    }
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await ask().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  };
  const looping = loop();
  return {
    wrong,
    statuses,
    stop: async () => {
      end.abort();
      await looping;
    },
  };
}

function problemOf(response: Response, body: string, expected: number | null): string | null {
  const { status, headers } = response;
  if (status === 304) return null;
  if (status === 503) {
    // `/ready` is for orchestrators, which ask again anyway.
    const isReady = response.url.endsWith('/ready');
    return isReady || headers.has('retry-after') ? null : 'without Retry-After';
  }
  if (status !== 200 && status !== expected) return 'is not documented for this';
  try {
    JSON.parse(body);
    return null;
  } catch {
    return 'is no JSON';
  }
}
