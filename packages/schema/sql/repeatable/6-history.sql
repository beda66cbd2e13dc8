-- The narrow rows as `reserve_snapshots` has them, bit for bit, and the integer of the reserve. The state and the batch of an observation are found
-- by their keys, one observation after the other. Of plain joins the planner read every month of both tables, because a range of observations is no
-- range of states to it: a page of many reserves took five times as long at 92 million observations as at 3, and the exact numbers of a day 13 seconds.
--
-- An aggregate without GROUP BY has one row for certain, so that a query that asks for none of its columns still reads none of it. The place of a
-- state is computed once (OFFSET 0), so that the observations of one state in turn find it once (Memoize).
CREATE OR REPLACE VIEW lend.narrow_snapshots AS
SELECT o.slot, o.observed_at, (s.state).last_update_slot, (s.state).last_update_at, (s.state).price_updated_at AS market_price_updated_at,
  (s.state).deposit_cap_interval_start_at, (s.state).debt_cap_interval_start_at,
  o.available_amount_f, o.supplied_amount_f, o.borrowed_amount_f, o.available_amount_usd_f, o.supplied_amount_usd_f,
  o.borrowed_amount_usd_f, o.price_usd_f, o.utilization_f, o.borrow_apr_f, o.borrow_apy_f, o.supply_apr_f, o.supply_apy_f,
  o.rewards_apr_f, (b.batch).slot_duration_ms_f, (b.batch).recorded_at, t.decoder_version, (s.state).price_status, (s.state).last_update_stale,
  t.price_usable, r.address AS reserve, t.lending_market, (s.state).available_amount_raw, (s.state).borrowed AS borrowed_amount_sf,
  (s.state).borrow_index AS cumulative_borrow_rate_bsf, (s.state).accumulated_protocol_fees AS accumulated_protocol_fees_sf,
  (s.state).accumulated_referrer_fees AS accumulated_referrer_fees_sf, (s.state).pending_referrer_fees AS pending_referrer_fees_sf,
  (s.state).absolute_referral_rate AS absolute_referral_rate_sf, (s.state).price AS market_price_sf, (s.state).collateral_supply_raw,
  (s.state).rewards_available_raw, (s.state).queued_collateral_raw, (s.state).borrowed_outside_elevation_group_raw, (s.state).deposit_cap_current_raw,
  (s.state).debt_cap_current_raw, a.available::numeric(20,0) AS accrued_available_amount_raw,
  a.borrowed::numeric(39,0) AS accrued_borrowed_amount_sf, x.supplied::numeric(40,0) AS accrued_total_supply_sf,
  coalesce(o.accrued_utilization, div(a.borrowed * t.scale, nullif(x.supplied, 0)))::numeric(39,0) AS accrued_utilization_sf,
  ((s.state).borrow_index + coalesce(o.borrow_index_change, 0))::numeric(78,0) AS accrued_cumulative_borrow_rate_bsf,
  a.protocol_fees::numeric(39,0) AS accrued_protocol_fees_sf,
  o.accrued_pending_referrer_fees AS accrued_pending_referrer_fees_sf, o.borrow_rate AS borrow_rate_sf,
  t.slot_duration_source, t.interest_rate_basis, t.compounding, (s.state).account_sha256, (b.batch).poll_batch_id, t.reason, (s.state).own, o.reserve_id
FROM lend.observations AS o
JOIN lend.reserves AS r ON r.id = o.reserve_id
LEFT JOIN lend.observation_terms AS t ON t.id = o.terms_id
CROSS JOIN LATERAL (
  SELECT o.reserve_id, o.observed_at - coalesce(o.state_ms_before, 0) * interval '1 millisecond' AS observed_at,
    o.slot - coalesce(o.state_slots_before, 0) AS slot OFFSET 0
) AS p
LEFT JOIN LATERAL (
  SELECT (array_agg(k))[1] AS state FROM lend.observation_states AS k
  WHERE k.reserve_id = p.reserve_id AND k.observed_at = p.observed_at AND k.slot = p.slot
) AS s ON true
LEFT JOIN LATERAL (
  SELECT (array_agg(k))[1] AS batch FROM lend.observation_batches AS k WHERE k.observed_at = o.observed_at AND k.batch_no = o.batch_no
) AS b ON true
CROSS JOIN LATERAL (
  SELECT (s.state).available_amount_raw + coalesce(o.available_change, 0) AS available, (s.state).borrowed + coalesce(o.borrowed_change, 0) AS borrowed,
    (s.state).accumulated_protocol_fees + coalesce(o.protocol_fees_change, 0) AS protocol_fees
) AS a
CROSS JOIN LATERAL (
  SELECT coalesce(o.accrued_supplied, a.available * t.scale + a.borrowed - a.protocol_fees
    - coalesce((s.state).accumulated_referrer_fees, 0) - coalesce(o.accrued_pending_referrer_fees, 0)) AS supplied
) AS x;

-- All of it, wherever it lies. A query that needs the first or the last rows of a reserve asks both places for them by themselves. Casts, because
-- the planner takes a UNION apart only where both sides have the same types, and domains are not those of the narrow rows.
CREATE OR REPLACE VIEW lend.all_snapshots AS
SELECT slot, observed_at, last_update_slot, last_update_at, market_price_updated_at, deposit_cap_interval_start_at,
  debt_cap_interval_start_at, available_amount_f::float8, supplied_amount_f::float8, borrowed_amount_f::float8,
  available_amount_usd_f::float8, supplied_amount_usd_f::float8, borrowed_amount_usd_f::float8, price_usd_f::float8, utilization_f::float8,
  borrow_apr_f::float8, borrow_apy_f::float8, supply_apr_f::float8, supply_apy_f::float8, rewards_apr_f::float8,
  slot_duration_ms_f::float8, recorded_at, decoder_version, price_status, last_update_stale, price_usable, reserve, lending_market,
  available_amount_raw::numeric(20), borrowed_amount_sf::numeric, cumulative_borrow_rate_bsf::numeric,
  accumulated_protocol_fees_sf::numeric, accumulated_referrer_fees_sf::numeric, pending_referrer_fees_sf::numeric,
  absolute_referral_rate_sf::numeric, market_price_sf::numeric, collateral_supply_raw::numeric(20), rewards_available_raw::numeric(20),
  queued_collateral_raw::numeric(20), borrowed_outside_elevation_group_raw::numeric(20), deposit_cap_current_raw::numeric(20),
  debt_cap_current_raw::numeric(20), accrued_available_amount_raw::numeric(20), accrued_borrowed_amount_sf::numeric,
  accrued_total_supply_sf::numeric, accrued_utilization_sf::numeric, accrued_cumulative_borrow_rate_bsf::numeric,
  accrued_protocol_fees_sf::numeric, accrued_pending_referrer_fees_sf::numeric, borrow_rate_sf::numeric, slot_duration_source,
  interest_rate_basis, compounding, account_sha256, poll_batch_id, reason, own
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
CREATE OR REPLACE FUNCTION lend.is_moved(of_reserve text, moment timestamptz, of_slot bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM lend.observations AS o
    WHERE o.reserve_id = (SELECT r.id FROM lend.reserves AS r WHERE r.address = of_reserve)
      AND o.observed_at = moment AND o.slot = of_slot);
END
$$;
