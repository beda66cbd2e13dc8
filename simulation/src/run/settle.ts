import { waitFor } from '@tidemark/testing';
import type { LatestWatch } from '../watch/watch-latest.ts';
import type { StreamWatch } from '../watch/watch-stream.ts';
import type { World } from './world.ts';

/** Seldom needed: a batch of a killed indexer holds the polls back for 15 s, a node that failed long is left alone for up to a minute. */
const PATIENCE_MS = 240_000;
/** Slots that the chain moves by when everything is well again. */
const LAST_SLOTS = 7;

/**
 * The quiet phase: without any fault everything must catch up by itself. Moves the chain on once more and waits until the
 * database, the API and the stream have all of it; then ends the indexers, and lets one that hardly polls bring the rollups
 * to rest. Throws what did not come.
 */
export async function settle(world: World, watches: { latest: LatestWatch; stream: StreamWatch }): Promise<void> {
  const { nodes, database, indexers } = world;
  const { admin } = database;
  const [bank] = await Promise.all(nodes.map((node) => node.step(LAST_SLOTS)));
  const slot = bank?.slot ?? 0;
  await waitFor(
    async () =>
      isWhole(
        await admin`SELECT min(l.slot)::int8 AS slot, count(*) = (SELECT count(*) FROM lend.reserves) AS whole FROM lend.reserve_latest AS l`,
        slot,
      ),
    {
      timeoutMs: PATIENCE_MS,
      intervalMs: 100,
      description: `every reserve at slot ${slot} in the database`,
    },
  );
  await waitFor(() => watches.latest.apiSlot() >= slot, {
    timeoutMs: PATIENCE_MS,
    intervalMs: 100,
    description: `slot ${slot} in the API`,
  });
  for (const indexer of indexers) {
    const exit = await indexer.end('SIGTERM');
    // One that was started a moment ago does not listen to signals yet, and has nothing to put in order.
    if (exit !== null && exit.code !== 0 && exit.signal !== 'SIGTERM')
      throw new Error(`an indexer ended with ${exit.signal ?? exit.code} on SIGTERM`);
  }
  await restRollups(world);
  const [last] = await admin<{ seq: string }[]>`SELECT max(commit_seq)::text AS seq FROM lend.batch_commits`;
  await waitFor(() => watches.stream.toldUpTo() >= BigInt(last?.seq ?? 0), {
    timeoutMs: PATIENCE_MS,
    intervalMs: 100,
    description: `commit ${last?.seq} in the stream`,
  });
}

/** The rollup job of an indexer that polls twice a minute: it has taken in everything once nothing new was committed. */
async function restRollups(world: World): Promise<void> {
  const { admin } = world.database;
  const isDone = async (): Promise<boolean> => {
    const [row] = await admin<{ done: boolean }[]>`
      SELECT coalesce((SELECT commit_seq FROM lend.rollup_state), 0) = (SELECT max(commit_seq) FROM lend.batch_commits) AS done`;
    return row?.done === true;
  };
  do {
    const indexer = await world.startQuietIndexer();
    await waitFor(isDone, { timeoutMs: PATIENCE_MS, intervalMs: 100, description: 'the rollups' });
    const { code, signal } = await indexer.stop();
    if (code !== 0) throw new Error(`the quiet indexer ended with ${signal ?? code} on SIGTERM`);
  } while (!(await isDone()));
}

function isWhole(rows: readonly Record<string, unknown>[], slot: number): boolean {
  const [row] = rows;
  return row?.['whole'] === true && Number(row['slot']) >= slot;
}
