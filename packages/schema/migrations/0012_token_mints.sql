-- Mints of the Token-2022 program as discovery reads them. All three are null where a mint lacks the ScaledUiAmount extension.
CREATE TABLE lend.token_mints (
  address text COLLATE "C" PRIMARY KEY,
  multiplier_f double precision CHECK (multiplier_f > 0 AND multiplier_f < 'Infinity'),
  new_multiplier_f double precision CHECK (new_multiplier_f > 0 AND new_multiplier_f < 'Infinity'),
  -- Unix seconds as the mint holds them, signed; 0 where no change was ever set. Not a timestamptz: any 64 bits may stand there.
  new_multiplier_effective_seconds bigint,
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  CHECK (num_nulls(multiplier_f, new_multiplier_f, new_multiplier_effective_seconds) IN (0, 3))
);

-- The multiplier that is in force, by the chain's clock at `last_seen_at`, and the one that will be.
CREATE OR REPLACE VIEW lend_v1.reserves AS
SELECT
  r.address AS reserve,
  r.protocol,
  r.lending_market,
  coalesce(m.display_name, '') AS lending_market_name,
  r.token_mint,
  r.token_symbol,
  r.token_decimals,
  r.token_program,
  r.collateral_mint,
  r.collateral_supply_vault,
  r.supply_vault,
  r.fee_vault,
  r.status,
  r.interest_rate_basis,
  r.emergency_mode,
  r.loan_to_value_pct,
  r.liquidation_threshold_pct,
  r.borrow_factor_pct,
  r.protocol_take_rate_pct,
  r.protocol_liquidation_fee_pct,
  r.min_liquidation_bonus_bps,
  r.max_liquidation_bonus_bps,
  r.bad_debt_liquidation_bonus_bps,
  r.host_fixed_interest_rate_bps,
  r.origination_fee_sf,
  r.flash_loan_fee_sf,
  r.deposit_limit_raw,
  r.borrow_limit_raw,
  r.borrow_limit_outside_elevation_group_raw,
  r.utilization_limit_block_borrowing_pct,
  r.deposit_cap_capacity_raw,
  r.deposit_cap_interval_seconds,
  r.debt_cap_capacity_raw,
  r.debt_cap_interval_seconds,
  r.max_price_age_seconds,
  r.config,
  encode(r.config_sha256, 'hex') AS config_sha256,
  r.config_slot,
  r.config_observed_at,
  r.first_seen_slot,
  r.first_seen_at,
  greatest(r.last_seen_slot, l.slot) AS last_seen_slot,
  greatest(r.last_seen_at, l.observed_at) AS last_seen_at,
  r.missing_since_slot,
  r.missing_since_at,
  r.config_flags,
  CASE WHEN u.is_pending THEN t.multiplier_f ELSE t.new_multiplier_f END AS ui_multiplier_f,
  CASE WHEN u.is_pending THEN t.new_multiplier_f END AS next_ui_multiplier_f,
  CASE WHEN t.new_multiplier_effective_seconds BETWEEN 1 AND 253402300799
    THEN to_timestamp(t.new_multiplier_effective_seconds) END AS ui_multiplier_effective_at
FROM lend.reserves AS r
LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
LEFT JOIN lend.token_mints AS t ON t.address = r.token_mint
LEFT JOIN LATERAL (
  SELECT extract(epoch FROM greatest(r.last_seen_at, l.observed_at)) < t.new_multiplier_effective_seconds AS is_pending
) AS u ON true;
