-- Batches of prices in the order of the commits, which they have in common with batches of reserves: the place of each in the stream. The
-- number is taken within the turn of the commit, by the owner, so that no login needs a right to the sequence.
CREATE TABLE lend.price_commits (
  commit_seq bigint PRIMARY KEY,
  batch_id text NOT NULL,
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  -- Tokens whose price was stored, in the order of the places.
  mints text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION lend.number_price_commit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.commit_seq := nextval(pg_get_serial_sequence('lend.batch_commits', 'commit_seq'));
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.number_price_commit() FROM PUBLIC;
CREATE TRIGGER take_commit_turn BEFORE INSERT ON lend.price_commits
FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();
CREATE TRIGGER number_price_commit BEFORE INSERT ON lend.price_commits
FOR EACH ROW EXECUTE FUNCTION lend.number_price_commit();
