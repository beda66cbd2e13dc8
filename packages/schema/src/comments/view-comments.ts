import { STATE_COLUMN_COMMENTS } from './state-column-comments.ts';

/** Comment of a public view and of each of its columns, in the order of the view. */
export interface ViewComments {
  readonly description: string;
  readonly columns: Readonly<Record<string, string>>;
}

const TOKEN_COLUMNS = {
  lending_market_name:
    'Display name of the lending market; empty where neither the chain nor the list of known markets has one.',
  token_mint: 'Mint of the liquidity token, base58.',
  token_symbol: 'Symbol of the token as the reserve records it. Not unique.',
  token_decimals: 'Decimals of the liquidity token: base units per whole token are 10^token_decimals.',
};

const PRESENCE_COLUMNS = {
  first_seen_slot: 'Slot at which the account was seen first.',
  first_seen_at: 'Chain time at which the account was seen first.',
  missing_since_slot: 'First slot at which the account was no longer there. Null while it is there.',
  missing_since_at: 'Chain time of that slot. Null while the account is there.',
};

const { reserve, lending_market, ...REST_OF_STATE } = STATE_COLUMN_COMMENTS;

/** The one place of the texts that `COMMENT ON` writes for the schema `lend_v1`. */
export const VIEW_COMMENTS: Readonly<Record<string, ViewComments>> = {
  lending_markets: {
    description: 'Lending markets ever seen, with their current configuration. One row per market.',
    columns: {
      address: 'Address of the lending market account, base58.',
      protocol: 'Lending protocol, e.g. kamino.',
      name: 'Name that the account holds. Often empty.',
      display_name: 'Name on chain, else a label from the list of known markets, else empty.',
      owner: 'Owner (administrator) of the market, base58.',
      quote_currency: 'Currency of the prices in the market, e.g. USD.',
      referral_fee_bps: 'Share of the protocol fee that goes to referrers, basis points.',
      emergency_mode: 'The market is in emergency mode: its reserves are not refreshed.',
      borrow_disabled: 'New borrowing is disabled in the whole market.',
      rewards_max_apr_bps: 'Upper bound of the yearly rate that reserve rewards may pay, basis points.',
      config: 'Full decoded configuration. Integers wider than 53 bits are decimal strings.',
      account_sha256: 'SHA-256 of the whole account data, hexadecimal.',
      slot: 'Slot at which the account was read last.',
      observed_at: 'Chain time of that slot.',
      ...PRESENCE_COLUMNS,
    },
  },
  reserves: {
    description: 'Reserves ever seen: identity and current configuration. One row per reserve.',
    columns: {
      address: reserve,
      protocol: 'Lending protocol, e.g. kamino.',
      lending_market,
      ...TOKEN_COLUMNS,
      token_program: 'Token program that owns the mint, base58.',
      collateral_mint: 'Mint of the collateral token, base58.',
      collateral_supply_vault: 'Token account that holds deposited collateral tokens, base58.',
      supply_vault: 'Token account that holds the available liquidity, base58.',
      fee_vault: 'Token account that receives the protocol fees, base58.',
      status: 'Status byte of the account: active, obsolete or hidden.',
      interest_rate_basis: 'What interest accrues by: legacy (slots) or true_apr (seconds).',
      emergency_mode: 'The reserve itself is in emergency mode.',
      loan_to_value_pct: 'Value that may be borrowed against a deposit, percent.',
      liquidation_threshold_pct: 'Loan to value at which a position can be liquidated, percent.',
      borrow_factor_pct: 'Weight of a debt in this token, percent; the program never uses less than 100.',
      protocol_take_rate_pct: 'Share of the interest that the protocol takes, percent.',
      protocol_liquidation_fee_pct: 'Share of the liquidation bonus that the protocol takes, percent.',
      min_liquidation_bonus_bps: 'Smallest liquidation bonus, basis points.',
      max_liquidation_bonus_bps: 'Largest liquidation bonus, basis points.',
      bad_debt_liquidation_bonus_bps: 'Liquidation bonus for bad debt, basis points.',
      host_fixed_interest_rate_bps: 'Fixed rate per year on top of the curve, all of it to the protocol, basis points.',
      origination_fee_sf: 'Fee on a new loan, a fraction, Sf (divide by 2^60).',
      flash_loan_fee_sf:
        'Fee on a flash loan, a fraction, Sf. 18446744073709551615 means that flash loans are disabled.',
      deposit_limit_raw: 'Upper bound of the total supply, base units. 18446744073709551615 means unlimited.',
      borrow_limit_raw: 'Upper bound of the borrowed amount, base units. 18446744073709551615 means unlimited.',
      borrow_limit_outside_elevation_group_raw:
        'Upper bound of the amount borrowed outside elevation groups, base units. 18446744073709551615 means unlimited.',
      utilization_limit_block_borrowing_pct:
        'Utilization above which new loans are refused, percent. 0 means no limit.',
      deposit_cap_capacity_raw: 'Capacity of the deposit-withdrawal cap per interval, base units.',
      deposit_cap_interval_seconds: 'Interval of the deposit-withdrawal cap, seconds. 0 means no cap.',
      debt_cap_capacity_raw: 'Capacity of the debt-withdrawal cap per interval, base units.',
      debt_cap_interval_seconds: 'Interval of the debt-withdrawal cap, seconds. 0 means no cap.',
      max_price_age_seconds: 'Age above which the program calls the price too old, seconds.',
      config: 'Full decoded configuration. Integers wider than 53 bits are decimal strings.',
      config_sha256: 'SHA-256 of the configuration bytes, hexadecimal. Equal hashes are equal configurations.',
      config_slot: 'Slot at which this configuration was seen first.',
      config_observed_at: 'Chain time of that slot.',
      first_seen_slot: PRESENCE_COLUMNS.first_seen_slot,
      first_seen_at: PRESENCE_COLUMNS.first_seen_at,
      last_seen_slot: 'Newest slot at which the account was there.',
      last_seen_at: 'Chain time of that slot.',
      missing_since_slot: PRESENCE_COLUMNS.missing_since_slot,
      missing_since_at: PRESENCE_COLUMNS.missing_since_at,
    },
  },
  reserve_latest: {
    description: 'Newest known state of each reserve. One row per reserve, never replaced by an older slot.',
    columns: {
      reserve,
      lending_market,
      ...TOKEN_COLUMNS,
      ...REST_OF_STATE,
      recorded_at: 'When the row was written, clock of the database.',
    },
  },
  reserve_snapshots: {
    description:
      'History: one row where the account of a reserve had changed since the row before, or that row was older than the heartbeat. Filter by observed_at: the table is partitioned by month of it.',
    columns: {
      ...STATE_COLUMN_COMMENTS,
      reason: 'Why the row was kept, judged against the row before it: first, changed or heartbeat.',
      recorded_at: 'When the row was written, clock of the database.',
    },
  },
  config_changes: {
    description:
      'Parameters of reserves and lending markets that differed between two reads. First sight of an account is no change.',
    columns: {
      protocol: 'Lending protocol, e.g. kamino.',
      account_kind: 'What the parameter belongs to: reserve or lending_market.',
      reserve: 'Address of the reserve, base58. Null where the parameter is one of the lending market.',
      lending_market,
      lending_market_name: TOKEN_COLUMNS.lending_market_name,
      token_symbol: 'Symbol of the token of the reserve. Null where the parameter is one of the lending market.',
      field: 'Path of the parameter in config.',
      old_value: 'Value before.',
      new_value: 'Value after.',
      slot: 'First slot at which the new value was seen.',
      observed_at: 'Chain time of that slot.',
      previous_slot: 'Last slot at which the old value was known to hold.',
      previous_observed_at: 'Chain time of that slot.',
      poll_batch_id: 'Poll batch that found it. Null where the account was read outside of a batch.',
      recorded_at: 'When the row was written, clock of the database.',
    },
  },
  poll_batches: {
    description:
      'One row per poll batch: that we looked, at which slot, and what came of it. Coverage is computed from here.',
    columns: {
      id: 'Deterministic id of the batch.',
      protocol: 'Lending protocol, e.g. kamino.',
      batch_index: 'Number of the batch within its poll, from 0.',
      slot: 'Slot of the one bank that the whole batch was read from. Null where a failed batch read none.',
      observed_at: "That bank's clock. Null where a failed batch read none.",
      commitment: 'Commitment level that was asked for.',
      requested: 'Reserves asked for.',
      received: 'Accounts received.',
      snapshots_written: 'Rows added to reserve_snapshots.',
      latest_written: 'Rows of reserve_latest written.',
      unchanged: 'Reserves whose account was that of their last snapshot, so that no new one was kept.',
      missing: 'Reserves whose account was not there.',
      quarantined: 'Accounts that could not be turned into a row; see quarantine.',
      older_than_latest: 'Reserves for which a newer slot had been stored before; their latest row was left alone.',
      first_reserve: 'Lowest address asked for (byte order). Null where none was.',
      last_reserve: 'Highest address asked for (byte order). Null where none was.',
      not_observed: 'Addresses asked for that gave no row: missing or quarantined.',
      started_at: 'When the batch was started, clock of the indexer.',
      duration_ms: 'Time from the start to the write, milliseconds.',
      outcome: 'committed, or failed: then nothing else of the batch was stored.',
      error_code: 'Why a failed batch failed. Null for a committed one.',
      recorded_at: 'When the row was written, clock of the database.',
    },
  },
  quarantine: {
    description:
      'Accounts that could not be turned into a row, with the reason. One row per address, reason and content.',
    columns: {
      id: 'Number of the row.',
      address: 'Address of the account, base58.',
      account_kind: 'What the account was expected to be, e.g. reserve.',
      reason_code: 'Stable code of the reason.',
      expected: 'What was expected. Null where the reason says it all.',
      actual: 'What was found instead. Null where the reason says it all.',
      data_sha256: 'SHA-256 of the whole account data, hexadecimal.',
      data_length: 'Length of the account data, bytes.',
      first_seen_slot: 'Slot at which this was seen first.',
      first_seen_at: 'Chain time of that slot.',
      last_seen_slot: 'Slot at which this was seen last.',
      last_seen_at: 'Chain time of that slot.',
      occurrences: 'How many batches met it.',
    },
  },
  ingest_gaps: {
    description: 'Stretches of time in which nothing was observed.',
    columns: {
      id: 'Number of the row.',
      protocol: 'Lending protocol, e.g. kamino.',
      from_slot: 'Last slot observed before the gap. Null where it is not known.',
      to_slot: 'First slot observed after the gap. Null where it is not known.',
      from_at: 'Start of the gap.',
      to_at: 'End of the gap.',
      reason_code: 'Stable code of the reason.',
      detail: 'What else is known. Null where nothing is.',
      recorded_at: 'When the row was written, clock of the database.',
    },
  },
};
