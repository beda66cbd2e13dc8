-- Commits of batches are numbered one after the other: who numbers one holds the row of commit_order until it is visible.
-- A trigger takes the row, so that the order holds whoever inserts, an indexer of an earlier version among them, and runs
-- as the owner, so that no login needs a right to the table: whoever could lock the row could stop ingest.
CREATE TABLE lend.commit_order (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO lend.commit_order DEFAULT VALUES;

CREATE FUNCTION lend.take_commit_turn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM FROM lend.commit_order FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the row of lend.commit_order is gone: INSERT INTO lend.commit_order DEFAULT VALUES'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.take_commit_turn() FROM PUBLIC;

-- Before the statement, hence before its identity column draws the number.
CREATE TRIGGER take_commit_turn BEFORE INSERT ON lend.batch_commits
FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();

-- How often an indexer means to poll: what the age of the newest poll is judged by.
CREATE TABLE lend.poll_schedule (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  poll_interval_ms integer NOT NULL CHECK (poll_interval_ms > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
