import { instantField } from '@tidemark/core';
import { detailFields } from '@tidemark/protocols';
import { amountFields } from '../amount.ts';
import { isFieldName } from '../dictionary.ts';
import { rateFields } from '../rate.ts';
import { realisedFields } from '../realised.ts';
import { sharedOwn } from '../own-columns.ts';
import { STATE_NUMBERS } from '../state-numbers.ts';
import { shared, type ViewDefinition } from './view-definition.ts';

/** Results of the program's checks on a price, and its verdicts. */
const PRICE_CHECKS = shared(
  ...Object.keys(detailFields)
    .filter((name) => /^(?:price|twap|heuristic).*_b$|^usable_for/.test(name))
    .filter(isFieldName),
);

/** What the account of a reserve held, exactly. */
const heldColumns = {
  ...shared(
    'slot',
    'observed_at',
    'last_update_slot',
    'last_update_at',
    'last_update_stale_b',
    'available_amount_raw',
    'borrowed_amount_raw',
    'cumulative_borrow_rate_raw',
    'accumulated_protocol_fees_raw',
  ),
  ...sharedOwn('state', 'accumulated_referrer_fees_raw', 'pending_referrer_fees_raw', 'absolute_referral_rate_raw'),
  ...shared('price_raw', 'price_at', 'price_status', 'collateral_supply_raw'),
  ...sharedOwn(
    'state',
    'rewards_available_raw',
    'queued_collateral_raw',
    'borrowed_outside_elevation_group_raw',
    'deposit_cap_current_raw',
    'debt_cap_current_raw',
    'deposit_cap_interval_start_at',
    'debt_cap_interval_start_at',
  ),
};

/** What follows from it at the moment of the bank, as doubles. */
const numberColumns = shared(
  ...Object.keys(amountFields).filter(isFieldName),
  ...STATE_NUMBERS.filter((name) => name in rateFields),
);

/** What `reserve_latest` and `reserve_snapshots` share: the state of one reserve at one bank. */
const stateColumns = {
  ...heldColumns,
  ...shared(
    'accrued_available_amount_raw',
    'accrued_borrowed_amount_raw',
    'accrued_total_supply_raw',
    'accrued_utilization_raw',
    'accrued_cumulative_borrow_rate_raw',
    'accrued_protocol_fees_raw',
    'accrued_pending_referrer_fees_raw',
    'borrow_rate_raw',
  ),
  ...numberColumns,
  ...shared(
    'slot_duration_ms_f',
    'slot_duration_source_str',
    'interest_rate_basis_str',
    'compounding_str',
    'account_sha256',
    'decoder_version',
    'poll_batch_id',
  ),
};

/** Added later, at the end of both. */
const laterColumns = {
  ...shared('usable_for_borrow_b', 'price_age_seconds', 'protocol_fees_f', 'protocol_fees_usd_f'),
  ...shared('referrer_fees_f', 'referrer_fees_usd_f', 'pending_referrer_fees_f', 'pending_referrer_fees_usd_f'),
  ...shared('supply_apy_total_f', 'vault_balance_raw', 'vault_balance_f', 'vault_balance_usd_f'),
};

/** `lend_v1.reserve_latest`. */
export const reserveLatestView: ViewDefinition = {
  description: 'Newest known state of each reserve. One row per reserve, never replaced by an older slot.',
  columns: {
    ...shared('reserve', 'lending_market', 'lending_market_name'),
    ...shared('token_address', 'token_symbol', 'token_decimals'),
    ...stateColumns,
    ...shared('recorded_at'),
    ...laterColumns,
  },
};

/** `lend_v1.reserve_risk_latest`. */
export const reserveRiskLatestView: ViewDefinition = {
  description:
    'What the program said of the price of each reserve, and what was really paid and earned lately, as of its newest known state. One row per reserve. Headroom depends on the accounts of the market and the moment: the API’s details of reserves have it.',
  columns: {
    ...shared('protocol', 'lending_market', 'lending_market_name', 'reserve', 'token_address', 'token_symbol'),
    ...shared('slot', 'observed_at', 'price_usd_f', 'price_at', 'price_age_seconds', 'price_status'),
    ...PRICE_CHECKS,
    ...realisedFields,
  },
};

/** `lend_v1.reserve_price_divergence_latest`. */
export const reservePriceDivergenceLatestView: ViewDefinition = {
  description:
    'The price that each reserve holds beside the price of its token out of several sources, as of its newest known state. One row per reserve. Over time: reserve_price_divergence_hourly.',
  columns: {
    ...shared('protocol', 'lending_market', 'lending_market_name', 'reserve', 'token_address', 'token_symbol'),
    ...shared('slot', 'observed_at', 'price_usd_f', 'price_at', 'price_age_seconds', 'price_status'),
    ...shared('usable_for_borrow_b', 'market_price_usd_raw', 'market_price_usd_f', 'market_price_status_str'),
    market_price_at: instantField(
      'Chain time of the read that market_price_usd_f is of.',
      'newest price of token_address',
      {
        nullRule: 'null where the token was never priced',
      },
    ),
    ...shared('market_price_age_seconds', 'market_price_divergence_bps_f', 'market_price_divergence_gap_str'),
  },
};

/** `lend_v1.reserve_snapshots`. */
export const reserveSnapshotsView: ViewDefinition = {
  description:
    'History: one row where the account of a reserve had changed since the row before, or that row was older than the heartbeat. Filter by observed_at: the table is partitioned by month of it.',
  columns: {
    ...shared('reserve', 'lending_market'),
    ...stateColumns,
    ...shared('snapshot_reason_str', 'recorded_at'),
    ...laterColumns,
  },
};

/** `lend_v1.reserve_observations`. */
export const reserveObservationsView: ViewDefinition = {
  description:
    'The numbers of each row of reserve_snapshots without the exact ones, read from narrow rows alone: for charts, averages and models. Filter by reserve and observed_at.',
  columns: {
    ...shared('reserve', 'lending_market', 'slot', 'observed_at'),
    ...numberColumns,
    ...shared('snapshot_reason_str', 'poll_batch_id', 'recorded_at', 'supply_apy_total_f'),
  },
};

/** `lend_v1.reserve_states`. */
export const reserveStatesView: ViewDefinition = {
  description:
    'What the account of each reserve held, exactly, once for each change that was observed: rows of reserve_snapshots that are no heartbeats, without what is accrued or derived. Filter by reserve and observed_at.',
  columns: {
    ...shared('reserve', 'lending_market'),
    ...heldColumns,
    ...shared('account_sha256', 'decoder_version', 'snapshot_reason_str', 'poll_batch_id', 'recorded_at'),
  },
};
