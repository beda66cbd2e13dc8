-- Parameters in the log of changes are called as their columns are, else by their path in snake case: depositLimitRaw becomes deposit_limit_raw. Exact fees
-- become the decimals that their columns have. What a name is of is said by the protocol, and for new rows by the indexer.
WITH names (protocol, account_kind, path, name) AS (
  VALUES
    ('kamino', 'reserve', 'status', 'status_str'),
    ('kamino', 'reserve', 'interestRateBasis', 'interest_rate_basis_str'),
    ('kamino', 'reserve', 'emergencyMode', 'emergency_mode_b'),
    ('kamino', 'reserve', 'utilizationLimitBlockBorrowingAbovePct', 'utilization_limit_block_borrowing_pct'),
    ('kamino', 'reserve', 'fees.originationFeeSf', 'origination_fee_raw'),
    ('kamino', 'reserve', 'fees.flashLoanFeeSf', 'flash_loan_fee_raw'),
    ('kamino', 'reserve', 'depositWithdrawalCap.capacityRaw', 'deposit_cap_capacity_raw'),
    ('kamino', 'reserve', 'depositWithdrawalCap.intervalSeconds', 'deposit_cap_interval_seconds'),
    ('kamino', 'reserve', 'debtWithdrawalCap.capacityRaw', 'debt_cap_capacity_raw'),
    ('kamino', 'reserve', 'debtWithdrawalCap.intervalSeconds', 'debt_cap_interval_seconds'),
    ('kamino', 'reserve', 'tokenInfo.maxAgePriceSeconds', 'max_price_age_seconds'),
    ('kamino', 'lending_market', 'owner', 'lending_market_owner'),
    ('kamino', 'lending_market', 'emergencyMode', 'lending_market_emergency_mode_b'),
    ('kamino', 'lending_market', 'borrowDisabled', 'lending_market_borrow_disabled_b'),
    ('kamino', 'lending_market', 'referralFeeBps', 'lending_market_referral_fee_bps'),
    ('kamino', 'lending_market', 'reserveRewardsMaxAprBps', 'lending_market_rewards_max_apr_bps'),
    ('save', 'reserve', 'reserveType', 'reserve_type_str'),
    ('save', 'reserve', 'fees.borrowFeeWad', 'origination_fee_raw'),
    ('save', 'reserve', 'fees.flashLoanFeeWad', 'flash_loan_fee_raw'),
    ('save', 'reserve', 'fees.hostFeePct', 'host_fee_pct'),
    ('save', 'reserve', 'protocolLiquidationFeeDecaBps', 'protocol_liquidation_fee_permille'),
    ('save', 'reserve', 'attributedBorrowLimitOpenUsd', 'attributed_borrow_limit_open_usd_raw'),
    ('save', 'reserve', 'attributedBorrowLimitCloseUsd', 'attributed_borrow_limit_close_usd_raw'),
    ('save', 'reserve', 'rateLimiter.maxOutflow', 'outflow_limit_raw'),
    ('save', 'reserve', 'rateLimiter.windowSlots', 'outflow_window_slots'),
    ('save', 'lending_market', 'owner', 'lending_market_owner'),
    ('save', 'lending_market', 'riskAuthority', 'lending_market_risk_authority'),
    ('save', 'lending_market', 'rateLimiter.maxOutflow', 'lending_market_outflow_limit_usd_raw'),
    ('save', 'lending_market', 'rateLimiter.windowSlots', 'lending_market_outflow_window_slots'),
    (NULL, NULL, 'identity.tokenMint', 'token_address'),
    (NULL, NULL, 'identity.collateralMint', 'collateral_token_address'),
    (NULL, NULL, 'identity.quoteCurrency', 'lending_market_quote_currency_str')
), renamed AS (
  SELECT c.account, c.slot, c.field,
    coalesce(
      (SELECT n.name FROM names AS n
        WHERE n.path = c.field AND coalesce(n.protocol, c.protocol) = c.protocol AND coalesce(n.account_kind, c.account_kind) = c.account_kind),
      lower(regexp_replace(regexp_replace(c.field, '^identity\.', ''), '([A-Z])', '_\1', 'g'))) AS name,
    -- 2^-60, and 10^-18.
    CASE c.protocol WHEN 'kamino' THEN 0.000000000000000000867361737988403547205962240695953369140625 WHEN 'save' THEN 0.000000000000000001 END AS unit
  FROM lend.config_changes AS c
)
UPDATE lend.config_changes AS c SET
  field = r.name,
  old_value = CASE WHEN r.name IN ('origination_fee_raw', 'flash_loan_fee_raw') AND jsonb_typeof(c.old_value) = 'string'
    THEN coalesce(to_jsonb((trim_scale(CASE WHEN r.name = 'flash_loan_fee_raw' THEN nullif((c.old_value #>> '{}')::numeric, 18446744073709551615)
      ELSE (c.old_value #>> '{}')::numeric END * r.unit))::text), 'null') ELSE c.old_value END,
  new_value = CASE WHEN r.name IN ('origination_fee_raw', 'flash_loan_fee_raw') AND jsonb_typeof(c.new_value) = 'string'
    THEN coalesce(to_jsonb((trim_scale(CASE WHEN r.name = 'flash_loan_fee_raw' THEN nullif((c.new_value #>> '{}')::numeric, 18446744073709551615)
      ELSE (c.new_value #>> '{}')::numeric END * r.unit))::text), 'null') ELSE c.new_value END
FROM renamed AS r
WHERE r.account = c.account AND r.slot = c.slot AND r.field = c.field AND r.name <> c.field;
