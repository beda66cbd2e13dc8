import { createHash } from 'node:crypto';
import type { Sql } from '../../src/create-database.ts';
import { recordFailedAttempt } from '../../src/queries/poll-batch.ts';
import type { PollBatchKind } from '../../src/tables/index.ts';
import { addressOf, bankAt } from './build-rows.ts';

/** A look at some reserves, by label. */
export interface Look {
  readonly seconds: number;
  readonly labels: readonly string[];
  /** Those of the labels that gave no row. */
  readonly notObserved?: readonly string[];
  /** Those of them whose account was there. */
  readonly refused?: readonly string[];
  readonly kind?: PollBatchKind;
  readonly gapAfterMs?: number;
  /** As earlier versions wrote it: a range of addresses, no set. */
  readonly withoutSet?: boolean;
  readonly failed?: boolean;
}

/** Stores the rows that `writePollBatch` would leave of looks, in the order given; ids name their content, so again is the same; an attempt that failed is one more. */
export async function storeLooks(sql: Sql, looks: readonly Look[], protocol = 'kamino'): Promise<void> {
  for (const look of looks) {
    const reserves = look.labels.map(addressOf).toSorted();
    const sha256 = createHash('sha256').update(reserves.join('\n')).digest();
    const { slot, observedAt } = bankAt(look.seconds);
    const hasSet = look.withoutSet !== true && look.kind !== 'follow';
    const id = `${protocol} ${JSON.stringify(look)}`.slice(0, 200);
    if (hasSet) {
      await sql`INSERT INTO lend.reserve_sets ${sql({ sha256, reserves })} ON CONFLICT DO NOTHING`;
    }
    if (look.failed === true) {
      const failure = {
        id,
        protocol,
        batchIndex: 0,
        commitment: 'confirmed',
        requested: reserves,
        startedAt: observedAt,
      };
      const found = { durationMs: 1, rpcEndpoint: null, slot: null, observedAt: null, errorCode: 'RPC_TIMEOUT' };
      await recordFailedAttempt(sql, { ...failure, ...found, kind: look.kind ?? 'poll' });
      continue;
    }
    const row = {
      id,
      protocol,
      batch_index: 0,
      slot,
      observed_at: observedAt,
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
      refused: (look.refused ?? []).map(addressOf).toSorted(),
      started_at: observedAt,
      duration_ms: 1,
      outcome: 'committed',
      error_code: null,
      kind: look.kind ?? 'poll',
      gap_after_ms: look.gapAfterMs ?? 30_000,
      reserve_set: hasSet ? sha256 : null,
    };
    await sql`INSERT INTO lend.poll_batches ${sql(row)} ON CONFLICT (id) DO NOTHING`;
  }
}
