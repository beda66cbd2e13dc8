-- Parameters of reserves and lending markets that differed between two reads. Written in the transaction that replaces the
-- stored configuration; the first sight of an account is no change. A value is the JSON scalar of the configuration.
CREATE TABLE lend.config_changes (
  account text COLLATE "C" NOT NULL CHECK (account ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  account_kind text NOT NULL CHECK (account_kind IN ('reserve', 'lending_market')),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL CHECK (field <> ''),
  old_value jsonb NOT NULL CHECK (jsonb_typeof(old_value) IN ('string', 'number', 'boolean', 'null')),
  new_value jsonb NOT NULL CHECK (jsonb_typeof(new_value) IN ('string', 'number', 'boolean', 'null')),
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  previous_slot bigint NOT NULL CHECK (previous_slot >= 0),
  previous_observed_at timestamptz NOT NULL,
  poll_batch_id text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, slot, field),
  CHECK (previous_slot < slot),
  CHECK (old_value <> new_value)
);
-- The whole log in the order in which it is read, a page at a time.
CREATE INDEX config_changes_observed_at_idx ON lend.config_changes (observed_at, slot, account, field);

CREATE VIEW lend_v1.config_changes AS
SELECT
  c.protocol,
  c.account_kind,
  CASE c.account_kind WHEN 'reserve' THEN c.account END AS reserve,
  c.lending_market,
  coalesce(m.display_name, '') AS lending_market_name,
  r.token_symbol,
  c.field,
  c.old_value,
  c.new_value,
  c.slot,
  c.observed_at,
  c.previous_slot,
  c.previous_observed_at,
  c.poll_batch_id,
  c.recorded_at
FROM lend.config_changes AS c
LEFT JOIN lend.reserves AS r ON r.address = c.account
LEFT JOIN lend.lending_markets AS m ON m.address = c.lending_market;
