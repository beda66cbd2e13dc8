-- Deletes attempts that failed, at most so many, and returns how many. The indexer's role may add attempts and cannot change or
-- delete one: this function lends it the right to delete those that no gap can name any more. What stays, however old:
-- the first attempt of each gap, what the rollups have not taken in, and all that began after the newest look,
-- because the gap that they are in is not on record before the next one.
CREATE OR REPLACE FUNCTION lend.purge_failed_attempts(of_protocol text, before timestamptz, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  newest_look constant timestamptz := coalesce(
    (SELECT max(p.started_at) FROM lend.poll_batches AS p WHERE p.protocol = of_protocol AND p.kind <> 'follow'),
    (SELECT max(s.to_started_at) FROM lend.observation_spans AS s WHERE s.protocol = of_protocol));
  taken_in constant xid8 := (SELECT r.attempts_before FROM lend.rollup_state AS r WHERE r.protocol = of_protocol);
  deleted bigint;
BEGIN
  DELETE FROM lend.failed_attempts WHERE attempt_id = ANY(ARRAY(
    SELECT a.attempt_id FROM lend.failed_attempts AS a
    WHERE a.protocol = of_protocol AND a.started_at < before AND a.started_at < newest_look
      -- Numbers of transactions to come are of a cluster that this database was dumped from.
      AND (a.recorded_xid < taken_in OR a.recorded_xid >= pg_snapshot_xmax(pg_current_snapshot()))
      AND NOT EXISTS (SELECT FROM lend.ingest_gaps AS g WHERE g.attempt_id = a.attempt_id)
    ORDER BY a.started_at LIMIT most));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END
$$;
REVOKE ALL ON FUNCTION lend.purge_failed_attempts(text, timestamptz, integer) FROM PUBLIC;
