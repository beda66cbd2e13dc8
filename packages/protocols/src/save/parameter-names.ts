/** Published names of parameters by their path in the stored configurations, where it is not the path in snake case: those of their columns. */
export const SAVE_PARAMETER_NAMES = {
  reserve: {
    reserveType: 'reserve_type_str',
    'fees.borrowFeeWad': 'origination_fee_raw',
    'fees.flashLoanFeeWad': 'flash_loan_fee_raw',
    'fees.hostFeePct': 'host_fee_pct',
    protocolLiquidationFeeDecaBps: 'protocol_liquidation_fee_permille',
    attributedBorrowLimitOpenUsd: 'attributed_borrow_limit_open_usd_raw',
    attributedBorrowLimitCloseUsd: 'attributed_borrow_limit_close_usd_raw',
    'rateLimiter.maxOutflow': 'outflow_limit_raw',
    'rateLimiter.windowSlots': 'outflow_window_slots',
  },
  market: {
    owner: 'lending_market_owner',
    riskAuthority: 'lending_market_risk_authority',
    'rateLimiter.maxOutflow': 'lending_market_outflow_limit_usd_raw',
    'rateLimiter.windowSlots': 'lending_market_outflow_window_slots',
  },
} as const;
