import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@tidemark/testing';
import { createRandom } from '../plan/random.ts';
import { pathsOf, problemOf, type WatchedPath } from './api-paths.ts';

/** Asks the API for this and that all the time. */
export interface ApiWatch {
  /** Answers that no document promises, in words. */
  readonly wrong: readonly string[];
  /** Answers that broke off after their head. */
  readonly broken: readonly BrokenAnswer[];
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Waits until each path is answered with its status, as it must be without faults. Throws what did not come. */
  untilDocumented(timeoutMs: number): Promise<void>;
  /** Safe to call twice. */
  stop(): Promise<void>;
}

export interface BrokenAnswer {
  readonly words: string;
  readonly from: Date;
  readonly to: Date;
}

const PAUSE_MS = 40;
const TIMEOUT_MS = 30_000;
const ALL_RESERVES = '/reserves/all/latest';

export function watchApi(baseUrl: string, seed: number): ApiWatch {
  const wrong: string[] = [];
  const broken: BrokenAnswer[] = [];
  const statuses = new Map<number, number>();
  const random = createRandom(seed ^ 0x5eed);
  let reserve: string | null = null;
  let etag: string | null = null;
  const end = new AbortController();

  const ask = async (asked: WatchedPath): Promise<void> => {
    const { path } = asked;
    const condition = path.endsWith(ALL_RESERVES) ? etag : null;
    const from = new Date();
    const answer = await get(`${baseUrl}${path}`, condition === null ? {} : { 'if-none-match': condition });
    if (answer === null) return;
    const { status, headers, body } = answer;
    if (body instanceof Error) {
      broken.push({ words: `GET ${path}: ${status} broke off: ${body.message}`, from, to: new Date() });
      return;
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const problem = problemOf(asked, { status, headers, body, isConditional: condition !== null });
    if (problem !== null) wrong.push(`GET ${path}: ${status} ${problem}: ${body.slice(0, 200)}`);
    if (status === 200 && path.endsWith(ALL_RESERVES)) {
      etag = headers.get('etag');
      reserve ??= /"reserve":"(?<address>[^"]+)"/.exec(body)?.groups?.['address'] ?? null;
    }
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await ask(random.pick(pathsOf(reserve)));
      await delay(PAUSE_MS);
    }
  };
  const looping = loop();
  return {
    wrong,
    broken,
    statuses,
    untilDocumented: async (timeoutMs) => {
      for (const { path, status } of pathsOf(reserve)) {
        await waitFor(async () => (await get(`${baseUrl}${path}`, {}))?.status === status, {
          timeoutMs,
          intervalMs: 100,
          description: `GET ${path} answered with ${status}`,
        });
      }
    },
    stop: async () => {
      end.abort();
      await looping;
    },
  };
}

interface Gotten {
  readonly status: number;
  readonly headers: Headers;
  /** An error where it broke off. */
  readonly body: string | Error;
}

/**
 * Null where there was no answer: a connection that is refused or cut, for the process was killed or is not there yet, or a
 * process that is silent for long.
 */
async function get(url: string, headers: Record<string, string>): Promise<Gotten | null> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response === null) return null;
  try {
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return null;
    return { status: response.status, headers: response.headers, body: toError(error) };
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
