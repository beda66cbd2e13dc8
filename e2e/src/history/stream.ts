import { expect, it } from 'vitest';
import type { HistoryRun } from './history-run.ts';

interface StoredLook {
  readonly reserve: string;
  readonly slot: string;
  readonly sha256: string;
}

/** A stream that was cut, left, and killed with its API on the way. */
export function itStreamsEveryStoredLook(of: () => HistoryRun): void {
  it('every stored look was told once, in the order of the commits', async ({ annotate }) => {
    const { sql, stream, seed } = of();
    const stored = await sql<StoredLook[]>`
      SELECT look.reserve, look.slot::text AS slot, encode(look.account_sha256, 'hex') AS sha256
      FROM lend.batch_commits AS batch
      JOIN lend.reserve_snapshots AS look
        ON look.poll_batch_id = batch.batch_id AND look.reserve = ANY (batch.snapshot_reserves)
      ORDER BY batch.commit_seq, array_position(batch.snapshot_reserves, look.reserve)`;
    const [all] = await sql<{ looks: number }[]>`SELECT count(*)::int AS looks FROM lend.reserve_snapshots`;
    expect(stored).toHaveLength(all?.looks ?? 0);
    const told = stream.reserves.map(({ data }) => ({
      reserve: data.reserve,
      slot: String(data.slot),
      sha256: data.account_sha256,
    }));
    expect(told, `seed ${seed}`).toEqual([...stored]);
    expect(new Set(stream.reserves.map(({ id }) => id)).size).toBe(told.length);
    // Opened, cut three times, gone and come back, killed with the API.
    expect(stream.connections).toBeGreaterThanOrEqual(6);
    expect(stream.gaps).toBe(0);
    await annotate(`${told.length} looks over ${stream.connections} connections`);
  });
}
