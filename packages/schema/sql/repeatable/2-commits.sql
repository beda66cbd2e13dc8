-- The order of the commits (`lend.commit_order`). Before the statement, hence before its identity column draws the number.
CREATE OR REPLACE FUNCTION lend.take_commit_turn() RETURNS trigger
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

CREATE OR REPLACE TRIGGER take_commit_turn BEFORE INSERT ON lend.batch_commits
  FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();
CREATE OR REPLACE TRIGGER take_commit_turn BEFORE INSERT ON lend.price_commits
  FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();

-- Batches of prices are numbered from the same sequence.
CREATE OR REPLACE FUNCTION lend.number_price_commit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.commit_seq := nextval(pg_get_serial_sequence('lend.batch_commits', 'commit_seq'));
  RETURN NEW;
END
$$;

REVOKE EXECUTE ON FUNCTION lend.number_price_commit() FROM PUBLIC;

CREATE OR REPLACE TRIGGER number_price_commit BEFORE INSERT ON lend.price_commits
  FOR EACH ROW EXECUTE FUNCTION lend.number_price_commit();
