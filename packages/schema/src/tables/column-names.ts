/** What the catalog does not say of the tables, for the generated definitions of them (`../generated/tables.ts`). */

/** Properties that are not called as their columns, by column, or by table and column. */
export const PROPERTIES: Readonly<Record<string, string>> = {
  'observation_states.accumulated_protocol_fees': 'accumulatedProtocolFeesSf',
  'observation_states.accumulated_referrer_fees': 'accumulatedReferrerFeesSf',
  'observation_states.pending_referrer_fees': 'pendingReferrerFeesSf',
  'observation_states.absolute_referral_rate': 'absoluteReferralRateSf',
  open_available_amount_raw: 'openAvailable',
  open_borrowed_amount_sf: 'openBorrowed',
  open_total_supply_sf: 'openSupplied',
  open_cumulative_borrow_rate_bsf: 'openBorrowIndex',
  open_collateral_supply_raw: 'openReceiptSupply',
  open_market_price_sf: 'openPrice',
  close_available_amount_raw: 'closeAvailable',
  close_borrowed_amount_sf: 'closeBorrowed',
  close_total_supply_sf: 'closeSupplied',
  close_cumulative_borrow_rate_bsf: 'closeBorrowIndex',
  close_collateral_supply_raw: 'closeReceiptSupply',
  close_market_price_sf: 'closePrice',
  interest_sf: 'interest',
  interest_supply_side_sf: 'interestSupplySide',
  interest_protocol_sf: 'interestProtocol',
  interest_referrer_max_sf: 'interestReferrerMax',
  interest_host_sf: 'interestHost',
  interest_usd_sf: 'interestUsd',
  interest_supply_side_usd_sf: 'interestSupplySideUsd',
  interest_protocol_usd_sf: 'interestProtocolUsd',
  interest_referrer_max_usd_sf: 'interestReferrerMaxUsd',
  interest_host_usd_sf: 'interestHostUsd',
  borrowed_amount_sf: 'borrowed',
  cumulative_borrow_rate_bsf: 'borrowIndex',
  market_price_sf: 'price',
  market_price_updated_at: 'priceUpdatedAt',
  accrued_borrowed_amount_sf: 'accruedBorrowed',
  accrued_total_supply_sf: 'accruedSupplied',
  accrued_utilization_sf: 'accruedUtilization',
  accrued_cumulative_borrow_rate_bsf: 'accruedBorrowIndex',
  accrued_protocol_fees_sf: 'accruedProtocolFees',
  accrued_pending_referrer_fees_sf: 'accruedPendingReferrerFees',
  borrow_rate_sf: 'borrowRate',
  origination_fee_sf: 'originationFee',
  flash_loan_fee_sf: 'flashLoanFee',
};

/** Columns of buckets whose property has the name of the column. */
export const NUMBERS_OF_BUCKETS = /_(?:open|min|max|twavg|close)_f$/;

/** Tables whose numbers without a precision are whole; those of others are decimals, as their digits. */
export const BIGINT_TABLES: readonly string[] = ['bucket_totals', 'history_months', 'observation_terms'];

/** Types of JSON columns (`./column-values.ts`), or a builder for what is no object. */
export const JSON_TYPES: Readonly<Record<string, string>> = {
  'audit_runs.checks': 'AuditChecks',
  'audit_runs.account_kinds': 'AuditAccountKinds',
  'audit_runs.endpoints': 'AuditEndpoints',
  old_value: 'jsonScalar',
  new_value: 'jsonScalar',
  legs: 'jsonList',
  depth: 'jsonList',
  quotes: 'jsonList',
};

/** Types of words that no check of the table lists, and of columns that are read and written as any text. */
export const TEXT_TYPES: Readonly<Record<string, string>> = {
  'poll_batches.outcome': "'committed'",
  'observation_terms.reason': 'SnapshotReason',
  'observation_terms.slot_duration_source': 'SlotDurationSource',
  quality: 'BucketQuality',
  'reserve_quarter_hourly.open_proof': 'StateProof',
  'reserve_quarter_hourly.close_proof': 'StateProof',
  'reserve_hourly.open_proof': 'StateProof',
  'reserve_hourly.close_proof': 'StateProof',
  'reserve_daily.open_proof': 'StateProof',
  'reserve_daily.close_proof': 'StateProof',
  'liquidity_pools.status': 'string',
};

/** Views that are read as tables are, and the table that each is made of. */
export const BUCKET_VIEWS: Readonly<Record<string, string>> = {
  reserve_quarter_hourly: 'reserve_quarters',
  reserve_hourly: 'reserve_hours',
  reserve_daily: 'reserve_days',
};

/** What these views have for every row, and the tables have not or not always. */
export const VIEWS_KNOW: readonly string[] = [
  'bucket_end',
  'observed_seconds',
  'elapsed_seconds',
  'priced_seconds',
  'protocol',
  'reserve',
  'lending_market',
];
