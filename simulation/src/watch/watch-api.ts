import { setTimeout as delay } from 'node:timers/promises';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import { createRandom } from '../plan/random.ts';
import { latestPathOf, pathsOf, problemOf, type WatchedPath } from './api-paths.ts';

/** Asks the API for this and that all the time. */
export interface ApiWatch {
  /** Answers that no document promises, in words. */
  readonly wrong: readonly string[];
  /** Requests that got no answer, or not all of it: connections that were reset, answers that took too long. */
  readonly broken: readonly BrokenAnswer[];
  /** How often the connection was refused. */
  refused(): number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Waits until each path is answered with its status, as it must be without faults. Throws what did not come. */
  untilDocumented(waitMs: number): Promise<void>;
  /** Safe to call twice. */
  stop(): Promise<void>;
}

export interface BrokenAnswer {
  readonly words: string;
  readonly from: Date;
  readonly to: Date;
}

const PAUSE_MS = 40;
/** Longer than a database that is away may hold a request up: ten seconds for a connection, and for each of a few statements. */
const TIMEOUT_MS = 60_000;

export function watchApi(baseUrl: string, seed: number, { timeoutMs = TIMEOUT_MS } = {}): ApiWatch {
  const wrong: string[] = [];
  const broken: BrokenAnswer[] = [];
  const statuses = new Map<number, number>();
  const random = createRandom(seed ^ 0x5eed);
  const latestPaths = new Set(PROTOCOL_NAMES.map(latestPathOf));
  /** By latest path: a reserve that it has named, and its newest ETag. */
  const reserves = new Map<string, string>();
  const etags = new Map<string, string>();
  let refused = 0;
  const end = new AbortController();

  const ask = async (asked: WatchedPath): Promise<void> => {
    const { path } = asked;
    const condition = etags.get(path) ?? null;
    const from = new Date();
    const answer = await get(`${baseUrl}${path}`, condition === null ? {} : { 'if-none-match': condition }, timeoutMs);
    if ('failure' in answer) {
      if (answer.isRefused) refused += 1;
      else broken.push({ words: `GET ${path}: ${answer.failure}`, from, to: new Date() });
      return;
    }
    const { status, headers, body } = answer;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const problem = problemOf(asked, { status, headers, body, isConditional: condition !== null });
    if (problem !== null) wrong.push(`GET ${path}: ${status} ${problem}: ${body.slice(0, 200)}`);
    if (status !== 200 || !latestPaths.has(path)) return;
    const etag = headers.get('etag');
    if (etag !== null) etags.set(path, etag);
    const reserve = /"reserve":"(?<address>[^"]+)"/.exec(body)?.groups?.['address'];
    if (reserve !== undefined && !reserves.has(path)) reserves.set(path, reserve);
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await ask(random.pick(pathsOf(reserves)));
      await delay(PAUSE_MS);
    }
  };
  const looping = loop();
  return {
    wrong,
    broken,
    refused: () => refused,
    statuses,
    untilDocumented: async (waitMs) => {
      for (const asked of pathsOf(reserves)) await untilAsDocumented(baseUrl, asked, { waitMs, timeoutMs });
    },
    stop: async () => {
      end.abort();
      await looping;
    },
  };
}

async function untilAsDocumented(
  baseUrl: string,
  { path, status }: WatchedPath,
  { waitMs, timeoutMs }: { readonly waitMs: number; readonly timeoutMs: number },
): Promise<void> {
  const isDocumented = async (): Promise<boolean> => {
    const answer = await get(`${baseUrl}${path}`, {}, timeoutMs);
    return 'status' in answer && answer.status === status;
  };
  await waitFor(isDocumented, {
    timeoutMs: waitMs,
    intervalMs: 100,
    description: `GET ${path} answered with ${status}`,
  });
}

interface Gotten {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface NotGotten {
  readonly failure: string;
  /** Nobody listened: the process was killed, or is not there yet. */
  readonly isRefused: boolean;
}

async function get(url: string, headers: Record<string, string>, timeoutMs: number): Promise<Gotten | NotGotten> {
  let status: number | null = null;
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    return { status, headers: response.headers, body: await response.text() };
  } catch (error) {
    const failure = `${status === null ? 'no answer' : `${status} broke off`}: ${wordsOf(error)}`;
    return { failure, isRefused: status === null && errorCode(error) === 'ECONNREFUSED' };
  }
}

/** `fetch failed` alone says nothing: why is in its cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
