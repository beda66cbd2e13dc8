-- What the audits of the indexer found in the data: whether they have the shape that they should have, not only whether they came.

-- One row from the moment in which an audit first finds something to the moment in which one looks again and finds it no
-- more; what comes back is a new row. `subject` is an address, the name of an account kind or of the protocol, or the
-- label of an RPC endpoint: host and port, never a URL.
CREATE TABLE lend.audit_findings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  check_name text COLLATE "C" NOT NULL CHECK (check_name ~ '^[a-z][a-z0-9_]{1,62}$'),
  subject_kind text NOT NULL CHECK (subject_kind IN ('reserve', 'lending_market', 'account_kind', 'endpoint',
    'protocol')),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 300),
  severity text NOT NULL CHECK (severity IN ('critical', 'warning', 'info')),
  message text NOT NULL CHECK (message <> ''),
  detail jsonb NOT NULL CHECK (jsonb_typeof(detail) = 'object'),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  times_seen bigint NOT NULL CHECK (times_seen > 0),
  resolved_at timestamptz,
  CHECK (last_seen_at >= first_seen_at),
  CHECK (resolved_at >= first_seen_at)
);
CREATE UNIQUE INDEX audit_findings_open_idx ON lend.audit_findings (protocol, check_name, subject_kind, subject)
  WHERE resolved_at IS NULL;
CREATE INDEX audit_findings_resolved_at_idx ON lend.audit_findings (protocol, resolved_at)
  WHERE resolved_at IS NOT NULL;

-- One row per audit: what was looked at. `commit_seq` is the last commit whose rows were checked, null where the audit
-- failed.
CREATE TABLE lend.audit_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('completed', 'failed')),
  error_code text,
  commit_seq bigint CHECK (commit_seq >= 0),
  findings_opened integer NOT NULL CHECK (findings_opened >= 0),
  findings_resolved integer NOT NULL CHECK (findings_resolved >= 0),
  findings_open integer NOT NULL CHECK (findings_open >= 0),
  checks jsonb NOT NULL CHECK (jsonb_typeof(checks) = 'object'),
  account_kinds jsonb NOT NULL CHECK (jsonb_typeof(account_kinds) = 'object'),
  endpoints jsonb NOT NULL CHECK (jsonb_typeof(endpoints) = 'object'),
  CHECK (finished_at >= started_at),
  CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CHECK ((outcome = 'completed') = (commit_seq IS NOT NULL))
);
CREATE INDEX audit_runs_protocol_id_idx ON lend.audit_runs (protocol, id);
