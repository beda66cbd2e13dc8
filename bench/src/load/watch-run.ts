import { monitorEventLoopDelay } from 'node:perf_hooks';
import { withTimeout } from '@tidemark/core';
import { readMib } from '../export/watch-memory.ts';
import type { LoadStack } from './load-stack.ts';
import { sampleSessions, type SessionSample } from './watch-waits.ts';

/** One sample of the running service. */
export interface Sample {
  readonly second: number;
  readonly apiMib: number | null;
  readonly indexerMib: number | null;
  /** Indexers that were killed have other process ids. */
  readonly indexerPid: number;
  /** Age of the data that the API serves, in seconds. */
  readonly ageSeconds: number | null;
  /** The longest delay of its event loop since the sample before, as the API itself measures it. Null where it did not answer. */
  readonly apiDelayMs: number | null;
  /** The same of this process, which makes the requests and takes the times. */
  readonly ownDelayMs: number;
  /** Null where Postgres did not answer. */
  readonly sessions: readonly SessionSample[] | null;
  /** The API's gates: what runs and what waits, by kind of work. */
  readonly work: Readonly<Record<string, number>>;
}

export interface RunWatch {
  readonly samples: readonly Sample[];
  stop(): void;
}

const SAMPLE_EVERY_MS = 1_000;
const RESOLUTION_MS = 10;
const ANSWER_MS = 5_000;
const AGE = /^tidemark_api_cache_age_seconds\{[^}]*\} (\S+)$/m;
/** Of prom-client: a histogram of `monitorEventLoopDelay` that begins anew when it is read. */
const API_DELAY = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;
const WORK = /^tidemark_api_work_(running|waiting)\{work="(\w+)"\} (\S+)$/gm;

/** Samples memory, event loops, sessions of Postgres and the age of the data every second. */
export function watchRun(stack: LoadStack): RunWatch {
  const startMs = performance.now();
  const samples: Sample[] = [];
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const sample = async (): Promise<void> => {
    const indexerPid = stack.indexer().pid;
    const second = (performance.now() - startMs) / 1000;
    const ownDelayMs = delays.max / 1e6;
    delays.reset();
    const [apiMib, indexerMib, metrics, sessions] = await Promise.all([
      orNull(readMib(stack.api.pid, 'VmRSS')),
      orNull(readMib(indexerPid, 'VmRSS')),
      orNull(readMetrics(stack.api.url)),
      orNull(withTimeout(sampleSessions(stack.admin), ANSWER_MS, 'the sample of the sessions')),
    ]);
    const value = (pattern: RegExp): number | null => numberOf(pattern.exec(metrics ?? '')?.[1]);
    const delaySeconds = value(API_DELAY);
    samples.push({
      ...{ second, apiMib, indexerMib, indexerPid, ownDelayMs, sessions },
      ageSeconds: value(AGE),
      apiDelayMs: delaySeconds === null ? null : delaySeconds * 1000,
      work: Object.fromEntries(
        [...(metrics ?? '').matchAll(WORK)].map(([, what, work, count]) => [`${work} ${what}`, Number(count)]),
      ),
    });
  };
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  return {
    samples,
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

async function readMetrics(apiUrl: string): Promise<string> {
  const response = await fetch(`${apiUrl}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) });
  return await response.text();
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** A process that was just killed has no memory, an API that is late no answer: a sample without that value. */
function orNull<Value>(value: Promise<Value>): Promise<Value | null> {
  return value.catch(() => null);
}
