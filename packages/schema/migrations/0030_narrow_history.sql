-- History in narrow rows. `reserve_snapshots` keeps what was observed lately, a row with everything in it, as the polls write it. Days that
-- are over are moved, by the `maintain` job, into tables that say nothing twice: what was observed, apart from the states of the
-- accounts that it was observed of; an integer for each reserve, and for each combination of texts.

ALTER TABLE lend.reserves ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY, ADD CONSTRAINT reserves_id_key UNIQUE (id);

-- What rows repeat; `scale` is what a whole is in the fixed-point numbers of the protocol.
CREATE TABLE lend.observation_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decoder_version integer NOT NULL,
  price_usable boolean NOT NULL,
  scale numeric NOT NULL CHECK (scale > 0),
  lending_market text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  slot_duration_source text NOT NULL,
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL,
  CONSTRAINT observation_terms_key UNIQUE (lending_market, reason, price_usable, decoder_version, slot_duration_source,
    interest_rate_basis, compounding, scale)
);

-- What all rows of a batch have in common, numbered within a moment.
CREATE TABLE lend.observation_batches (
  observed_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  slot_duration_ms_f double precision NOT NULL,
  batch_no smallint NOT NULL,
  poll_batch_id text NOT NULL,
  CONSTRAINT observation_batches_pkey PRIMARY KEY (observed_at, batch_no)
) PARTITION BY RANGE (observed_at);

-- What an account held, from the first observation of it on that a move found; integers of fixed-point numbers are in parts of `scale`.
CREATE TABLE lend.observation_states (
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL,
  last_update_at timestamptz,
  price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
  reserve_id integer NOT NULL,
  price_status smallint,
  last_update_stale boolean NOT NULL,
  available_amount_raw numeric(20,0) NOT NULL,
  borrowed numeric(39,0) NOT NULL,
  borrow_index numeric(78,0) NOT NULL,
  accumulated_protocol_fees numeric(39,0) NOT NULL,
  accumulated_referrer_fees numeric(39,0),
  pending_referrer_fees numeric(39,0),
  absolute_referral_rate numeric(39,0),
  price numeric(39,0) NOT NULL,
  collateral_supply_raw numeric(20,0) NOT NULL,
  rewards_available_raw numeric(20,0),
  queued_collateral_raw numeric(20,0),
  borrowed_outside_elevation_group_raw numeric(20,0),
  deposit_cap_current_raw numeric(20,0),
  debt_cap_current_raw numeric(20,0),
  account_sha256 bytea NOT NULL,
  own jsonb,
  CONSTRAINT observation_states_pkey PRIMARY KEY (reserve_id, observed_at, slot)
) PARTITION BY RANGE (observed_at);

-- What was published of an observation. Its state is the one observed so many milliseconds and slots before it, of the same UTC day; where
-- these are null the one that begins with it. `…_change` is what accrual has added to the state's value, null where nothing. Supply is null where
-- it is what remains of available and borrowed without the fees, utilization where it is borrowed over supply, rounded down.
CREATE TABLE lend.observations (
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  available_amount_f double precision NOT NULL,
  supplied_amount_f double precision NOT NULL,
  borrowed_amount_f double precision NOT NULL,
  available_amount_usd_f double precision,
  supplied_amount_usd_f double precision,
  borrowed_amount_usd_f double precision,
  price_usd_f double precision,
  utilization_f double precision NOT NULL,
  borrow_apr_f double precision NOT NULL,
  borrow_apy_f double precision NOT NULL,
  supply_apr_f double precision NOT NULL,
  supply_apy_f double precision NOT NULL,
  rewards_apr_f double precision NOT NULL,
  reserve_id integer NOT NULL,
  terms_id integer NOT NULL,
  state_ms_before integer,
  state_slots_before integer,
  batch_no smallint NOT NULL,
  available_change numeric(21,0),
  borrowed_change numeric(40,0),
  borrow_index_change numeric(79,0),
  protocol_fees_change numeric(40,0),
  accrued_pending_referrer_fees numeric(39,0),
  accrued_supplied numeric(40,0),
  accrued_utilization numeric(39,0),
  borrow_rate numeric(39,0) NOT NULL,
  CONSTRAINT observations_pkey PRIMARY KEY (reserve_id, observed_at, slot),
  CONSTRAINT state_is_whole CHECK ((state_ms_before IS NULL) = (state_slots_before IS NULL))
) PARTITION BY RANGE (observed_at);

-- Months of the narrow tables; a month that is sealed lies in the order of (reserve, time), and was compared with what it was made of.
CREATE TABLE lend.history_months (
  month date PRIMARY KEY,
  observations bigint NOT NULL DEFAULT 0,
  checksum numeric NOT NULL DEFAULT 0,
  moved_at timestamptz NOT NULL DEFAULT now(),
  sealing_after integer,
  sealed_at timestamptz,
  first_observed_at timestamptz,
  last_observed_at timestamptz,
  CONSTRAINT seal_is_whole CHECK (sealed_at IS NULL OR sealing_after IS NULL)
);

-- Since when this database has narrow rows: nothing is moved in the first hour, while the version before, which reads
-- `reserve_snapshots` alone, may still be at work.
CREATE TABLE lend.history_start (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  narrow_since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO lend.history_start DEFAULT VALUES;

-- The narrow rows as `reserve_snapshots` had them, bit for bit, and the integer of the reserve. The states and batches are joined so that a query
-- that asks for none of their columns does not read them.
CREATE VIEW lend.narrow_snapshots AS
SELECT o.slot, o.observed_at, s.last_update_slot, s.last_update_at, s.price_updated_at AS market_price_updated_at,
  s.deposit_cap_interval_start_at, s.debt_cap_interval_start_at,
  o.available_amount_f, o.supplied_amount_f, o.borrowed_amount_f, o.available_amount_usd_f, o.supplied_amount_usd_f,
  o.borrowed_amount_usd_f, o.price_usd_f, o.utilization_f, o.borrow_apr_f, o.borrow_apy_f, o.supply_apr_f, o.supply_apy_f,
  o.rewards_apr_f, b.slot_duration_ms_f, b.recorded_at, t.decoder_version, s.price_status, s.last_update_stale, t.price_usable,
  r.address AS reserve, t.lending_market, s.available_amount_raw, s.borrowed AS borrowed_amount_sf,
  s.borrow_index AS cumulative_borrow_rate_bsf, s.accumulated_protocol_fees AS accumulated_protocol_fees_sf,
  s.accumulated_referrer_fees AS accumulated_referrer_fees_sf, s.pending_referrer_fees AS pending_referrer_fees_sf,
  s.absolute_referral_rate AS absolute_referral_rate_sf, s.price AS market_price_sf, s.collateral_supply_raw,
  s.rewards_available_raw, s.queued_collateral_raw, s.borrowed_outside_elevation_group_raw, s.deposit_cap_current_raw,
  s.debt_cap_current_raw, a.available::numeric(20,0) AS accrued_available_amount_raw,
  a.borrowed::numeric(39,0) AS accrued_borrowed_amount_sf, x.supplied::numeric(40,0) AS accrued_total_supply_sf,
  coalesce(o.accrued_utilization, div(a.borrowed * t.scale, nullif(x.supplied, 0)))::numeric(39,0) AS accrued_utilization_sf,
  (s.borrow_index + coalesce(o.borrow_index_change, 0))::numeric(78,0) AS accrued_cumulative_borrow_rate_bsf,
  a.protocol_fees::numeric(39,0) AS accrued_protocol_fees_sf,
  o.accrued_pending_referrer_fees AS accrued_pending_referrer_fees_sf, o.borrow_rate AS borrow_rate_sf,
  t.slot_duration_source, t.interest_rate_basis, t.compounding, s.account_sha256, b.poll_batch_id, t.reason, s.own, o.reserve_id
FROM lend.observations AS o
JOIN lend.reserves AS r ON r.id = o.reserve_id
LEFT JOIN lend.observation_terms AS t ON t.id = o.terms_id
LEFT JOIN lend.observation_batches AS b ON b.observed_at = o.observed_at AND b.batch_no = o.batch_no
LEFT JOIN lend.observation_states AS s ON s.reserve_id = o.reserve_id
  AND s.observed_at = o.observed_at - coalesce(o.state_ms_before, 0) * interval '1 millisecond'
  AND s.slot = o.slot - coalesce(o.state_slots_before, 0)
CROSS JOIN LATERAL (
  SELECT s.available_amount_raw + coalesce(o.available_change, 0) AS available, s.borrowed + coalesce(o.borrowed_change, 0) AS borrowed,
    s.accumulated_protocol_fees + coalesce(o.protocol_fees_change, 0) AS protocol_fees
) AS a
CROSS JOIN LATERAL (
  SELECT coalesce(o.accrued_supplied, a.available * t.scale + a.borrowed - a.protocol_fees
    - coalesce(s.accumulated_referrer_fees, 0) - coalesce(o.accrued_pending_referrer_fees, 0)) AS supplied
) AS x;

-- All of it, wherever it lies. A query that needs the first or the last rows of a reserve asks both places for them by themselves.
CREATE VIEW lend.all_snapshots AS
SELECT slot, observed_at, last_update_slot, last_update_at, market_price_updated_at, deposit_cap_interval_start_at,
  debt_cap_interval_start_at, available_amount_f, supplied_amount_f, borrowed_amount_f, available_amount_usd_f,
  supplied_amount_usd_f, borrowed_amount_usd_f, price_usd_f, utilization_f, borrow_apr_f, borrow_apy_f, supply_apr_f, supply_apy_f,
  rewards_apr_f, slot_duration_ms_f, recorded_at, decoder_version, price_status, last_update_stale, price_usable, reserve,
  lending_market, available_amount_raw, borrowed_amount_sf, cumulative_borrow_rate_bsf, accumulated_protocol_fees_sf,
  accumulated_referrer_fees_sf, pending_referrer_fees_sf, absolute_referral_rate_sf, market_price_sf, collateral_supply_raw,
  rewards_available_raw, queued_collateral_raw, borrowed_outside_elevation_group_raw, deposit_cap_current_raw, debt_cap_current_raw,
  accrued_available_amount_raw, accrued_borrowed_amount_sf, accrued_total_supply_sf, accrued_utilization_sf,
  accrued_cumulative_borrow_rate_bsf, accrued_protocol_fees_sf, accrued_pending_referrer_fees_sf, borrow_rate_sf,
  slot_duration_source, interest_rate_basis, compounding, account_sha256, poll_batch_id, reason, own
FROM lend.reserve_snapshots
UNION ALL
SELECT slot, observed_at, last_update_slot, last_update_at, market_price_updated_at, deposit_cap_interval_start_at,
  debt_cap_interval_start_at, available_amount_f, supplied_amount_f, borrowed_amount_f, available_amount_usd_f,
  supplied_amount_usd_f, borrowed_amount_usd_f, price_usd_f, utilization_f, borrow_apr_f, borrow_apy_f, supply_apr_f, supply_apy_f,
  rewards_apr_f, slot_duration_ms_f, recorded_at, decoder_version, price_status, last_update_stale, price_usable, reserve,
  lending_market, available_amount_raw, borrowed_amount_sf, cumulative_borrow_rate_bsf, accumulated_protocol_fees_sf,
  accumulated_referrer_fees_sf, pending_referrer_fees_sf, absolute_referral_rate_sf, market_price_sf, collateral_supply_raw,
  rewards_available_raw, queued_collateral_raw, borrowed_outside_elevation_group_raw, deposit_cap_current_raw, debt_cap_current_raw,
  accrued_available_amount_raw, accrued_borrowed_amount_sf, accrued_total_supply_sf, accrued_utilization_sf,
  accrued_cumulative_borrow_rate_bsf, accrued_protocol_fees_sf, accrued_pending_referrer_fees_sf, borrow_rate_sf,
  slot_duration_source, interest_rate_basis, compounding, account_sha256, poll_batch_id, reason, own
FROM lend.narrow_snapshots;

-- Whether an observation is there already, in narrow rows.
CREATE FUNCTION lend.is_moved(of_reserve text, moment timestamptz, of_slot bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM lend.observations AS o
    WHERE o.reserve_id = (SELECT r.id FROM lend.reserves AS r WHERE r.address = of_reserve)
      AND o.observed_at = moment AND o.slot = of_slot);
END
$$;

-- From the newest stored rows at or before both moments, as before (0026). Rows are looked for in the day before a moment, then in forty days,
-- and only then everywhere, because the view lies in two places, and no plan finds the newest row of both without sorting what it finds.
CREATE OR REPLACE FUNCTION lend_v1.realised_apy(of_reserve text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (
  start_at timestamptz, end_at timestamptz, borrow_apy_realised_f double precision, supply_apy_realised_f double precision
) LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  lookback interval;
  s record;
  e record;
BEGIN
  FOREACH lookback IN ARRAY ARRAY[interval '1 day', interval '40 days', NULL] LOOP
    SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
      h.collateral_supply_raw AS tokens INTO s
    FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at <= from_at AND (lookback IS NULL OR h.observed_at > from_at - lookback)
    ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1;
    EXIT WHEN FOUND;
  END LOOP;
  FOREACH lookback IN ARRAY ARRAY[interval '1 day', interval '40 days', NULL] LOOP
    SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
      h.collateral_supply_raw AS tokens INTO e
    FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at <= to_at AND (lookback IS NULL OR h.observed_at > to_at - lookback)
    ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1;
    EXIT WHEN FOUND;
  END LOOP;
  RETURN QUERY
  SELECT s.observed_at, e.observed_at,
    CASE WHEN e.debt >= s.debt THEN lend_v1.growth_to_apy(s.debt, e.debt, u.seconds) END,
    CASE WHEN e.supplied > 0 AND s.tokens > 0 AND e.tokens > 0
      THEN lend_v1.growth_to_apy(s.supplied * e.tokens, e.supplied * s.tokens, u.seconds) END
  FROM (SELECT extract(epoch FROM e.observed_at - s.observed_at)::double precision AS seconds) AS u;
END
$$;
