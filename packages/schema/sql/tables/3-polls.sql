-- What was asked of the chain and when: batches, attempts that failed, the order of the commits, and what follows for gaps.

-- The addresses that a batch asked for, stored once per set: a range of addresses would also claim those in between that
-- were not asked for. The hash is of the sorted addresses joined by line feeds.
CREATE TABLE lend.reserve_sets (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  reserves text[] COLLATE "C" NOT NULL
);
CREATE INDEX reserve_sets_reserves_idx ON lend.reserve_sets USING gin (reserves);

-- One row per poll batch that was committed: the bank that it was read from, and what came of it. `first_reserve` and
-- `last_reserve` are the range of addresses asked for, `not_observed` those of them without a row, and `reserve_set` is
-- exactly what was asked for, null for `follow`.
CREATE TABLE lend.poll_batches (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
  protocol text NOT NULL CHECK (protocol <> ''),
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  slot bigint CHECK (slot >= 0),
  observed_at timestamptz,
  commitment text NOT NULL,
  requested integer NOT NULL CHECK (requested >= 0),
  received integer NOT NULL CHECK (received >= 0),
  snapshots_written integer NOT NULL CHECK (snapshots_written >= 0),
  latest_written integer NOT NULL CHECK (latest_written >= 0),
  unchanged integer NOT NULL CHECK (unchanged >= 0),
  missing integer NOT NULL CHECK (missing >= 0),
  quarantined integer NOT NULL CHECK (quarantined >= 0),
  older_than_latest integer NOT NULL CHECK (older_than_latest >= 0),
  first_reserve text COLLATE "C",
  last_reserve text COLLATE "C",
  not_observed text[] NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  -- Attempts that failed are rows of `failed_attempts`.
  outcome text NOT NULL CHECK (outcome = 'committed'),
  error_code text,
  rpc_endpoint text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL DEFAULT 'poll' CHECK (kind IN ('poll', 'discover', 'follow')),
  gap_after_ms integer NOT NULL DEFAULT 30000 CHECK (gap_after_ms > 0),
  reserve_set bytea REFERENCES lend.reserve_sets(sha256),
  -- Of `not_observed` those whose account was there and was refused.
  refused text[] COLLATE "C",
  CHECK (slot IS NOT NULL AND observed_at IS NOT NULL AND error_code IS NULL)
);
CREATE INDEX poll_batches_protocol_observed_at_idx ON lend.poll_batches (protocol, observed_at);
CREATE INDEX poll_batches_protocol_started_at_idx ON lend.poll_batches (protocol, started_at);

-- How often an indexer means to poll: what the age of the newest poll is judged by.
CREATE TABLE lend.poll_schedule (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  poll_interval_ms integer NOT NULL CHECK (poll_interval_ms > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- One row per attempt at a poll batch that failed, whatever became of the batch later: evidence of why a reserve was not
-- observed. Rows are only ever added. A gap's reason follows from them and from the batches, whenever it is worked out.
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
  reserve_set bytea REFERENCES lend.reserve_sets(sha256) DEFERRABLE INITIALLY DEFERRED,
  -- What was asked for, where there is no set of it (`follow`).
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
CREATE INDEX failed_attempts_banks_idx ON lend.failed_attempts (protocol, observed_at)
  WHERE error_code = 'SLOT_DURATION_UNAVAILABLE' AND observed_at IS NOT NULL AND slot IS NOT NULL;
CREATE INDEX failed_attempts_recorded_xid_idx ON lend.failed_attempts (recorded_xid);
CREATE INDEX failed_attempts_reserve_set_idx ON lend.failed_attempts (protocol, reserve_set, started_at, attempt_id)
  WHERE kind <> 'follow';
CREATE INDEX failed_attempts_started_at_idx ON lend.failed_attempts (protocol, started_at);

-- Commits of batches are numbered one after the other: who numbers one holds this row until it is visible. A trigger
-- takes the row, whoever inserts, and runs as the owner, so that no login needs a right to the table: whoever could lock
-- the row could stop ingest.
CREATE TABLE lend.commit_order (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row)
);
INSERT INTO lend.commit_order DEFAULT VALUES;

-- One row per committed batch, numbered in the order of the commits: who has seen n will never see a smaller number
-- appear. Numbers may be left out, where a transaction was undone. `snapshot_reserves` are those of which a snapshot was
-- written.
CREATE TABLE lend.batch_commits (
  commit_seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id text COLLATE "C" NOT NULL UNIQUE,
  protocol text NOT NULL CHECK (protocol <> ''),
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  snapshot_reserves text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- W3C trace context of the span that committed the batch; null where the writer did not trace, which is the default.
  traceparent text COLLATE "C" CHECK (traceparent ~ '^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$')
);
CREATE INDEX batch_commits_committed_at_idx ON lend.batch_commits USING brin (committed_at);

-- Runs of observations of one set of reserves without a gap, cut at the edges of UTC hours, made from `poll_batches`;
-- they outlive those. The work on the first and the last observation began at `from_started_at` and `to_started_at`:
-- attempts are placed between observations by it.
CREATE TABLE lend.observation_spans (
  protocol text NOT NULL CHECK (protocol <> ''),
  hour_start timestamptz NOT NULL,
  span_index integer NOT NULL CHECK (span_index >= 0),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  to_slot bigint NOT NULL CHECK (to_slot >= 0),
  observations integer NOT NULL CHECK (observations > 0),
  gap_after_ms integer NOT NULL CHECK (gap_after_ms > 0),
  reserve_set bytea REFERENCES lend.reserve_sets(sha256),
  first_reserve text COLLATE "C" NOT NULL,
  last_reserve text COLLATE "C" NOT NULL,
  not_observed text[] COLLATE "C" NOT NULL,
  refused text[] COLLATE "C",
  from_started_at timestamptz,
  to_started_at timestamptz,
  PRIMARY KEY (protocol, hour_start, span_index),
  CHECK (to_at >= from_at),
  CHECK (from_at >= hour_start AND to_at < (hour_start + interval '1 hour'))
);
CREATE INDEX observation_spans_reserve_set_idx ON lend.observation_spans (reserve_set, hour_start);

-- Stretches of time in which a reserve was not observed, with the reason. A slot is null where it is not known. The work
-- on the observations around it began at `from_started_at` and `to_started_at` (null while it goes on).
CREATE TABLE lend.ingest_gaps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  from_slot bigint CHECK (from_slot >= 0),
  to_slot bigint,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  reason_code text NOT NULL CHECK (reason_code <> ''),
  detail text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Null: of all reserves of the protocol.
  reserve text COLLATE "C",
  from_started_at timestamptz,
  to_started_at timestamptz,
  -- The first failed attempt in the gap: it cannot be deleted.
  attempt_id bigint REFERENCES lend.failed_attempts(attempt_id),
  CHECK (to_slot >= from_slot),
  CHECK (to_at >= from_at)
);
CREATE INDEX ingest_gaps_attempt_id_idx ON lend.ingest_gaps (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX ingest_gaps_protocol_to_at_idx ON lend.ingest_gaps (protocol, to_at, from_at);
CREATE UNIQUE INDEX ingest_gaps_reserve_from_at_idx ON lend.ingest_gaps (protocol, coalesce(reserve, ''), from_at);
CREATE INDEX ingest_gaps_unplaced_idx ON lend.ingest_gaps (protocol) WHERE from_started_at IS NULL;
