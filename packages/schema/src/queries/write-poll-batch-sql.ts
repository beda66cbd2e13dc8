import { columnList, recordsetColumns } from '../rows/column-specs.ts';
import { RESERVE_STATE_SPECS } from '../rows/reserve-state-row.ts';

const STATE = columnList(RESERVE_STATE_SPECS);
const STATE_FROM_EXCLUDED = RESERVE_STATE_SPECS.filter((spec) => spec.name !== 'reserve')
  .map((spec) => `${spec.name} = excluded.${spec.name}`)
  .join(', ');

/** Counts that the statement returns. */
export interface WrittenCounts {
  readonly snapshots: number;
  readonly latest: number;
}

/**
 * Snapshots, latest rows and the batch row in one statement, so that the batch row can count what was really written.
 * $1 JSON of the states with `reason` and `write_latest`, $2 batch id, $3 JSON of the batch row.
 * One JSON text beats an array per column or a multi-row VALUES list here: one parameter, one plan for every batch size.
 */
export const WRITE_POLL_BATCH_SQL = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json)
    AS i(${recordsetColumns(RESERVE_STATE_SPECS)}, reason text, write_latest boolean)
), snapshot AS (
  INSERT INTO lend.reserve_snapshots (${STATE}, poll_batch_id, reason)
  SELECT ${STATE}, $2::text, reason FROM input
  -- What comes so late may be there already, and moved away since.
  WHERE reason IS NOT NULL AND (observed_at > now() - interval '1 day' OR NOT lend.is_moved(reserve, observed_at, slot))
  ON CONFLICT (reserve, observed_at, slot) DO NOTHING
  RETURNING reserve, slot, observed_at, account_sha256
), latest AS (
  INSERT INTO lend.reserve_latest AS l
    (${STATE}, poll_batch_id, snapshot_slot, snapshot_observed_at, snapshot_account_sha256)
  SELECT ${columnList(RESERVE_STATE_SPECS, 'i.')}, $2::text, s.slot, s.observed_at, s.account_sha256
  FROM input AS i LEFT JOIN snapshot AS s ON s.reserve = i.reserve
  WHERE i.write_latest
  ON CONFLICT (reserve) DO UPDATE SET ${STATE_FROM_EXCLUDED},
    poll_batch_id = excluded.poll_batch_id,
    snapshot_slot = coalesce(excluded.snapshot_slot, l.snapshot_slot),
    snapshot_observed_at = coalesce(excluded.snapshot_observed_at, l.snapshot_observed_at),
    snapshot_account_sha256 = coalesce(excluded.snapshot_account_sha256, l.snapshot_account_sha256),
    recorded_at = now()
  WHERE l.slot <= excluded.slot
  RETURNING 1
), late_snapshot AS (
  UPDATE lend.reserve_latest AS l
  SET snapshot_slot = s.slot, snapshot_observed_at = s.observed_at, snapshot_account_sha256 = s.account_sha256
  FROM snapshot AS s JOIN input AS i ON i.reserve = s.reserve
  WHERE l.reserve = s.reserve AND NOT i.write_latest AND (l.snapshot_slot IS NULL OR l.snapshot_slot < s.slot)
), counts AS (
  SELECT (SELECT count(*)::int FROM snapshot) AS snapshots, (SELECT count(*)::int FROM latest) AS latest
), batch_row AS MATERIALIZED (
  SELECT * FROM json_to_record($3::text::json)
    AS b(protocol text, batch_index int, slot bigint, observed_at timestamptz, commitment text, requested int,
         received int, unchanged int, missing int, quarantined int, older_than_latest int, first_reserve text,
         last_reserve text, not_observed text[], started_at timestamptz, duration_ms int, rpc_endpoint text, kind text,
         gap_after_ms int, reserve_set bytea, reserves text[], refused text[])
), reserve_set AS (
  INSERT INTO lend.reserve_sets (sha256, reserves)
  SELECT reserve_set, reserves FROM batch_row WHERE reserve_set IS NOT NULL
  ON CONFLICT (sha256) DO NOTHING
), batch AS (
  INSERT INTO lend.poll_batches
    (id, protocol, batch_index, slot, observed_at, commitment, requested, received, snapshots_written, latest_written,
     unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve, not_observed, started_at,
     duration_ms, outcome, rpc_endpoint, kind, gap_after_ms, reserve_set, refused)
  SELECT $2::text, b.protocol, b.batch_index, b.slot, b.observed_at, b.commitment, b.requested, b.received,
    counts.snapshots, counts.latest, b.unchanged, b.missing, b.quarantined, b.older_than_latest, b.first_reserve,
    b.last_reserve, b.not_observed, b.started_at, b.duration_ms, 'committed', b.rpc_endpoint, b.kind, b.gap_after_ms,
    b.reserve_set, b.refused
  FROM counts, batch_row AS b
)
SELECT snapshots, latest FROM counts`;
