-- Evidence of why something was not observed is only ever added: attempts that failed, one row each, apart from the batches
-- that were committed. A gap's reason follows from them and from the looks, whenever it is worked out.
--
-- The version before goes on writing beside this schema for the length of a deploy: its failures are turned into attempts
-- by a trigger, and the columns that it does not know may be null.

-- Polls wait from here to the end; those that wait for longer than ten seconds fail and come again.
LOCK TABLE lend.poll_batches IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE lend.failed_attempts (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Attempts at the same work have the same batch, whether or not it was committed in the end.
  batch_id text COLLATE "C" NOT NULL CHECK (length(batch_id) BETWEEN 1 AND 200),
  protocol text NOT NULL CHECK (protocol <> ''),
  kind text NOT NULL CHECK (kind IN ('poll', 'discover', 'follow')),
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  commitment text NOT NULL,
  -- Null where no bank was read.
  slot bigint CHECK (slot >= 0),
  observed_at timestamptz,
  requested integer NOT NULL CHECK (requested >= 0),
  -- Deferred: a statement of the version before stores the set after the attempt.
  reserve_set bytea REFERENCES lend.reserve_sets (sha256) DEFERRABLE INITIALLY DEFERRED,
  -- What was asked for, where there is no set of it.
  reserves text[] COLLATE "C",
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  error_code text NOT NULL CHECK (error_code <> ''),
  rpc_endpoint text,
  gap_after_ms integer NOT NULL CHECK (gap_after_ms > 0),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What the rollups have taken in is told by transactions: numbers and times do not become visible in their order.
  recorded_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CHECK (reserve_set IS NULL OR reserves IS NULL)
);
CREATE INDEX failed_attempts_started_at_idx ON lend.failed_attempts (protocol, started_at);
CREATE INDEX failed_attempts_reserve_set_idx ON lend.failed_attempts (protocol, reserve_set, started_at, attempt_id)
  WHERE kind <> 'follow';
CREATE INDEX failed_attempts_recorded_xid_idx ON lend.failed_attempts (recorded_xid);
-- Banks that a slot duration can be measured from.
CREATE INDEX failed_attempts_banks_idx ON lend.failed_attempts (protocol, observed_at)
  WHERE error_code = 'SLOT_DURATION_UNAVAILABLE' AND observed_at IS NOT NULL AND slot IS NOT NULL;
CREATE INDEX reserve_sets_reserves_idx ON lend.reserve_sets USING gin (reserves);

-- Of `not_observed` those whose account was there and was refused. Null in rows of the version before.
ALTER TABLE lend.poll_batches ADD COLUMN refused text[] COLLATE "C";
-- When the work on the first and on the last look of the run began: attempts are placed between looks by it.
ALTER TABLE lend.observation_spans
  ADD COLUMN refused text[] COLLATE "C",
  ADD COLUMN from_started_at timestamptz,
  ADD COLUMN to_started_at timestamptz;
-- When the work on the looks around the gap began, and the attempt that its reason names: that one cannot be deleted.
ALTER TABLE lend.ingest_gaps
  ADD COLUMN from_started_at timestamptz,
  ADD COLUMN to_started_at timestamptz,
  ADD COLUMN attempt_id bigint REFERENCES lend.failed_attempts (attempt_id);
CREATE INDEX ingest_gaps_attempt_id_idx ON lend.ingest_gaps (attempt_id) WHERE attempt_id IS NOT NULL;
-- Written by the version before, which does not look at attempts.
CREATE INDEX ingest_gaps_unplaced_idx ON lend.ingest_gaps (protocol) WHERE from_started_at IS NULL;
-- Attempts of later transactions, and of those that were at work, are still to be taken in by the rollups. Null: all are.
ALTER TABLE lend.rollup_state ADD COLUMN attempts_before xid8;

-- What is on record becomes attempts, the sets of the oldest ones included.
INSERT INTO lend.reserve_sets (sha256, reserves)
SELECT DISTINCT sha256(convert_to(array_to_string(l.reserves, E'\n'), 'UTF8')), l.reserves
FROM lend.poll_batches AS p
CROSS JOIN LATERAL (SELECT ARRAY(SELECT DISTINCT r COLLATE "C" FROM unnest(p.not_observed) AS u(r) ORDER BY 1) AS reserves) AS l
WHERE p.outcome = 'failed' AND p.kind <> 'follow' AND p.reserve_set IS NULL AND cardinality(p.not_observed) > 0
ON CONFLICT (sha256) DO NOTHING;

INSERT INTO lend.failed_attempts
  (batch_id, protocol, kind, batch_index, commitment, slot, observed_at, requested, reserve_set, reserves, started_at,
   duration_ms, error_code, rpc_endpoint, gap_after_ms, recorded_at)
SELECT p.id, p.protocol, p.kind, p.batch_index, p.commitment, p.slot, p.observed_at, p.requested, s.sha256,
  CASE WHEN s.sha256 IS NULL THEN p.not_observed END, p.started_at, p.duration_ms,
  coalesce(nullif(p.error_code, ''), 'INTERNAL_ERROR'), p.rpc_endpoint, p.gap_after_ms, p.recorded_at
FROM lend.poll_batches AS p
LEFT JOIN lend.reserve_sets AS s ON s.sha256 = coalesce(p.reserve_set, CASE WHEN p.kind <> 'follow' THEN sha256(convert_to(
  array_to_string(ARRAY(SELECT DISTINCT r COLLATE "C" FROM unnest(p.not_observed) AS u(r) ORDER BY 1), E'\n'), 'UTF8')) END)
WHERE p.outcome = 'failed'
ORDER BY p.started_at, p.id;
DELETE FROM lend.poll_batches WHERE outcome = 'failed';

-- A failure that the version before writes. Its success under the same id then finds no row, and is a committed one.
CREATE FUNCTION lend.record_failed_batch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.failed_attempts
    (batch_id, protocol, kind, batch_index, commitment, slot, observed_at, requested, reserve_set, reserves, started_at,
     duration_ms, error_code, rpc_endpoint, gap_after_ms)
  VALUES (NEW.id, NEW.protocol, NEW.kind, NEW.batch_index, NEW.commitment, NEW.slot, NEW.observed_at, NEW.requested,
    NEW.reserve_set, CASE WHEN NEW.reserve_set IS NULL THEN NEW.not_observed END, NEW.started_at, NEW.duration_ms,
    coalesce(nullif(NEW.error_code, ''), 'INTERNAL_ERROR'), NEW.rpc_endpoint, NEW.gap_after_ms);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.record_failed_batch() FROM PUBLIC;
CREATE TRIGGER failures_are_attempts BEFORE INSERT ON lend.poll_batches
  FOR EACH ROW WHEN (NEW.outcome = 'failed') EXECUTE FUNCTION lend.record_failed_batch();
ALTER TABLE lend.poll_batches ADD CONSTRAINT holds_committed_batches CHECK (outcome = 'committed') NOT VALID;

-- Which of those not observed were refused: as the reasons of gaps had it so far, by the first and the last sight of a refusal.
UPDATE lend.poll_batches AS p SET refused = ARRAY(
  SELECT r COLLATE "C" FROM unnest(p.not_observed) AS u(r)
  WHERE EXISTS (SELECT FROM lend.quarantine AS q WHERE q.account_kind = 'reserve' AND q.address = r
    AND q.first_seen_at <= p.observed_at AND q.last_seen_at >= p.observed_at)
  ORDER BY 1)
WHERE p.kind <> 'follow' AND p.quarantined > 0;
UPDATE lend.observation_spans AS s SET
  refused = CASE WHEN cardinality(s.not_observed) = 0 THEN '{}' ELSE ARRAY(
    SELECT r COLLATE "C" FROM unnest(s.not_observed) AS u(r)
    WHERE EXISTS (SELECT FROM lend.quarantine AS q WHERE q.account_kind = 'reserve' AND q.address = r
      AND q.first_seen_at <= s.to_at AND q.last_seen_at >= s.from_at)
    ORDER BY 1) END,
  -- Where the batches are deleted, so are the failures of that time: nothing is placed by these but what follows below.
  from_started_at = coalesce((SELECT min(p.started_at) FROM lend.poll_batches AS p
    WHERE p.protocol = s.protocol AND p.observed_at = s.from_at AND p.kind <> 'follow'), s.from_at),
  to_started_at = coalesce((SELECT max(p.started_at) FROM lend.poll_batches AS p
    WHERE p.protocol = s.protocol AND p.observed_at = s.to_at AND p.kind <> 'follow'), s.to_at);
UPDATE lend.ingest_gaps AS g SET
  from_started_at = coalesce((SELECT max(p.started_at) FROM lend.poll_batches AS p
    WHERE p.protocol = g.protocol AND p.observed_at = g.from_at AND p.kind <> 'follow'), g.from_at),
  to_started_at = CASE WHEN g.to_slot IS NOT NULL THEN coalesce((SELECT min(p.started_at) FROM lend.poll_batches AS p
    WHERE p.protocol = g.protocol AND p.observed_at = g.to_at AND p.kind <> 'follow'), g.to_at) END
WHERE g.reserve IS NOT NULL;

-- Failures whose row was overwritten or purged are known to the ledger only: what it says becomes an attempt too, so that
-- the reason stays.
WITH lost AS (
  SELECT g.protocol, g.from_started_at, split_part(g.reason_code, ':', 2) AS error_code,
    array_agg(g.reserve COLLATE "C" ORDER BY g.reserve COLLATE "C") AS reserves
  FROM lend.ingest_gaps AS g
  LEFT JOIN LATERAL (
    SELECT a.error_code FROM lend.failed_attempts AS a JOIN lend.reserve_sets AS s ON s.sha256 = a.reserve_set
    WHERE a.protocol = g.protocol AND a.kind <> 'follow' AND s.reserves @> ARRAY[g.reserve]
      AND a.started_at > g.from_started_at AND (g.to_started_at IS NULL OR a.started_at < g.to_started_at)
    ORDER BY a.started_at, a.attempt_id LIMIT 1
  ) AS first ON true
  WHERE g.reserve IS NOT NULL AND g.reason_code LIKE 'poll_failed:_%'
    AND first.error_code IS DISTINCT FROM split_part(g.reason_code, ':', 2)
  GROUP BY 1, 2, 3
), hashed AS MATERIALIZED (
  SELECT *, sha256(convert_to(array_to_string(reserves, E'\n'), 'UTF8')) AS reserve_set FROM lost
), sets AS (
  INSERT INTO lend.reserve_sets (sha256, reserves) SELECT DISTINCT reserve_set, reserves FROM hashed
  ON CONFLICT (sha256) DO NOTHING
)
INSERT INTO lend.failed_attempts
  (batch_id, protocol, kind, batch_index, commitment, requested, reserve_set, started_at, duration_ms, error_code, gap_after_ms)
SELECT 'ledger-' || extract(epoch FROM from_started_at)::text, protocol, 'poll', 0, 'unknown', cardinality(reserves),
  reserve_set, from_started_at + interval '1 microsecond', 0, error_code, 30000
FROM hashed ORDER BY from_started_at;
UPDATE lend.ingest_gaps AS g SET attempt_id = (
  SELECT a.attempt_id FROM lend.failed_attempts AS a JOIN lend.reserve_sets AS s ON s.sha256 = a.reserve_set
  WHERE a.protocol = g.protocol AND a.kind <> 'follow' AND s.reserves @> ARRAY[g.reserve]
    AND a.started_at > g.from_started_at AND (g.to_started_at IS NULL OR a.started_at < g.to_started_at)
  ORDER BY a.started_at, a.attempt_id LIMIT 1)
WHERE g.reserve IS NOT NULL AND g.reason_code LIKE 'poll_failed:_%';

-- Batches that were committed and attempts that failed. An id is that of the work: attempts at it have the same one.
CREATE OR REPLACE VIEW lend_v1.poll_batches AS
SELECT id, protocol, batch_index, slot, observed_at, commitment, requested, received, snapshots_written, latest_written,
  unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve, not_observed, started_at, duration_ms,
  outcome, error_code, recorded_at, kind, gap_after_ms, encode(reserve_set, 'hex') AS reserve_set,
  NULL::bigint AS attempt_id
FROM lend.poll_batches
UNION ALL
SELECT a.batch_id, a.protocol, a.batch_index, a.slot, a.observed_at, a.commitment, a.requested, 0, 0, 0, 0, 0, 0, 0,
  asked.reserves[1], asked.reserves[cardinality(asked.reserves)], asked.reserves COLLATE "default", a.started_at, a.duration_ms,
  'failed', a.error_code, a.recorded_at, a.kind, a.gap_after_ms, encode(a.reserve_set, 'hex'), a.attempt_id
FROM lend.failed_attempts AS a
CROSS JOIN LATERAL (
  SELECT coalesce((SELECT s.reserves FROM lend.reserve_sets AS s WHERE s.sha256 = a.reserve_set), a.reserves, '{}') AS reserves
) AS asked;
