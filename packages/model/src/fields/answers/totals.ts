import { MARKET, TOKEN, type Answer, type Envelope, PAGE } from './answer.ts';

const COUNTS =
  'reserve_count active_reserve_count obsolete_reserve_count hidden_reserve_count missing_reserve_count priced_reserve_count unpriced_reserve_count';
const LEFT_OUT = 'unlisted_reserve_count unlisted_supplied_usd_f unlisted_borrowed_usd_f wrapped_reserve_count';
const SUMS =
  'supplied_usd_f borrowed_usd_f available_usd_f tvl_usd_f utilization_f supply_apy_wavg_f borrow_apy_wavg_f';
const PRICES =
  'usable_price_share_f unjudged_reserve_count fresh_price_share_f ageless_reserve_count oldest_input_age_seconds oldest_price_age_seconds unpriced_reserves price_basis_str';
const EXPECTED =
  'reserves_expected reserves_observed missing_reserve_count priced_reserve_count unpriced_reserve_count';
const QUALITY = 'coverage_f quality_str gap_reason_str final_b';

/** Sums over reserves: markets, tokens, protocols, benchmark rates, fees. */
export const totalsAnswers: Readonly<Record<string, Answer>> = {
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
      timestamp ${MARKET} ${EXPECTED} ${SUMS} usable_price_share_f unjudged_reserve_count oldest_price_age_seconds unpriced_reserves
      ${QUALITY}`,
  },
  TokenHistoryRow: {
    description:
      'The reserves of a token in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp ${TOKEN} token_decimals ${EXPECTED} ${LEFT_OUT} supplied_amount_f borrowed_amount_f available_amount_f ${SUMS}
      usable_price_share_f unjudged_reserve_count oldest_price_age_seconds unpriced_reserves unpriced_supply_share_f ${QUALITY}`,
  },
  ProtocolHistoryRow: {
    description:
      'The reserves of a protocol, or of all protocols, in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp protocol ${EXPECTED} ${LEFT_OUT} ${SUMS} usable_price_share_f unjudged_reserve_count oldest_price_age_seconds unpriced_reserves
      ${QUALITY}`,
  },
  AggregateHistoryMeta: { fields: `from to interval_str ${PAGE} tier_str methodology` },
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
    fields: `from to interval_str ${PAGE} tier_str methodology tokens excluded`,
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
    fields: `from to interval_str group_by_str cumulative_b coverage_str ${PAGE}`,
  },
};

const BY_TIME = { list: true, description: 'By time.', meta: 'AggregateHistoryMeta' } as const;

export const totalsEnvelopes: Readonly<Record<string, Envelope>> = {
  BenchmarkEnvelope: {
    data: 'BenchmarkRateRow',
    list: true,
    description: 'By time; the row latest comes last.',
    meta: 'BenchmarkMeta',
  },
  FeesEnvelope: { data: 'FeesRow', list: true, description: 'By time, within a period by address.', meta: 'FeesMeta' },
  MarketHistoryEnvelope: { data: 'MarketHistoryRow', ...BY_TIME },
  MarketTotalsEnvelope: { data: 'MarketTotals', list: true, meta: 'MomentMeta' },
  ProtocolHistoryEnvelope: { data: 'ProtocolHistoryRow', ...BY_TIME },
  ProtocolTotalsEnvelope: { data: 'ProtocolTotals', list: true, meta: 'MomentMeta' },
  TokenHistoryEnvelope: { data: 'TokenHistoryRow', ...BY_TIME },
  TokenTotalsEnvelope: { data: 'TokenTotals', list: true, meta: 'MomentMeta' },
};
