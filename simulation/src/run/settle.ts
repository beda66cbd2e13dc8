import { setTimeout as delay } from 'node:timers/promises';
import { readServed, type Served } from '../served/read-served.ts';
import type { ApiWatch } from '../watch/watch-api.ts';
import type { LatestWatch } from '../watch/watch-latest.ts';
import type { StreamWatch } from '../watch/watch-stream.ts';
import { catchUp, createUntil, lastCommit, step, STEP_EVERY_MS } from './catch-up.ts';
import { endOneByOne } from './end-one-by-one.ts';
import { createRest, lastRecordedAt } from './rollups.ts';
import type { World } from './world.ts';

/** Each quiet indexer stores what it polls at its start, and only that. */
const MOST_QUIET_INDEXERS = 10;

export interface Watches {
  readonly latest: LatestWatch;
  readonly stream: StreamWatch;
  readonly api: ApiWatch;
}

/**
 * The quiet phase: without any fault everything must catch up by itself. Moves the chain on once more and waits until the
 * database, the API and the rollups have all of it; ends the indexers, lets one that hardly polls bring the rollups to rest,
 * reads all that the API serves when the stream has delivered everything, and ends it. Throws what did not come.
 */
export async function settle(world: World, { latest, stream, api }: Watches): Promise<Served> {
  await catchUp(world, 'all indexers');
  await whileChainMoves(world, () => api.untilDocumented(world.plan.timeoutMs));
  await endIndexers(world);
  await restRollups(world);
  const until = createUntil(world);
  const { seq } = await lastCommit(world);
  await until(`commit ${seq} in the stream`, () => stream.receivedUpTo() >= seq);
  // Those who ask would be turned away; the stream is still open.
  await Promise.all([api.stop(), latest.stop()]);
  const served = await readServed(world, world.database);
  await world.api.end('SIGTERM');
  return served;
}

/** A chain that stands makes what is served old, and the API not ready: on a busy machine the last step is long ago. */
async function whileChainMoves(world: World, work: () => Promise<void>): Promise<void> {
  const end = new AbortController();
  const moving = (async (): Promise<void> => {
    while (!end.signal.aborted) {
      await step(world);
      await delay(STEP_EVERY_MS);
    }
  })();
  await work().finally(() => end.abort());
  await moving;
}

/**
 * Of several indexers one would cover up what another does no more: they are ended one after the other, and those that are
 * left have to catch up again. Each ends once it has come to where it listens to signals; how is judged by `auditAskedEnds`.
 */
async function endIndexers(world: World): Promise<void> {
  await endOneByOne(world.indexers.length, {
    end: async (place) => {
      await world.untilIndexerListens(place, world.plan.timeoutMs);
      await world.indexers[place]?.end('SIGTERM');
    },
    manage: (left) => catchUp(world, `indexer ${left.join(' and ')} alone`),
  });
}

/** By an indexer that polls twice a minute. They have taken in everything once nothing new was committed or failed by its end. */
async function restRollups(world: World): Promise<void> {
  const { admin } = world.database;
  const until = createUntil(world);
  for (let rounds = 0; rounds < MOST_QUIET_INDEXERS; rounds += 1) {
    const { process: indexer, opsUrl } = await world.startQuietIndexer();
    await until('the rollups', createRest(admin, opsUrl));
    const before = await lastRecordedAt(admin);
    const { code, signal } = await indexer.stop();
    if (code !== 0) throw new Error(`the quiet indexer ended with ${signal ?? code} on SIGTERM`);
    if ((await lastRecordedAt(admin)) === before) return;
  }
  throw new Error(`the rollups did not come to rest under ${MOST_QUIET_INDEXERS} quiet indexers, one after the other`);
}
