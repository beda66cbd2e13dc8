-- Configurations of reserves and lending markets as rows, each valid from a slot until the next one of the account: what a reserve was
-- configured like at any time is a lookup, and not the current configuration with the log of changes undone.
--
-- Triggers write the rows, as the owner: an indexer of the version before keeps them too, and no login may change one.
CREATE TABLE lend.configurations (
  account text COLLATE "C" NOT NULL,
  account_kind text NOT NULL CHECK (account_kind IN ('reserve', 'lending_market')),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  -- First bank in which it was seen.
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  observed_at timestamptz NOT NULL,
  -- What the log of changes compares: the configuration, and under `identity` what the account says beside it.
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, from_slot)
);

CREATE FUNCTION lend.configuration_of(r lend.reserves) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN jsonb_build_object('identity', jsonb_build_object(
  'lendingMarket', r.lending_market, 'tokenMint', r.token_mint, 'tokenSymbol', r.token_symbol,
  'tokenDecimals', r.token_decimals, 'tokenProgram', r.token_program, 'collateralMint', r.collateral_mint,
  'collateralSupplyVault', r.collateral_supply_vault, 'supplyVault', r.supply_vault, 'feeVault', r.fee_vault)) || r.config;

CREATE FUNCTION lend.configuration_of(m lend.lending_markets) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN jsonb_build_object('identity', jsonb_build_object('name', m.name, 'quoteCurrency', m.quote_currency)) || m.config;

CREATE FUNCTION lend.keep_reserve_configuration() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' OR lend.configuration_of(OLD) <> lend.configuration_of(NEW) THEN
    INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
    VALUES (NEW.address, 'reserve', NEW.protocol, NEW.lending_market, NEW.config_slot, NEW.config_observed_at,
      lend.configuration_of(NEW));
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION lend.keep_lending_market_configuration() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' OR lend.configuration_of(OLD) <> lend.configuration_of(NEW) THEN
    INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
    VALUES (NEW.address, 'lending_market', NEW.protocol, NEW.address, NEW.slot, NEW.observed_at, lend.configuration_of(NEW));
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.keep_reserve_configuration(), lend.keep_lending_market_configuration() FROM PUBLIC;

-- From here to the end nobody writes reserves or markets: what is read below is what the triggers go on from.
CREATE TRIGGER configuration_is_new AFTER INSERT ON lend.reserves
  FOR EACH ROW EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.reserves
  FOR EACH ROW WHEN (OLD.config_slot < NEW.config_slot) EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE TRIGGER configuration_is_new AFTER INSERT ON lend.lending_markets
  FOR EACH ROW EXECUTE FUNCTION lend.keep_lending_market_configuration();
CREATE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.lending_markets
  FOR EACH ROW WHEN (OLD.slot < NEW.slot) EXECUTE FUNCTION lend.keep_lending_market_configuration();

-- The rows of the past: the current configuration with the logged changes undone, the newest first.
DO $$
DECLARE
  stored record;
  change record;
  parameter record;
  held jsonb;
BEGIN
  FOR stored IN
    SELECT address, 'reserve' AS kind, protocol, lending_market, first_seen_slot, first_seen_at, lend.configuration_of(r) AS config
    FROM lend.reserves AS r
    UNION ALL
    SELECT address, 'lending_market', protocol, address, first_seen_slot, first_seen_at, lend.configuration_of(m)
    FROM lend.lending_markets AS m
  LOOP
    held := stored.config;
    FOR change IN
      SELECT slot, min(observed_at) AS observed_at, jsonb_object_agg(field, old_value) AS old_values
      FROM lend.config_changes WHERE account = stored.address GROUP BY slot ORDER BY slot DESC
    LOOP
      INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
      VALUES (stored.address, stored.kind, stored.protocol, coalesce(held #>> '{identity,lendingMarket}', stored.lending_market),
        change.slot, change.observed_at, held);
      FOR parameter IN SELECT key, value FROM jsonb_each(change.old_values) LOOP
        held := jsonb_set(held, string_to_array(parameter.key, '.'), parameter.value);
      END LOOP;
    END LOOP;
    INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
    VALUES (stored.address, stored.kind, stored.protocol, coalesce(held #>> '{identity,lendingMarket}', stored.lending_market),
      stored.first_seen_slot, stored.first_seen_at, held);
  END LOOP;
END
$$;

CREATE VIEW lend_v1.configurations AS
SELECT
  c.protocol,
  c.account_kind,
  CASE c.account_kind WHEN 'reserve' THEN c.account END AS reserve,
  c.lending_market,
  coalesce(m.display_name, '') AS lending_market_name,
  c.from_slot,
  c.observed_at,
  c.config,
  c.recorded_at
FROM lend.configurations AS c
LEFT JOIN lend.lending_markets AS m ON m.address = c.lending_market;
