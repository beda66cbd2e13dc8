import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@tidemark/testing';
import type { LoadStack } from './load-stack.ts';

/** What was done to the service, and when. */
export interface Struck {
  readonly what: string;
  readonly fromSecond: number;
  readonly toSecond: number;
}

interface Fault {
  readonly what: string;
  /** Part of the whole time at which it begins. */
  readonly at: number;
  /** Part of the whole time for which it lasts; 0 where it is over by itself. */
  readonly lasts: number;
  readonly begin: (stack: LoadStack) => Promise<unknown>;
  readonly end?: (stack: LoadStack) => Promise<unknown>;
}

const MIN_LENGTH_MS = 2_000;
/** Longer than the time after which two observations have a gap between them. */
const STOP_MS = 8_000;

/**
 * The indexer is killed in the first third, so that its memory can be watched over the rest. After the last fault there is
 * time to recover.
 */
const FAULTS: readonly Fault[] = [
  killed(0.08),
  { ...ofRpc('RPC: 429 to half of the calls', { http429Rate: 0.5 }), at: 0.16, lasts: 0.05 },
  killed(0.24),
  { ...ofRpc('RPC: 502, 503, 504 to half of the calls', { http5xxRate: 0.5 }), at: 0.36, lasts: 0.05 },
  { what: 'all database connections cut', at: 0.44, lasts: 0, begin: cutConnections },
  { ...ofRpc('RPC: no answer to a third of the calls', { timeoutRate: 0.33, timeoutMs: 3_000 }), at: 0.5, lasts: 0.05 },
  { what: 'Postgres restarted', at: 0.58, lasts: 0, begin: (stack) => stack.restartPostgres() },
  { what: 'all database connections cut', at: 0.66, lasts: 0, begin: cutConnections },
  { what: 'Postgres restarted', at: 0.74, lasts: 0, begin: (stack) => stack.restartPostgres() },
  { ...ofRpc('RPC: nothing but 503', { http5xxRate: 1 }), at: 0.8, lasts: 0.04 },
];

/** Strikes with everything in turn, over the time of the load. Resolves when the last fault is over. */
export async function strikeInTurn(stack: LoadStack, seconds: number): Promise<Struck[]> {
  const startMs = performance.now();
  const struck: Struck[] = [];
  const secondsNow = (): number => (performance.now() - startMs) / 1000;
  for (const { what, at, lasts, begin, end } of FAULTS) {
    // One that took long moves those after it; none is left out.
    await delay(Math.max(0, at * seconds - secondsNow()) * 1000);
    const fromSecond = secondsNow();
    await begin(stack);
    if (end !== undefined) {
      await delay(Math.max(MIN_LENGTH_MS, lasts * seconds * 1000));
      await end(stack);
    }
    struck.push({ what, fromSecond, toSecond: secondsNow() });
  }
  return struck;
}

function killed(at: number): Fault {
  return {
    ...{ what: 'indexer killed (SIGKILL) and started again', at, lasts: 0 },
    begin: async (stack) => {
      await stack.killIndexer();
      await delay(STOP_MS);
      await stack.startIndexer();
    },
  };
}

function ofRpc(what: string, faults: object): Pick<Fault, 'what' | 'begin' | 'end'> {
  return {
    what,
    begin: ({ rpcUrl }) => control(rpcUrl, faults),
    end: ({ rpcUrl }) => control(rpcUrl, {}),
  };
}

async function control(rpcUrl: string, faults: object): Promise<void> {
  const response = await fetch(`${rpcUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`localnet refused the faults: ${text}`);
}

async function cutConnections({ admin }: LoadStack): Promise<void> {
  const cut = () => admin`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name <> 'bench'`;
  await waitFor(cut, { timeoutMs: 60_000, description: 'the database to take the order' });
}
