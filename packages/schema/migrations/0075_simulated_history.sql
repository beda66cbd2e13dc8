-- Whether the chain is a simulation: its genesis hash is made of what a localnet tells of its start, which no other chain's can be.
ALTER TABLE lend.chain ADD COLUMN is_simulated boolean NOT NULL DEFAULT false;

-- The past of a simulated chain that the indexer writes: days before the chain began, the newest first. One row.
CREATE TABLE lend.simulated_history (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  from_at timestamptz NOT NULL,
  -- Beginning of the chain: what lies after it was read from its node.
  to_at timestamptz NOT NULL,
  -- Whole days from here on are stored.
  filled_from timestamptz NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- When all of it was stored and rolled up.
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_at <= filled_from AND filled_from <= to_at)
);

-- Configurations from before an account was seen first: of a simulated chain alone, whose past is known. A configuration that the oldest
-- stored one repeats moves its beginning back; what is not older than the oldest is there already.
CREATE FUNCTION lend.add_earlier_configurations(earlier jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  entry record;
  oldest lend.configurations;
  added integer := 0;
BEGIN
  IF NOT coalesce((SELECT c.is_simulated FROM lend.chain AS c), false) THEN
    RAISE EXCEPTION 'the chain of this database is not simulated: its configurations are those that were read';
  END IF;
  FOR entry IN
    SELECT * FROM jsonb_to_recordset(earlier) AS e(account text, from_slot bigint, observed_at timestamptz, config jsonb)
    ORDER BY e.account, e.from_slot DESC
  LOOP
    SELECT * INTO oldest FROM lend.configurations AS c WHERE c.account = entry.account ORDER BY c.from_slot LIMIT 1;
    CONTINUE WHEN NOT FOUND OR oldest.from_slot <= entry.from_slot;
    IF oldest.config = entry.config THEN
      UPDATE lend.configurations AS c SET from_slot = entry.from_slot, observed_at = entry.observed_at
      WHERE c.account = entry.account AND c.from_slot = oldest.from_slot;
    ELSE
      INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
      VALUES (oldest.account, oldest.account_kind, oldest.protocol, oldest.lending_market, entry.from_slot, entry.observed_at,
        entry.config);
    END IF;
    added := added + 1;
  END LOOP;
  RETURN added;
END
$$;
REVOKE ALL ON FUNCTION lend.add_earlier_configurations(jsonb) FROM PUBLIC;
