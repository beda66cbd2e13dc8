/**
 * Texts for the columns that `reserve_latest` and `reserve_snapshots` share. "Sf" is the program's unsigned fixed-point number
 * with 60 fractional bits: divide by 2^60. "Base units": divide by 10^token_decimals.
 */
export const STATE_COLUMN_COMMENTS = {
  reserve: 'Address of the reserve account, base58.',
  lending_market: 'Address of the lending market that the reserve belongs to, base58.',
  slot: 'Slot of the bank that the account was read from; the accrued and derived columns are as of this slot.',
  observed_at: "That bank's own clock (Clock sysvar, unix_timestamp), UTC.",
  last_update_slot: 'Slot at which the program last refreshed the reserve.',
  last_update_at: 'Clock time of that refresh. Null where the account does not record one.',
  last_update_stale:
    'The account is marked stale: something happened to it after its last refresh. Normal, not an error.',
  available_amount_raw: 'Available liquidity as the account holds it, base units.',
  borrowed_amount_sf: 'Borrowed liquidity as the account holds it, base units, Sf.',
  cumulative_borrow_rate_bsf: 'Cumulative borrow rate as the account holds it, 256 bits, Sf.',
  accumulated_protocol_fees_sf:
    'Protocol fees accrued and not yet collected, as the account holds them, base units, Sf.',
  accumulated_referrer_fees_sf:
    'Referrer fees accrued and not yet collected, as the account holds them, base units, Sf.',
  pending_referrer_fees_sf: 'Referrer fees not yet assigned to a referrer, as the account holds them, base units, Sf.',
  absolute_referral_rate_sf: 'Share of the interest that goes to referrers, as the account holds it, Sf.',
  market_price_sf: 'Price of one whole token in the quote currency, as the account holds it, Sf. Zero means no price.',
  market_price_updated_at:
    'Time of the oldest oracle value behind that price. Null where the account does not record one.',
  price_status:
    'Bits set at the last refresh: 1 loaded, 2 price age ok, 4 TWAP ok, 8 TWAP age ok, 16 heuristic ok, 32 usage allowed; 63 is all good. A dead oracle leaves the bits as they were: judge by market_price_updated_at.',
  collateral_supply_raw: 'Supply of collateral tokens, base units.',
  rewards_available_raw: 'Reward budget left in the reserve, base units.',
  queued_collateral_raw: 'Collateral tokens waiting in the withdraw queue, base units.',
  borrowed_outside_elevation_group_raw: 'Amount borrowed outside any elevation group, base units.',
  deposit_cap_current_raw:
    'Net withdrawals counted against the deposit-withdrawal cap in its current interval, base units, may be negative.',
  debt_cap_current_raw:
    'Net amount counted against the debt-withdrawal cap in its current interval, base units, may be negative.',
  deposit_cap_interval_start_at: 'Start of the interval of the deposit-withdrawal cap. Null where none has started.',
  debt_cap_interval_start_at: 'Start of the interval of the debt-withdrawal cap. Null where none has started.',
  accrued_available_amount_raw:
    "Available liquidity accrued to the slot with the program's arithmetic (rewards included), base units.",
  accrued_borrowed_amount_sf: "Borrowed liquidity accrued to the slot with the program's arithmetic, base units, Sf.",
  accrued_total_supply_sf:
    'Total supply at the slot: available + borrowed - protocol fees - referrer fees, base units, Sf.',
  accrued_utilization_sf: 'Borrowed / total supply at the slot, Sf. May exceed one.',
  accrued_cumulative_borrow_rate_bsf: 'Cumulative borrow rate accrued to the slot, 256 bits, Sf.',
  accrued_protocol_fees_sf: 'Protocol fees accrued to the slot and not collected, base units, Sf.',
  accrued_pending_referrer_fees_sf: 'Pending referrer fees accrued to the slot, base units, Sf.',
  borrow_rate_sf: "Borrow rate per year of the program's own slot count, from the curve at the slot's utilization, Sf.",
  available_amount_f: 'Available liquidity at the slot, whole tokens.',
  supplied_amount_f: 'Total supply at the slot, whole tokens.',
  borrowed_amount_f: 'Borrowed liquidity at the slot, whole tokens.',
  available_amount_usd_f: 'available_amount_f at price_usd_f. Null where the reserve has no usable price.',
  supplied_amount_usd_f: 'supplied_amount_f at price_usd_f. Null where the reserve has no usable price.',
  borrowed_amount_usd_f: 'borrowed_amount_f at price_usd_f. Null where the reserve has no usable price.',
  price_usd_f: "USD price of one whole token, from the account's own price. Null where it is not usable.",
  price_usable: 'The account holds a price that was loaded and is not zero.',
  utilization_f: 'Borrowed / total supply at the slot, a fraction. Not clamped: may exceed 1.',
  borrow_apr_f: 'Borrow rate per year without compounding, a fraction (0.05 is 5 %), at the measured slot time.',
  borrow_apy_f: 'Borrow rate per year with compounding, a fraction.',
  supply_apr_f: 'Supply rate per year without compounding, a fraction, rewards not included.',
  supply_apy_f: 'Supply rate per year with compounding, a fraction, rewards not included.',
  rewards_apr_f:
    "Additional supply rate per year from the reserve's own reward budget, without compounding, a fraction.",
  slot_duration_ms_f: 'Duration of a slot that the yearly rates were computed with, milliseconds.',
  slot_duration_source:
    'Where that duration came from: performance_samples (RPC), clock_pairs (stored slots and times), configured.',
  interest_rate_basis: 'What interest accrues by: legacy (slots) or true_apr (seconds).',
  compounding:
    "Order of truncation of the program's compounding that was applied: before-1.17 or since-1.17 (klend release).",
  account_sha256: 'SHA-256 of the whole account data, hexadecimal.',
  decoder_version: 'Version of the decoder and the formulas that made this row.',
  poll_batch_id: 'Poll batch that made this row; see poll_batches.',
} as const satisfies Readonly<Record<string, string>>;
