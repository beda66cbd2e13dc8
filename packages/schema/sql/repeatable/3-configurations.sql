-- What a row of `lend.configurations` has of a reserve and of a lending market.
CREATE OR REPLACE FUNCTION lend.configuration_of(r lend.reserves) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN jsonb_build_object('identity', jsonb_build_object(
  'lendingMarket', r.lending_market, 'tokenMint', r.token_mint, 'tokenSymbol', r.token_symbol,
  'tokenDecimals', r.token_decimals, 'tokenProgram', r.token_program, 'collateralMint', r.collateral_mint,
  'collateralSupplyVault', r.collateral_supply_vault, 'supplyVault', r.supply_vault, 'feeVault', r.fee_vault)) || r.config;

CREATE OR REPLACE FUNCTION lend.configuration_of(m lend.lending_markets) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN jsonb_build_object('identity', jsonb_build_object('name', m.name, 'quoteCurrency', m.quote_currency)) || m.config;

CREATE OR REPLACE FUNCTION lend.keep_reserve_configuration() RETURNS trigger
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

CREATE OR REPLACE FUNCTION lend.keep_lending_market_configuration() RETURNS trigger
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

CREATE OR REPLACE TRIGGER configuration_is_new AFTER INSERT ON lend.reserves
  FOR EACH ROW EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE OR REPLACE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.reserves
  FOR EACH ROW WHEN (OLD.config_slot < NEW.config_slot) EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE OR REPLACE TRIGGER configuration_is_new AFTER INSERT ON lend.lending_markets
  FOR EACH ROW EXECUTE FUNCTION lend.keep_lending_market_configuration();
CREATE OR REPLACE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.lending_markets
  FOR EACH ROW WHEN (OLD.slot < NEW.slot) EXECUTE FUNCTION lend.keep_lending_market_configuration();

-- Configurations from before an account was seen first: of a simulated chain alone, whose past is known. A configuration that the oldest
-- stored one repeats moves its beginning back; what is not older than the oldest is there already.
CREATE OR REPLACE FUNCTION lend.add_earlier_configurations(earlier jsonb) RETURNS integer
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
