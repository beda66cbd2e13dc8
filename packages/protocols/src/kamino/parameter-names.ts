/** Published names of parameters by their path in the stored configurations, where it is not the path in snake case: those of their columns. */
export const KAMINO_PARAMETER_NAMES = {
  reserve: {
    status: 'status_str',
    interestRateBasis: 'interest_rate_basis_str',
    emergencyMode: 'emergency_mode_b',
    utilizationLimitBlockBorrowingAbovePct: 'utilization_limit_block_borrowing_pct',
    'fees.originationFeeSf': 'origination_fee_raw',
    'fees.flashLoanFeeSf': 'flash_loan_fee_raw',
    'depositWithdrawalCap.capacityRaw': 'deposit_cap_capacity_raw',
    'depositWithdrawalCap.intervalSeconds': 'deposit_cap_interval_seconds',
    'debtWithdrawalCap.capacityRaw': 'debt_cap_capacity_raw',
    'debtWithdrawalCap.intervalSeconds': 'debt_cap_interval_seconds',
    'tokenInfo.maxAgePriceSeconds': 'max_price_age_seconds',
  },
  market: {
    owner: 'lending_market_owner',
    emergencyMode: 'lending_market_emergency_mode_b',
    borrowDisabled: 'lending_market_borrow_disabled_b',
    referralFeeBps: 'lending_market_referral_fee_bps',
    reserveRewardsMaxAprBps: 'lending_market_rewards_max_apr_bps',
  },
} as const;
