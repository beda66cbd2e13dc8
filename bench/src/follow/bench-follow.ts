import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import {
  type BenchStack,
  startBenchStack,
  startFleetApi,
  startFleetIndexer,
  startFleetLocalnet,
} from '../lib/bench-stack.ts';
import { issueKey } from '../lib/issue-key.ts';
import type { Figure, Section } from '../lib/report.ts';
import { FLEET_SIZE, FLEET_SLOT } from '../lib/reserve-fleet.ts';
import { percentile } from '../lib/statistics.ts';
import { type Change, type ChangeListener, hearChanges } from './hear-changes.ts';
import type { Sightings, Watcher } from './sightings.ts';
import { watchCommits } from './watch-commits.ts';
import { watchLatest } from './watch-latest.ts';
import { watchStream } from './watch-stream.ts';

const AIM_MS = 150;
const SLOT_MS = 400;
const WARM_UP_MS = 8_000;
const MEASURED_MS = 40_000;
/** What comes late is still to be seen. */
const AFTERGLOW_MS = 2_000;
/** So rare that the rows seen are those that notifications led to. */
const POLL_INTERVAL_MS = 60_000;
/** The first second of the chain. One second a slot: a row's time tells its slot. */
const START_TIME = 1_790_000_000;

/**
 * From a node's notification to the reader: a socket of this process receives a change, and this process polls for it in the
 * database's notifications, in the API and on its stream. All times are of one clock, that of this process.
 */
export async function benchFollow(): Promise<Section> {
  const stack = await startBenchStack();
  const sql = postgres(stack.databaseUrl, { max: 2 });
  try {
    const { wsUrl, apiUrl } = await startFollowing(stack);
    const commits = await watchCommits(sql);
    const latest = watchLatest(apiUrl);
    const stream = await watchStream(apiUrl, await issueKey(stack.databaseUrl));
    await delay(WARM_UP_MS);
    const heard = await hearChanges(wsUrl);
    const changes = await collect(heard);
    await Promise.all([commits, latest, stream].map((watcher: Watcher) => watcher.stop()));
    return {
      title: 'Notification to answer',
      how: `${FLEET_SIZE} reserves, ${changes.length} changes notified by localnet in ${MEASURED_MS / 1000} s (${SLOT_MS} ms a slot), indexer following by programSubscribe, polls ${POLL_INTERVAL_MS / 1000} s apart, API asked every few milliseconds; from the notification's arrival at a socket of the bench; all on this machine, load ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`,
      figures: [
        ...describe('commit heard (NOTIFY)', latencies(changes, commits.sightings)),
        ...describe('visible in all/latest', latencies(changes, latest.sightings), AIM_MS),
        ...describe('event on the stream', latencies(changes, stream.sightings), AIM_MS),
        {
          what: 'changes never seen in all/latest, on the stream',
          value: `${latencies(changes, latest.sightings).missed}, ${latencies(changes, stream.sightings).missed}`,
        },
      ],
    };
  } finally {
    await sql.end({ timeout: 5 });
    await stack.stop();
  }
}

async function startFollowing(stack: BenchStack): Promise<{ wsUrl: string; apiUrl: string }> {
  const rpcUrl = await startFleetLocalnet(stack, SLOT_MS, {
    LOCALNET_UNIX_TIME: String(START_TIME),
    LOCALNET_REPORTED_SLOT_MS: '1000',
  });
  // Localnet answers on its RPC port, too; the port after it may be taken by then.
  const wsUrl = rpcUrl.replace(/^http/, 'ws');
  await startFleetIndexer(stack, rpcUrl, POLL_INTERVAL_MS, { SOLANA_WS_URL: wsUrl });
  const api = await startFleetApi(stack);
  return { wsUrl, apiUrl: api.url };
}

async function collect(heard: ChangeListener): Promise<Change[]> {
  await delay(MEASURED_MS);
  const changes = [...heard.changes];
  heard.close();
  await delay(AFTERGLOW_MS);
  return changes;
}

interface Latencies {
  readonly ms: readonly number[];
  /** Changes that were never seen. */
  readonly missed: number;
}

function latencies(changes: readonly Change[], sightings: Sightings): Latencies {
  const ms = changes.flatMap(({ address, slot, atMs }) => {
    const seenAtMs = sightings.firstAtMs(address, momentOf(slot));
    return seenAtMs === undefined ? [] : [seenAtMs - atMs];
  });
  return { ms, missed: changes.length - ms.length };
}

function momentOf(slot: number): number {
  return START_TIME + (slot - Number(FLEET_SLOT));
}

function describe(what: string, { ms }: Latencies, aimMs?: number): Figure[] {
  const at = (share: number): number => percentile(ms, share);
  const aim = aimMs === undefined ? {} : { aim: `< ${aimMs} ms`, met: at(0.99) < aimMs };
  return [
    { what: `${what}, p50`, value: `${at(0.5).toFixed(0)} ms` },
    { what: `${what}, p95`, value: `${at(0.95).toFixed(0)} ms` },
    { what: `${what}, p99`, value: `${at(0.99).toFixed(0)} ms`, ...aim },
  ];
}
