import type { Sql } from '../../src/create-database.ts';
import { bankAt } from './build-rows.ts';

export interface BatchFill {
  readonly count: number;
  /** Bank of the first, in seconds; each of the others is a second after the one before. */
  readonly fromSeconds?: number;
  readonly protocol?: string;
}

/** Rows of one statement, so that a slow machine makes them within the time that a statement may take. */
const ROWS_AT_ONCE = 10_000;

/**
 * As many committed batches and places in the order of the commits as a plan needs to show what it does in earnest; they name
 * no reserves. The planner knows about them.
 */
export async function fillBatches(sql: Sql, { count, fromSeconds = 0, protocol = 'kamino' }: BatchFill): Promise<void> {
  for (let done = 0; done < count; done += ROWS_AT_ONCE) {
    await insertBatches(sql, {
      count: Math.min(ROWS_AT_ONCE, count - done),
      fromSeconds: fromSeconds + done,
      protocol,
    });
  }
  await sql`ANALYZE lend.poll_batches, lend.batch_commits`;
}

async function insertBatches(sql: Sql, { count, fromSeconds, protocol }: Required<BatchFill>): Promise<void> {
  const { slot, observedAt } = bankAt(fromSeconds);
  const id = `${protocol} fill ${fromSeconds} `;
  await sql`
    INSERT INTO lend.poll_batches
      (id, protocol, batch_index, slot, observed_at, commitment, requested, received, snapshots_written, latest_written,
       unchanged, missing, quarantined, older_than_latest, not_observed, started_at, duration_ms, outcome)
    SELECT ${id} || n, ${protocol}, 0, ${slot}::bigint + 2 * n, ${observedAt}::timestamptz + n * interval '1 second',
      'confirmed', 0, 0, 0, 0, 0, 0, 0, 0, '{}', ${observedAt}::timestamptz + n * interval '1 second', 1, 'committed'
    FROM generate_series(0, ${count - 1}::int) AS n`;
  await sql`
    INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
    SELECT ${id} || n, ${protocol}, ${slot}::bigint + 2 * n, ${observedAt}::timestamptz + n * interval '1 second', '{}'
    FROM generate_series(0, ${count - 1}::int) AS n`;
}
