import { type Answer, type Envelope, MARKET, PAGE, TOKEN } from './answer.ts';

const REFERENCE = 'reference_price_usd_f reference_price_usd_raw reference_age_seconds';

/** What can be sold of tokens, where, and whether it is enough to liquidate. */
export const liquidityAnswers: Readonly<Record<string, Answer>> = {
  TokenDepthLevel: {
    description: 'What can be sold or bought at one fall of the price: over all sources, or of one of them.',
    fields: `
      side_str fall_bps source_str evidence_str marginal_amount_raw marginal_amount_f marginal_usd_f average_amount_raw
      average_amount_f average_usd_f largest_pool_share_f via_sol_share_f sol_leg_share_f
      lower_bound_b depth_gap_str min_24h_marginal_amount_raw min_24h_marginal_usd_f min_24h_average_amount_raw min_24h_average_usd_f
      known_24h_share_f`,
  },
  TokenQuote: {
    description: 'A sale of a size in US dollars.',
    fields: 'size_usd_f quote_amount_raw quote_out_usd_f price_impact_bps_f depth_gap_str',
  },
  TokenDepth: {
    description:
      'What can be sold and bought of a token in pools that anybody can verify. An unknown token is a row without numbers, with the reason.',
    fields: `
      timestamp slot_min slot_max ${TOKEN} token_decimals ${REFERENCE} pools_counted pools_excluded pools_unknown
      evidence_str lower_bound_b depth_gap_str coverage_24h_f caveats depth quotes`,
    nested: {
      depth: {
        of: 'TokenDepthLevel',
        list: true,
        description:
          'By side, sell first, then fall and source, all sources first. Where no pool counts, the rows over all sources say why.',
      },
      quotes: { of: 'TokenQuote', list: true, description: 'By size; empty where no pool counts.' },
    },
  },
  LiquidityPool: {
    description: 'A pool that pairs a token, and whether it counts for that token or why not.',
    fields: `
      timestamp slot token_address pool source_str evidence_str token_a_address token_b_address counted_b route_str
      excluded_reason_str excluded_detail_str depth_usd_f price_gap_bps_f pool_price_raw pool_status_str pool_detail_str
      lower_bound_reasons pool_used_timestamp one_bank_b found_by_str search_failure_str`,
  },
  PoolDepth: {
    description: 'What a pool takes of one of its tokens until its own price has fallen so far.',
    fields: `
      timestamp slot pool source_str evidence_str token_in_address token_out_address fall_bps marginal_in_raw
      marginal_out_raw average_in_raw average_out_raw lower_bound_b depth_gap_str`,
  },
  PoolDepthMeta: {
    fields: 'count methodology pool_status_str pool_detail_str lower_bound_reasons one_bank_b caveats',
  },
  LiquidityMeta: { fields: 'as_of slot count methodology caveats' },
  TokenDepthMeta: { fields: 'methodology' },
  TokenDepthHistoryRow: {
    description:
      'The smallest depth of a token over a bucket at one fall of the price, or with interval=raw one stored read. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp ${TOKEN} side_str fall_bps min_marginal_amount_raw min_marginal_usd_f min_average_amount_raw
      min_average_usd_f close_average_usd_f lower_bound_b observations known_observations coverage_f quality_str
      gap_reason_str final_b`,
  },
  DepthHistoryMeta: { fields: `from to interval_str ${PAGE} tier_str methodology` },
  LiquidationCoverage: {
    description: 'Whether the collateral of a reserve can be sold within what a liquidator gets.',
    fields: `
      timestamp slot_min slot_max protocol ${MARKET} reserve ${TOKEN} collateral_raw collateral_f collateral_usd_f
      token_collateral_raw token_reserves token_reserves_unknown min_net_bonus_bps max_net_bonus_bps
      sellable_at_min_bonus_raw sellable_at_max_bonus_raw coverage_at_min_bonus_f coverage_at_max_bonus_f
      token_coverage_at_min_bonus_f token_coverage_at_max_bonus_f coverage_at_100_bps_f coverage_at_200_bps_f
      coverage_at_500_bps_f coverage_at_1000_bps_f ${REFERENCE} evidence_str pools_counted lower_bound_b
      coverage_gap_str`,
  },
  LiquidationCoverageRow: {
    description:
      'The smallest coverage of a reserve over a bucket, or with interval=raw one stored read. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp reserve ${TOKEN} min_coverage_at_min_bonus_f min_token_coverage_at_min_bonus_f
      min_sellable_at_min_bonus_raw max_collateral_raw lower_bound_b observations known_observations coverage_f
      quality_str gap_reason_str final_b`,
  },
};

/** What the endpoints answer with. */
export const liquidityEnvelopes: Readonly<Record<string, Envelope>> = {
  TokenDepthEnvelope: { data: 'TokenDepth', meta: 'TokenDepthMeta' },
  LiquidityPoolsEnvelope: {
    data: 'LiquidityPool',
    list: true,
    description: 'By token; pools that count first, the deepest first.',
    meta: 'LiquidityMeta',
  },
  PoolDepthEnvelope: {
    data: 'PoolDepth',
    list: true,
    description: 'By token that is sold, token a first, then by fall.',
    meta: 'PoolDepthMeta',
  },
  TokenDepthHistoryEnvelope: {
    data: 'TokenDepthHistoryRow',
    list: true,
    description: 'By time.',
    meta: 'DepthHistoryMeta',
  },
  LiquidationCoverageEnvelope: {
    data: 'LiquidationCoverage',
    list: true,
    description:
      'The worst first: by coverage over all reserves of the token at the smallest bonus; unknown ones last.',
    meta: 'LiquidityMeta',
  },
  LiquidationCoverageHistoryEnvelope: {
    data: 'LiquidationCoverageRow',
    list: true,
    description: 'By time.',
    meta: 'DepthHistoryMeta',
  },
};
