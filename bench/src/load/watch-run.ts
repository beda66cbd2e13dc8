import { readMib } from '../export/watch-memory.ts';
import type { LoadStack } from './load-stack.ts';

/** One look at the running service. */
export interface Look {
  readonly second: number;
  readonly apiMib: number | null;
  readonly indexerMib: number | null;
  /** Indexers that were killed have other process ids. */
  readonly indexerPid: number;
  /** Age of the data that the API serves, in seconds. */
  readonly ageSeconds: number | null;
}

export interface RunWatch {
  readonly looks: readonly Look[];
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;
const AGE = /^tidemark_api_cache_age_seconds\{[^}]*\} (\S+)$/m;

/** Looks at memory and at the age of the data every second. */
export function watchRun(stack: LoadStack): RunWatch {
  const startMs = performance.now();
  const looks: Look[] = [];
  const look = async (): Promise<void> => {
    const indexerPid = stack.indexer().pid;
    const second = (performance.now() - startMs) / 1000;
    const [apiMib, indexerMib, ageSeconds] = await Promise.all([
      orNull(readMib(stack.api.pid, 'VmRSS')),
      orNull(readMib(indexerPid, 'VmRSS')),
      orNull(readAge(stack.api.url)),
    ]);
    looks.push({ second, apiMib, indexerMib, indexerPid, ageSeconds });
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return { looks, stop: () => clearInterval(timer) };
}

async function readAge(apiUrl: string): Promise<number | null> {
  const response = await fetch(`${apiUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const age = AGE.exec(await response.text())?.[1];
  return age === undefined ? null : Number(age);
}

/** A process that was just killed has no memory, an API that is late no answer: a look without that value. */
function orNull<Value>(value: Promise<Value>): Promise<Value | null> {
  return value.catch(() => null);
}
