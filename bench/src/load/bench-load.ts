import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { waitFor } from '@tidemark/testing';
import { issueKey } from '../lib/issue-key.ts';
import type { Section } from '../lib/report.ts';
import { FLEET_LATEST_PATH, buildFleet, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { checkGaps } from './check-gaps.ts';
import { describeLoad, type LoadFacts } from './describe-load.ts';
import { loadClasses } from './load-classes.ts';
import { createLoadClient } from './load-client.ts';
import { strikeInTurn } from './load-faults.ts';
import { type LoadSettings, readLoadSettings } from './load-settings.ts';
import { type LoadStack, POLL_INTERVAL_MS, startLoadStack } from './load-stack.ts';
import { openLoadStreams } from './load-streams.ts';
import { runOpenLoop } from './open-loop.ts';
import { watchRun } from './watch-run.ts';

const STREAMS = 30;

/** Everything that clients ask for at fixed rates, while reserves are read and things go wrong. */
export async function benchLoad(): Promise<Section> {
  const settings = readLoadSettings(process.env);
  const stack = await startLoadStack(settings);
  try {
    await waitFor(() => servesAll(stack.api.url), { timeoutMs: 120_000, description: 'the API to serve the fleet' });
    const facts = await runLoad(stack, settings);
    const requests = facts.classes.reduce((sum, { perSecond }) => sum + perSecond, 0);
    return {
      title: 'Load and faults together',
      how: `${settings.seconds} s of ${requests.toFixed(0)} requests a second at fixed rates (latency from the time at which each was due) and ${STREAMS} streams, over ${FLEET_SIZE} reserves on a moving chain, polled every ${POLL_INTERVAL_MS / 1000} s${settings.follow ? ' and followed by notification' : ''}; everything on this machine, generator and localnet too, load ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`,
      figures: describeLoad(facts),
    };
  } finally {
    await stack.stop();
  }
}

async function runLoad(stack: LoadStack, { seconds, rate, connections, traceFile }: LoadSettings): Promise<LoadFacts> {
  const key = await issueKey(stack.databaseUrl);
  const client = createLoadClient(stack.api.url, connections);
  const reserves = buildFleet().reserves.map(({ address }) => address);
  const streams = openLoadStreams(stack.api.url, key, STREAMS);
  const watch = watchRun(stack);
  try {
    const [classes, struck] = await Promise.all([
      runOpenLoop(loadClasses({ client, key, reserves, rate }), seconds),
      strikeInTurn(stack, seconds),
    ]);
    const openStreams = { open: streams.open(), wanted: STREAMS };
    watch.stop();
    if (traceFile !== null) {
      const slow = classes.flatMap((each) => each.slow);
      await writeFile(traceFile, JSON.stringify({ samples: watch.samples, struck, slow }));
    }
    return {
      ...{ seconds, classes, struck, openStreams },
      streams: streams.counts(),
      samples: watch.samples,
      gaps: await checkGaps(stack.admin),
    };
  } finally {
    watch.stop();
    streams.stop();
    client.close();
  }
}

async function servesAll(apiUrl: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}${FLEET_LATEST_PATH}`, { signal: AbortSignal.timeout(5_000) });
  const rows: unknown = await response.json();
  return Array.isArray(rows) && rows.length === FLEET_SIZE;
}
