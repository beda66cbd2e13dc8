import { createHash } from 'node:crypto';
import type { Sql } from '../../src/create-database.ts';
import type { PollBatchKind } from '../../src/tables/index.ts';
import { addressOf, bankAt } from './build-rows.ts';

/** A look at some reserves, by label. */
export interface Look {
  readonly seconds: number;
  readonly labels: readonly string[];
  /** Those of the labels that gave no row. */
  readonly notObserved?: readonly string[];
  readonly kind?: PollBatchKind;
  readonly gapAfterMs?: number;
  /** As earlier versions wrote it: a range of addresses, no set. */
  readonly withoutSet?: boolean;
  readonly failed?: boolean;
}

/** Stores the rows that `writePollBatch` would leave of looks, in the order given; ids name their content, so again is the same. */
export async function storeLooks(sql: Sql, looks: readonly Look[], protocol = 'kamino'): Promise<void> {
  for (const look of looks) {
    const reserves = look.labels.map(addressOf).toSorted();
    const sha256 = createHash('sha256').update(reserves.join('\n')).digest();
    const { slot, observedAt } = bankAt(look.seconds);
    const hasSet = look.withoutSet !== true && look.kind !== 'follow';
    if (hasSet) {
      await sql`INSERT INTO lend.reserve_sets ${sql({ sha256, reserves })} ON CONFLICT DO NOTHING`;
    }
    const row = {
      id: `${protocol} ${JSON.stringify(look)}`.slice(0, 200),
      protocol,
      batch_index: 0,
      slot: look.failed === true ? null : slot,
      observed_at: look.failed === true ? null : observedAt,
      commitment: 'confirmed',
      requested: reserves.length,
      received: reserves.length,
      snapshots_written: 0,
      latest_written: 0,
      unchanged: 0,
      missing: 0,
      quarantined: 0,
      older_than_latest: 0,
      first_reserve: reserves[0] ?? null,
      last_reserve: reserves.at(-1) ?? null,
      not_observed: (look.notObserved ?? []).map(addressOf).toSorted(),
      started_at: observedAt,
      duration_ms: 1,
      outcome: look.failed === true ? 'failed' : 'committed',
      error_code: look.failed === true ? 'RPC_TIMEOUT' : null,
      kind: look.kind ?? 'poll',
      gap_after_ms: look.gapAfterMs ?? 30_000,
      reserve_set: hasSet ? sha256 : null,
    };
    await sql`INSERT INTO lend.poll_batches ${sql(row)} ON CONFLICT (id) DO NOTHING`;
  }
}
