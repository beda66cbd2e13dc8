import { liquidityFields as f } from '../liquidity.ts';
import { depthVariants } from '../liquidity-variants.ts';
import { instantField } from '@tidemark/core';
import { edgesOf } from './bucket-columns.ts';
import { observedColumns, readAt, readColumn, readColumns } from './liquidity-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const { token_address } = depthVariants;

const bonusColumns = {
  min_net_bonus_bps: f.min_net_bonus_bps,
  max_net_bonus_bps: f.max_net_bonus_bps,
  sellable_at_min_bonus_raw: f.sellable_at_min_bonus_raw,
  sellable_at_max_bonus_raw: f.sellable_at_max_bonus_raw,
  coverage_at_min_bonus_f: f.coverage_at_min_bonus_f,
  coverage_at_max_bonus_f: f.coverage_at_max_bonus_f,
  token_coverage_at_min_bonus_f: f.token_coverage_at_min_bonus_f,
  token_coverage_at_max_bonus_f: f.token_coverage_at_max_bonus_f,
};

const latestView: ViewDefinition = {
  description:
    'Whether the collateral of each reserve can be sold within what a liquidator gets: one row per reserve of a listed market, at its newest read.',
  columns: {
    ...shared('protocol', 'lending_market', 'reserve'),
    token_address,
    ...shared('token_symbol'),
    ...readColumns,
    collateral_raw: f.collateral_raw,
    token_collateral_raw: f.token_collateral_raw,
    token_reserves: f.token_reserves,
    token_reserves_unknown: f.token_reserves_unknown,
    ...bonusColumns,
    coverage_at_100_bps_f: f.coverage_at_100_bps_f,
    coverage_at_200_bps_f: f.coverage_at_200_bps_f,
    coverage_at_500_bps_f: f.coverage_at_500_bps_f,
    coverage_at_1000_bps_f: f.coverage_at_1000_bps_f,
    lower_bound_b: f.lower_bound_b,
    coverage_gap_str: f.coverage_gap_str,
    first_seen_at: instantField('Chain time of the first read.', 'Clock sysvar'),
    ...readColumn,
    ...changeIdColumn,
  },
};

const historyView: ViewDefinition = {
  description: 'Coverage of reserves as it was read: one row per read. Rows are kept for PRICE_RETENTION_MONTHS.',
  columns: {
    ...shared('reserve'),
    token_address,
    slot_max: readColumns.slot_max,
    observed_at: readAt,
    collateral_raw: f.collateral_raw,
    token_collateral_raw: f.token_collateral_raw,
    ...bonusColumns,
    lower_bound_b: f.lower_bound_b,
    coverage_gap_str: f.coverage_gap_str,
    ...readColumn,
  },
};

const bucketsView = (width: string): ViewDefinition => ({
  description: `The smallest coverage of each reserve in each ${width} (UTC) since it was read first.`,
  columns: {
    ...shared('reserve'),
    token_address,
    ...edgesOf(width),
    min_coverage_at_min_bonus_f: f.min_coverage_at_min_bonus_f,
    min_token_coverage_at_min_bonus_f: f.min_token_coverage_at_min_bonus_f,
    min_sellable_at_min_bonus_raw: f.min_sellable_at_min_bonus_raw,
    max_collateral_raw: f.max_collateral_raw,
    ...observedColumns(width),
  },
});

/** Views of whether collateral can be sold. */
export const liquidationCoverageViews: Readonly<Record<string, ViewDefinition>> = {
  liquidation_coverage_latest: latestView,
  liquidation_coverage: historyView,
  liquidation_coverage_hourly: bucketsView('hour'),
  liquidation_coverage_daily: bucketsView('day'),
};
