import { waitFor, type WaitForOptions } from '@tidemark/testing';
import type { ApiWatch } from '../watch/watch-api.ts';
import type { LatestWatch } from '../watch/watch-latest.ts';
import type { StreamWatch } from '../watch/watch-stream.ts';
import type { World } from './world.ts';

/** Seldom needed: a batch of a killed indexer holds the polls back for 15 s, a node that failed long is left alone for up to a minute. */
const PATIENCE_MS = 240_000;
/** Slots that the chain moves by when everything is well again. */
const LAST_SLOTS = 7;
/** Each quiet indexer stores what it polls at its start, and only that. */
const MOST_QUIET_INDEXERS = 10;

export interface Watches {
  readonly latest: LatestWatch;
  readonly stream: StreamWatch;
  readonly api: ApiWatch;
}

/**
 * The quiet phase: without any fault everything must catch up by itself. Moves the chain on once more and waits until the
 * database, the API, the rollups and the stream have all of it; ends the indexers, lets one that hardly polls bring the
 * rollups to rest, and ends the API. Throws what did not come.
 */
export async function settle(world: World, { latest, stream, api }: Watches): Promise<void> {
  const slot = await untilStored(world);
  await until(`slot ${slot} in the API`, () => latest.apiSlot() >= slot);
  await api.untilDocumented(PATIENCE_MS);
  await untilRolledUp(world, await lastCommit(world));
  await endIndexers(world);
  await restRollups(world);
  const last = await lastCommit(world);
  await until(`commit ${last} in the stream`, () => stream.toldUpTo() >= last);
  // Those who ask would be turned away; the stream is still open.
  await Promise.all([api.stop(), latest.stop()]);
  await world.api.end('SIGTERM');
}

function until(description: string, condition: () => Promise<boolean> | boolean): Promise<true> {
  const options: WaitForOptions = { timeoutMs: PATIENCE_MS, intervalMs: 100, description };
  return waitFor(condition, options);
}

/** The slot at which every reserve of the chain is stored. */
async function untilStored({ nodes, database: { admin } }: World): Promise<number> {
  const [bank] = await Promise.all(nodes.map((node) => node.step(LAST_SLOTS)));
  const slot = bank?.slot ?? 0;
  const reserves = (await nodes[0]?.countReserves()) ?? 0;
  await until(`each of ${reserves} reserves at slot ${slot} in the database`, async () => {
    const [row] = await admin<{ slot: number; count: number; known: number }[]>`
      SELECT min(slot)::float8 AS slot, count(*)::int AS count, (SELECT count(*)::int FROM lend.reserves) AS known
      FROM lend.reserve_latest`;
    return row !== undefined && row.slot >= slot && row.count >= reserves && row.count === row.known;
  });
  return slot;
}

async function lastCommit({ database: { admin } }: World): Promise<bigint> {
  const [row] = await admin<{ seq: string }[]>`
    SELECT coalesce(max(commit_seq), 0)::text AS seq FROM lend.batch_commits`;
  return BigInt(row?.seq ?? 0);
}

/** By the indexers that have come through the faults, and not by one that was started after them. */
async function untilRolledUp({ database: { admin } }: World, commit: bigint): Promise<void> {
  await until(`commit ${commit} in the rollups of the indexers that are there`, async () => {
    const [row] = await admin<{ seq: string }[]>`
      SELECT coalesce(max(commit_seq), 0)::text AS seq FROM lend.rollup_state`;
    return BigInt(row?.seq ?? 0) >= commit;
  });
}

/** Each once it has come to where it listens to signals; how it ended is judged by `auditAskedEnds`. */
async function endIndexers(world: World): Promise<void> {
  for (const [place, indexer] of world.indexers.entries()) {
    await world.untilIndexerListens(place, PATIENCE_MS);
    await indexer.end('SIGTERM');
  }
}

/** The rollup job of an indexer that polls twice a minute: it has taken in everything once nothing new was committed. */
async function restRollups(world: World): Promise<void> {
  const { admin } = world.database;
  const isDone = async (): Promise<boolean> => {
    const [row] = await admin<{ done: boolean }[]>`
      SELECT coalesce((SELECT commit_seq FROM lend.rollup_state), 0) = (SELECT max(commit_seq) FROM lend.batch_commits) AS done`;
    return row?.done === true;
  };
  for (let rounds = 0; rounds < MOST_QUIET_INDEXERS; rounds += 1) {
    const indexer = await world.startQuietIndexer();
    await until('the rollups', isDone);
    const { code, signal } = await indexer.stop();
    if (code !== 0) throw new Error(`the quiet indexer ended with ${signal ?? code} on SIGTERM`);
    if (await isDone()) return;
  }
  throw new Error(`the rollups did not come to rest under ${MOST_QUIET_INDEXERS} quiet indexers, one after the other`);
}
