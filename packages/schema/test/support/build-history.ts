import { createHash } from 'node:crypto';
import type { Sql } from '../../src/create-database.ts';
import { recordFailedAttempt } from '../../src/queries/poll-batch.ts';
import type { PollBatchKind } from '../../src/tables/index.ts';
import { addressOf, bankAt } from './build-rows.ts';

/** An observation of some reserves, by label. */
export interface Observation {
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

/** Stores the rows that `writePollBatch` would leave of observations, in the order given; ids name their content, so again is the same; an attempt that failed is one more. */
export async function storeObservations(
  sql: Sql,
  observations: readonly Observation[],
  protocol = 'kamino',
): Promise<void> {
  for (const observation of observations) {
    const reserves = observation.labels.map(addressOf).toSorted();
    const sha256 = createHash('sha256').update(reserves.join('\n')).digest();
    const { slot, observedAt } = bankAt(observation.seconds);
    const hasSet = observation.withoutSet !== true && observation.kind !== 'follow';
    const id = `${protocol} ${JSON.stringify(observation)}`.slice(0, 200);
    if (hasSet) {
      await sql`INSERT INTO lend.reserve_sets ${sql({ sha256, reserves })} ON CONFLICT DO NOTHING`;
    }
    if (observation.failed === true) {
      const failure = {
        id,
        protocol,
        batchIndex: 0,
        commitment: 'confirmed',
        requested: reserves,
        startedAt: observedAt,
      };
      const found = { durationMs: 1, rpcEndpoint: null, slot: null, observedAt: null, errorCode: 'RPC_TIMEOUT' };
      await recordFailedAttempt(sql, { ...failure, ...found, kind: observation.kind ?? 'poll' });
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
      not_observed: (observation.notObserved ?? []).map(addressOf).toSorted(),
      refused: (observation.refused ?? []).map(addressOf).toSorted(),
      started_at: observedAt,
      duration_ms: 1,
      outcome: 'committed',
      error_code: null,
      kind: observation.kind ?? 'poll',
      gap_after_ms: observation.gapAfterMs ?? 30_000,
      reserve_set: hasSet ? sha256 : null,
    };
    await sql`INSERT INTO lend.poll_batches ${sql(row)} ON CONFLICT (id) DO NOTHING`;
  }
}
