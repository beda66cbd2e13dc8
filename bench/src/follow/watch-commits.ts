import { LATEST_CHANNEL, type LatestNotification } from '@tidemark/schema';
import type postgres from 'postgres';
import { createSightings, type Watcher } from './sightings.ts';

interface CommitRow {
  readonly batch_id: string;
  readonly moment: number;
  readonly snapshot_reserves: readonly string[];
}

/** Receives notifications of commits; their reserves are read at the end. */
export async function watchCommits(sql: postgres.Sql): Promise<Watcher> {
  const sightings = createSightings();
  const heardAtMs = new Map<string, number>();
  await sql.listen(LATEST_CHANNEL, (payload) => {
    const notification: LatestNotification = JSON.parse(payload);
    heardAtMs.set(notification.batchId, performance.now());
  });
  return {
    sightings,
    async stop() {
      const commits = await sql<CommitRow[]>`
        SELECT batch_id, extract(epoch FROM observed_at)::float8 AS moment, snapshot_reserves
        FROM lend.batch_commits ORDER BY commit_seq`;
      for (const { batch_id, moment, snapshot_reserves } of commits) {
        const atMs = heardAtMs.get(batch_id);
        if (atMs === undefined) continue;
        for (const address of snapshot_reserves) sightings.add(address, { moment, atMs });
      }
    },
  };
}
