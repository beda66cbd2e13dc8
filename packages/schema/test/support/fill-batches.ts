import type { Sql } from '../../src/create-database.ts';
import { bankAt } from './build-rows.ts';

export interface BatchFill {
  readonly count: number;
  /** Bank of the first, in seconds; each of the others is a second after the one before. */
  readonly fromSeconds?: number;
  readonly protocol?: string;
}

/**
 * As many committed batches and places in the order of the commits as a plan needs to show what it does in earnest; they name
 * no reserves. The planner knows about them.
 */
export async function fillBatches(sql: Sql, { count, fromSeconds = 0, protocol = 'kamino' }: BatchFill): Promise<void> {
  const { slot, observedAt } = bankAt(fromSeconds);
  await sql`
    INSERT INTO lend.poll_batches
      (id, protocol, batch_index, slot, observed_at, commitment, requested, received, snapshots_written, latest_written,
       unchanged, missing, quarantined, older_than_latest, not_observed, started_at, duration_ms, outcome)
    SELECT ${`${protocol} fill ${fromSeconds} `} || n, ${protocol}, 0, ${slot}::bigint + 2 * n,
      ${observedAt}::timestamptz + n * interval '1 second', 'confirmed', 0, 0, 0, 0, 0, 0, 0, 0, '{}',
      ${observedAt}::timestamptz + n * interval '1 second', 1, 'committed'
    FROM generate_series(0, ${count - 1}::int) AS n`;
  await sql`
    INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
    SELECT ${`${protocol} fill ${fromSeconds} `} || n, ${protocol}, ${slot}::bigint + 2 * n,
      ${observedAt}::timestamptz + n * interval '1 second', '{}'
    FROM generate_series(0, ${count - 1}::int) AS n`;
  await sql`ANALYZE lend.poll_batches, lend.batch_commits`;
}
