import type { FieldGroup } from '@tidemark/core';
import { headroomFields } from './headroom.ts';
import { OWN_ANSWER, ownAnswers } from './own-columns.ts';
import { realisedFields } from './realised.ts';
import { EXACT_NUMBERS } from './state-numbers.ts';

/** A value of an answer that has fields of its own. */
export interface NestedAnswer {
  /** Name of the answer that it is, or names of those that it is one of. */
  readonly of: string | readonly string[];
  readonly list?: boolean;
  /** Longest list. */
  readonly max?: number;
  readonly nullable?: boolean;
  readonly description?: string;
}

/** An object of the API's answers, a component of the OpenAPI document: which fields it has, in which order. */
export interface Answer {
  readonly description?: string;
  /** Names of fields and of nested answers, with spaces between. */
  readonly fields: string;
  readonly nested?: Readonly<Record<string, NestedAnswer>>;
  /** Whether columns can be left out: by the parameter fields, or in rows that they say nothing of. */
  readonly optional?: 'by request' | 'by row';
  /** True where it is a row of CSV too. Rows with optional columns are. */
  readonly csv?: boolean;
  readonly example?: Readonly<Record<string, string | number>>;
}

/** `{data, meta, status}` around an answer or a list of them. */
export interface Envelope {
  readonly data: string;
  readonly list?: boolean;
  /** Order of the list. */
  readonly description?: string;
  readonly meta?: string;
}

/** The specification's, in its order. */
const TWELVE =
  'timestamp lending_market reserve lending_market_name token_symbol available_amount_f ' +
  'available_amount_usd_f supplied_amount_f supplied_amount_usd_f utilization_f borrow_apy_f supply_apy_f';
const namesOf = (group: FieldGroup): string => Object.keys(group).join(' ');
const HEADROOM = namesOf(headroomFields);
const REALISED = namesOf(realisedFields);
const AMOUNTS =
  'available_amount_f available_amount_usd_f supplied_amount_f supplied_amount_usd_f borrowed_amount_f borrowed_amount_usd_f';
const RATES = 'utilization_f borrow_apr_f borrow_apy_f supply_apr_f supply_apy_f';
const EXACT = EXACT_NUMBERS.join(' ');
const MARKET = 'lending_market lending_market_name';
const TOKEN = 'token_address token_symbol';
const COUNTS =
  'reserve_count active_reserve_count obsolete_reserve_count hidden_reserve_count missing_reserve_count priced_reserve_count unpriced_reserve_count';
const LEFT_OUT = 'unlisted_reserve_count unlisted_supplied_usd_f unlisted_borrowed_usd_f wrapped_reserve_count';
const SUMS =
  'supplied_usd_f borrowed_usd_f available_usd_f tvl_usd_f utilization_f supply_apy_wavg_f borrow_apy_wavg_f';
const PRICES =
  'usable_price_share_f fresh_price_share_f oldest_input_age_seconds oldest_price_age_seconds unpriced_reserves';
const EXPECTED =
  'reserves_expected reserves_observed missing_reserve_count priced_reserve_count unpriced_reserve_count';
const QUALITY = 'coverage_f quality_str gap_reason_str final_b';

const DETAIL = `
  ${TWELVE} token_address token_symbol_origin_str token_decimals status_str missing_since_timestamp slot
  last_update_slot stale_slots last_update_timestamp last_update_stale_b slot_duration_ms_f slot_duration_source_str
  interest_rate_basis_str compounding_str account_sha256 decoder_version available_amount_raw
  accrued_available_amount_raw borrowed_amount_raw accrued_borrowed_amount_raw accrued_total_supply_raw
  collateral_supply_raw cumulative_borrow_rate_raw accrued_cumulative_borrow_rate_raw price_raw borrowed_amount_f
  borrowed_amount_usd_f price_usd_f price_timestamp price_age_seconds price_status price_loaded_b price_age_checked_b
  twap_checked_b twap_age_checked_b heuristic_checked_b price_usage_allowed_b usable_for_borrow_b
  usable_for_liquidation_b requires_price_refresh_b borrow_apr_f supply_apr_f rewards_apr_f ${REALISED} ${HEADROOM}
  accrued_protocol_fees_raw protocol_fees_f protocol_fees_usd_f accumulated_referrer_fees_raw referrer_fees_f
  referrer_fees_usd_f accrued_pending_referrer_fees_raw pending_referrer_fees_f pending_referrer_fees_usd_f`;

const SNAPSHOT = {
  timestamp: 1790300470,
  lending_market: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lending_market_name: 'Main Market',
  token_symbol: 'SOL',
  available_amount_f: 250000.5,
  available_amount_usd_f: 37500075,
  supplied_amount_f: 1000000,
  supplied_amount_usd_f: 150000000,
  utilization_f: 0.75,
  borrow_apy_f: 0.0547562326721249,
  supply_apy_f: 0.0376992320108351,
};

/** Every object of the answers with its fields, by the name of its component. */
export const answers: Readonly<Record<string, Answer>> = {
  ReserveSnapshot: {
    description: 'The latest state of one reserve.',
    example: SNAPSHOT,
    fields: TWELVE,
  },
  ReserveOfProtocol: {
    description: 'The latest state of one reserve, with the protocol that it is of.',
    fields: `protocol ${TWELVE}`,
  },
  ...ownAnswers(DETAIL),
  ReserveDetail: {
    description: 'Everything that is known of one reserve at its newest slot.',
    nested: { own: OWN_ANSWER },
    fields: `${DETAIL} own`,
  },
  MomentMeta: { fields: 'as_of slot count' },
  MarketInfo: {
    description: 'One reserve of one lending market, with the settings of the market.',
    fields: `
      timestamp ${MARKET} listed_b reserve ${TOKEN} status_str loan_to_value_f liquidation_threshold_f borrow_factor_f
      lending_market_owner lending_market_quote_currency_str lending_market_referral_fee_f
      lending_market_emergency_mode_b lending_market_borrow_disabled_b lending_market_rewards_max_apr_f
      lending_market_missing_since_timestamp`,
  },
  MarketInfoMeta: { fields: 'as_of count lending_markets_without_reserves' },
  ReserveInfo: {
    description: 'One reserve with its settings.',
    fields: `
      timestamp ${MARKET} listed_b reserve ${TOKEN} token_symbol_origin_str token_decimals token_program collateral_token_address status_str
      loan_to_value_f liquidation_threshold_f borrow_factor_f protocol_take_rate_f protocol_liquidation_fee_f
      min_liquidation_bonus_f max_liquidation_bonus_f bad_debt_liquidation_bonus_f deposit_limit_raw
      borrow_limit_raw borrow_limit_outside_elevation_group_raw host_fixed_interest_rate_f origination_fee_f
      flash_loan_fee_f utilization_limit_block_borrowing_f interest_rate_basis_str max_price_age_seconds
      first_seen_timestamp last_seen_timestamp missing_since_timestamp ui_multiplier_f next_ui_multiplier_f
      ui_multiplier_effective_timestamp underlying_protocol underlying_reserve quarantine_reason_str config_flags`,
  },
  InfoMeta: { fields: 'as_of count' },
  QuarantinedReserve: {
    description: 'A reserve that was kept out of the data, and why.',
    fields: `
      reserve quarantine_reason_str expected actual first_seen_timestamp last_seen_timestamp occurrences active_b`,
  },
  ReserveConfig: {
    description: 'The full configuration of one reserve and of its market.',
    fields: `
      timestamp ${MARKET} reserve ${TOKEN} token_decimals since_slot since_timestamp config lending_market_slot
      lending_market_timestamp lending_market_config`,
  },
  ReserveConfigMeta: { fields: 'as_of' },
  ConfigChange: {
    description: 'One parameter that differed between two reads.',
    fields: `
      timestamp slot account_kind_str ${MARKET} reserve token_symbol field old_value new_value previous_slot
      previous_timestamp`,
  },
  ConfigChangesMeta: { fields: 'from to count next_cursor' },
  RatePoint: {
    fields: RATES,
  },
  RatePosition: {
    fields: `available_amount_f borrowed_amount_f supplied_amount_f ${RATES}`,
  },
  WhatIf: {
    description: 'The reserve after the change. Fees, limits and the withdrawal queue are left aside.',
    fields: `supply_delta_raw borrow_delta_raw available_amount_f borrowed_amount_f supplied_amount_f ${RATES}`,
  },
  ReserveCurve: {
    description: 'Rates of one reserve over its utilization.',
    fields: `
      timestamp slot lending_market reserve token_symbol interest_rate_basis_str slot_duration_ms_f points knots
      current what_if`,
    nested: {
      points: { of: 'RatePoint', list: true, description: 'Evenly spread from utilization 0 to 1, both included.' },
      knots: {
        of: 'RatePoint',
        list: true,
        description: 'The points at which the slope of the curve changes, up to the first at utilization 1.',
      },
      current: { of: 'RatePosition' },
      what_if: { of: 'WhatIf', nullable: true, description: 'Null where the request names no change.' },
    },
  },
  ReserveCurveMeta: { fields: 'as_of slot count' },
  HistoryRow: {
    description:
      'One reserve over one bucket, or at one stored read. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp reserve ${MARKET} ${TOKEN} slot last_update_slot ${AMOUNTS} ${RATES} rewards_apr_f price_usd_f
      borrow_apy_realised_f supply_apy_realised_f interest_f interest_usd_f observations snapshots coverage_f
      quality_str gap_reason_str evidence_age_seconds edge_proof_str final_b filled_b ${EXACT}`,
  },
  HistoryGap: {
    description: 'A stretch of time that was not observed.',
    fields: 'reserve from to gap_reason_str',
  },
  HistoryMeta: {
    fields: `
      from to interval_str agg_str fill_str count next_cursor as_of slot tier_str methodology gaps gaps_truncated_b`,
    nested: {
      gaps: {
        of: 'HistoryGap',
        list: true,
        description: 'Gaps of the reserves of the rows within the range, oldest first for each reserve.',
      },
    },
  },
  ReserveAt: {
    description: 'A reserve at one moment, derived from the account that was in force then.',
    fields: `
      timestamp slot reserve ${MARKET} ${TOKEN} ${AMOUNTS} ${RATES} rewards_apr_f price_usd_f ${EXACT} evidence_slot
      evidence_timestamp evidence_age_seconds proof_str proven_b in_gap_b gap_reason_str`,
  },
  ReserveAtMeta: { fields: 'as_of slot methodology tier_str' },
  MarketTotals: {
    description: 'What all reserves of one lending market hold at their newest slots.',
    fields: `timestamp slot protocol ${MARKET} listed_b ${COUNTS} ${SUMS} ${PRICES}`,
  },
  TokenTotals: {
    description: 'What the reserves of one token in listed markets hold at their newest slots.',
    fields: `
      timestamp slot ${TOKEN} token_decimals ${COUNTS} ${LEFT_OUT} supplied_amount_f borrowed_amount_f available_amount_f
      ${SUMS} ${PRICES} unpriced_supply_share_f`,
  },
  ProtocolTotals: {
    description: 'What the reserves of a protocol, or of all protocols, in listed markets hold at their newest slots.',
    fields: `timestamp slot protocol ${COUNTS} ${LEFT_OUT} ${SUMS} ${PRICES}`,
  },
  MarketHistoryRow: {
    description:
      'All reserves of a lending market at the close of a bucket. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp ${MARKET} ${EXPECTED} ${SUMS} usable_price_share_f oldest_price_age_seconds unpriced_reserves
      ${QUALITY}`,
  },
  TokenHistoryRow: {
    description:
      'The reserves of a token in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp ${TOKEN} token_decimals ${EXPECTED} ${LEFT_OUT} supplied_amount_f borrowed_amount_f available_amount_f ${SUMS}
      usable_price_share_f oldest_price_age_seconds unpriced_reserves unpriced_supply_share_f ${QUALITY}`,
  },
  ProtocolHistoryRow: {
    description:
      'The reserves of a protocol, or of all protocols, in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp protocol ${EXPECTED} ${LEFT_OUT} ${SUMS} usable_price_share_f oldest_price_age_seconds unpriced_reserves
      ${QUALITY}`,
  },
  AggregateHistoryMeta: { fields: 'from to interval_str count next_cursor tier_str methodology' },
  BenchmarkRateRow: {
    description:
      'The supply-weighted rate of US dollars at the close of a bucket, or now. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp kind_str tracked_supply_usd_f tracked_borrow_usd_f supply_apy_wavg_f borrow_apy_wavg_f
      supply_apr_wavg_f borrow_apr_wavg_f reserves_expected reserves_observed reserves_included
      excluded_reserve_count missing_reserve_count included_protocols included_token_addresses ${QUALITY}`,
  },
  BenchmarkToken: {
    description: 'A token that counts as US dollars.',
    fields: TOKEN,
  },
  BenchmarkExclusion: {
    description: 'A reserve that was left out of averages of the answer, and why.',
    fields: 'reserve token_address exclusion_reason_str excluded_buckets from to',
  },
  BenchmarkMeta: {
    fields: 'from to interval_str count next_cursor tier_str methodology tokens excluded',
    nested: {
      tokens: { of: 'BenchmarkToken', list: true, description: 'Tokens that count as US dollars, by mint address.' },
      excluded: {
        of: 'BenchmarkExclusion',
        list: true,
        description: 'Reserves that averages of the buckets of the answer were made without.',
      },
    },
  },
  FeesRow: {
    description:
      'Fees of one group in one period. Market and reserve stand only in rows that are grouped by them, amounts in tokens only in those of reserves, and with the parameter fields only what it names.',
    optional: 'by row',
    fields: `
      timestamp ${MARKET} reserve ${TOKEN} interest_usd_f interest_supply_side_usd_f interest_protocol_usd_f
      interest_referrer_max_usd_f interest_host_usd_f liquidation_fees_usd_f liquidation_protocol_usd_f
      origination_fees_usd_f flash_loan_fees_usd_f fees_usd_f revenue_usd_f supply_side_usd_f interest_usd_raw
      interest_supply_side_usd_raw interest_protocol_usd_raw interest_referrer_max_usd_raw interest_host_usd_raw
      interest_f interest_supply_side_f interest_protocol_f interest_referrer_max_f interest_host_f interest_raw
      interest_supply_side_raw interest_protocol_raw interest_referrer_max_raw interest_host_raw coverage_f coverage_str
      unpriced_reserve_count unknown_reserve_count final_b gap_reason_str`,
  },
  FeesMeta: {
    fields: 'from to interval_str group_by_str cumulative_b coverage_str count next_cursor',
  },
  CoverageGap: {
    description: 'A stretch of time in which a reserve was not observed.',
    fields: 'from to from_slot to_slot gap_reason_str ongoing_b',
  },
  CoverageRow: {
    csv: true,
    description: 'How much of the range one reserve was observed in.',
    fields: `
      protocol ${MARKET} reserve ${TOKEN} first_seen_timestamp from to expected_seconds observed_seconds
      missing_seconds coverage_f observations failed_observations gap_count longest_gap_seconds gaps_truncated_b
      gaps`,
    nested: {
      gaps: { of: 'CoverageGap', list: true, max: 100, description: 'Gaps of the range, by time. Not in CSV.' },
    },
  },
  CoverageMeta: { fields: 'from to count next_cursor' },
  StreamedReserve: {
    description: 'Data of a reserve event: an observation that was kept in the history.',
    fields: `
      timestamp slot protocol ${MARKET} reserve ${TOKEN} last_update_slot ${AMOUNTS} price_usd_f ${RATES}
      rewards_apr_f snapshot_reason_str account_sha256`,
  },
  StreamHeartbeat: {
    description: 'Data of a heartbeat event: the newest bank that is served.',
    fields: 'timestamp slot data_age_seconds last_event_id',
  },
  StreamNotice: {
    description: 'Data of a gap event or an end event.',
    fields: 'notice_reason_str last_event_id',
  },
  StatusCause: {
    description: 'Something that speaks against the numbers.',
    fields: 'cause_str verdict_str message',
  },
  QuarantineReason: {
    description: 'A reason for which reserves are refused at the moment.',
    fields: 'quarantine_reason_str reserve_count',
  },
  ReserveStates: {
    description: 'How many reserves are in which state. Each is in one.',
    fields: `
      reserve_count ok_reserve_count stale_reserve_count quarantined_reserve_count frozen_reserve_count
      gone_reserve_count quarantine_reasons`,
    nested: {
      quarantine_reasons: { of: 'QuarantineReason', list: true },
    },
  },
  OpenGaps: {
    description: 'Gaps that go on, for one reason.',
    fields: 'gap_reason_str gap_count oldest_gap_timestamp',
  },
  AuditFinding: {
    description: 'Something that the audit found in the data.',
    fields: `
      check_name_str severity_str subject_kind_str subject message first_seen_timestamp last_seen_timestamp
      times_seen resolved_timestamp`,
  },
  AuditCheck: {
    description: 'How much one check looked at.',
    fields: 'check_name_str checked finding_count',
  },
  AuditRun: {
    description: 'One audit of the data.',
    fields: 'started_timestamp finished_timestamp outcome_str error_code_str checks',
    nested: {
      checks: { of: 'AuditCheck', list: true, description: 'What was checked, by name. Empty where the audit failed.' },
    },
  },
  StatusAudit: {
    description: 'What the audit looked at last, and what it found.',
    fields: `
      audit_age_seconds audit_max_age_seconds newest_run finding_count findings resolved_finding_count
      resolved_findings`,
    nested: {
      newest_run: { of: 'AuditRun', nullable: true, description: 'The newest audit. Null before the first.' },
      findings: {
        of: 'AuditFinding',
        list: true,
        max: 100,
        description: 'Open findings, the gravest first, then those seen last: at most 100 of finding_count.',
      },
      resolved_findings: {
        of: 'AuditFinding',
        list: true,
        max: 20,
        description:
          'Findings that were resolved in the last 24 hours, the newest first: at most 20 of resolved_finding_count.',
      },
    },
  },
  ProtocolStatus: {
    description: 'Whether the numbers of one protocol can be trusted now, and why not.',
    fields: `
      protocol verdict_str causes slot timestamp data_age_seconds lag_seconds poll_age_seconds poll_interval_seconds
      stale_after_seconds reserves gap_count oldest_gap_timestamp open_gaps final_hour_timestamp rollup_lag_seconds
      audit`,
    nested: {
      causes: { of: 'StatusCause', list: true, description: 'Why it is not ok, the worst first. Empty where it is.' },
      reserves: { of: 'ReserveStates' },
      open_gaps: { of: 'OpenGaps', list: true, description: 'The gaps that go on, by reason.' },
      audit: { of: 'StatusAudit' },
    },
  },
  ServiceStatus: {
    description: 'Whether the numbers can be trusted now.',
    fields: 'verdict_str protocols',
    nested: {
      protocols: { of: 'ProtocolStatus', list: true },
    },
  },
  StatusMeta: { fields: 'checked_timestamp' },
  Verification: {
    description: 'Whom the API key belongs to.',
    fields: 'username authenticated',
  },
  KeyLimits: {
    description: 'What the key may do.',
    fields: 'requests_per_minute concurrent_exports',
  },
  RateLimit: {
    description: 'How the key stands now, this request included.',
    fields: 'limit remaining reset_seconds',
  },
  KeyUsageRow: {
    description: 'Requests of a day to a route.',
    fields: 'day route requests limited',
  },
  KeyUsage: {
    description: 'An API key, its limits, and what was asked with it over the last 30 days.',
    fields: `
      username key_prefix tier_str created_timestamp expires_timestamp last_used_timestamp limits rate_limit usage`,
    nested: {
      limits: { of: 'KeyLimits' },
      rate_limit: { of: 'RateLimit' },
      usage: { of: 'KeyUsageRow', list: true },
    },
  },
  KeyUsageMeta: { fields: 'from_day to_day' },
};

const BY_TIME = { list: true, description: 'By time.', meta: 'AggregateHistoryMeta' } as const;

/** What the endpoints answer with. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  BenchmarkEnvelope: {
    data: 'BenchmarkRateRow',
    list: true,
    description: 'By time; the row latest comes last.',
    meta: 'BenchmarkMeta',
  },
  ConfigChangesEnvelope: { data: 'ConfigChange', list: true, description: 'Newest first.', meta: 'ConfigChangesMeta' },
  CoverageEnvelope: {
    data: 'CoverageRow',
    list: true,
    description: 'By protocol and address of the reserve.',
    meta: 'CoverageMeta',
  },
  FeesEnvelope: { data: 'FeesRow', list: true, description: 'By time, within a period by address.', meta: 'FeesMeta' },
  HistoryEnvelope: { data: 'HistoryRow', list: true, description: 'By reserve, then by time.', meta: 'HistoryMeta' },
  KeyUsageEnvelope: { data: 'KeyUsage', meta: 'KeyUsageMeta' },
  MarketHistoryEnvelope: { data: 'MarketHistoryRow', ...BY_TIME },
  MarketInfoEnvelope: { data: 'MarketInfo', list: true, meta: 'MarketInfoMeta' },
  MarketTotalsEnvelope: { data: 'MarketTotals', list: true, meta: 'MomentMeta' },
  ProtocolHistoryEnvelope: { data: 'ProtocolHistoryRow', ...BY_TIME },
  ProtocolTotalsEnvelope: { data: 'ProtocolTotals', list: true, meta: 'MomentMeta' },
  QuarantineEnvelope: { data: 'QuarantinedReserve', list: true, meta: 'InfoMeta' },
  ReserveAtEnvelope: { data: 'ReserveAt', meta: 'ReserveAtMeta' },
  ReserveConfigEnvelope: { data: 'ReserveConfig', meta: 'ReserveConfigMeta' },
  ReserveCurveEnvelope: { data: 'ReserveCurve', meta: 'ReserveCurveMeta' },
  ReserveDetailEnvelope: { data: 'ReserveDetail', list: true, meta: 'MomentMeta' },
  ReserveInfoEnvelope: { data: 'ReserveInfo', list: true, meta: 'InfoMeta' },
  ReserveOfProtocolEnvelope: { data: 'ReserveOfProtocol', list: true },
  ReserveSnapshotEnvelope: { data: 'ReserveSnapshot', list: true },
  StatusEnvelope: { data: 'ServiceStatus', meta: 'StatusMeta' },
  TokenHistoryEnvelope: { data: 'TokenHistoryRow', ...BY_TIME },
  TokenTotalsEnvelope: { data: 'TokenTotals', list: true, meta: 'MomentMeta' },
  VerificationEnvelope: { data: 'Verification' },
};
