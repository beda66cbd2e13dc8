import type { OwnField } from '../protocol.ts';

/** What a reserve holds beside the common fields. Null where there is none, or its market was not read in the same call. */
export type SaveFields = {
  readonly accumulatedProtocolFeesWads: bigint;
  readonly smoothedPriceWads: bigint;
  readonly extraPriceWads: bigint | null;
  readonly attributedBorrowValueWads: bigint;
  readonly outflowPreviousWads: bigint;
  readonly outflowCurrentWads: bigint;
  readonly outflowWindowStartSlot: bigint;
  readonly marketOutflowPreviousWads: bigint | null;
  readonly marketOutflowCurrentWads: bigint | null;
  readonly marketOutflowWindowStartSlot: bigint | null;
};

const WADS_RAW = '10^-18 base units';
const WADS_USD = '10^-18 USD';

type Row = readonly [name: string, column: string, type: OwnField['type'], unit: string, doc: string];

const STATE: readonly Row[] = [
  [
    'accumulatedProtocolFeesWads',
    'accumulated_protocol_fees_sf',
    'u128',
    WADS_RAW,
    'Fees owed to the protocol: its part of the interest, not yet paid out.',
  ],
  [
    'smoothedPriceWads',
    'smoothed_price_wads',
    'u128',
    WADS_USD,
    'Moving average of the oracle. Borrows count the higher of this and the price, collateral the lower.',
  ],
  [
    'extraPriceWads',
    'extra_price_wads',
    'u128',
    WADS_USD,
    'Price of a second oracle, which only bounds borrows and withdrawals; null where there is none.',
  ],
  [
    'attributedBorrowValueWads',
    'attributed_borrow_value_wads',
    'u128',
    WADS_USD,
    "Debt that this reserve's collateral backs.",
  ],
  [
    'outflowPreviousWads',
    'outflow_previous_wads',
    'u128',
    WADS_RAW,
    'What left the reserve in the window before the running one, for its outflow limit.',
  ],
  ['outflowCurrentWads', 'outflow_current_wads', 'u128', WADS_RAW, 'What left the reserve in the running window.'],
  ['outflowWindowStartSlot', 'outflow_window_start_slot', 'u64', 'slot', 'First slot of that window.'],
  [
    'marketOutflowPreviousWads',
    'market_outflow_previous_wads',
    'u128',
    WADS_USD,
    'What left all reserves of the market in the window before the running one.',
  ],
  [
    'marketOutflowCurrentWads',
    'market_outflow_current_wads',
    'u128',
    WADS_USD,
    'What left all reserves of the market in the running window.',
  ],
  ['marketOutflowWindowStartSlot', 'market_outflow_window_start_slot', 'u64', 'slot', 'First slot of that window.'],
];

const SETTINGS: readonly Row[] = [
  [
    'reserveType',
    'reserve_type',
    'text',
    '',
    'regular, or isolated: no collateral, and the only borrow of a position.',
  ],
  ['addedBorrowWeightBps', 'added_borrow_weight_bps', 'u64', 'basis points', 'Weight of debt beyond its value.'],
  ['optimalUtilizationPct', 'optimal_utilization_pct', 'integer', 'percent', 'End of the first piece of the curve.'],
  ['maxUtilizationPct', 'max_utilization_pct', 'integer', 'percent', 'End of the second piece of the curve.'],
  [
    'maxLiquidationThresholdPct',
    'max_liquidation_threshold_pct',
    'integer',
    'percent',
    'Loan to value at which the bonus is the highest.',
  ],
  [
    'protocolLiquidationFeeDecaBps',
    'protocol_liquidation_fee_deca_bps',
    'integer',
    '0.1 percent',
    'What a liquidation pays to the protocol, on top of the bonus.',
  ],
  ['hostFeePct', 'host_fee_pct', 'integer', 'percent', "The front end's share of the borrow fee."],
  ['scaledPriceOffsetBps', 'scaled_price_offset_bps', 'i64', 'basis points', "Added to the oracle's price."],
  [
    'attributedBorrowLimitOpenUsd',
    'attributed_borrow_limit_open_usd',
    'u64',
    'USD',
    'Debt backed by this collateral above which no more is lent against it; u64::MAX = unlimited.',
  ],
  [
    'attributedBorrowLimitCloseUsd',
    'attributed_borrow_limit_close_usd',
    'u64',
    'USD',
    'Debt backed by this collateral above which positions may be closed; u64::MAX = unlimited.',
  ],
  ['outflowLimitRaw', 'outflow_limit_raw', 'u64', 'base units', 'What may leave the reserve in a sliding window.'],
  ['outflowWindowSlots', 'outflow_window_slots', 'u64', 'slots', 'Length of that window; 0 = no limit.'],
];

const MARKET: readonly Row[] = [
  ['outflowLimitUsd', 'outflow_limit_usd', 'u64', 'USD', 'What may leave all reserves in a sliding window.'],
  ['outflowWindowSlots', 'outflow_window_slots', 'u64', 'slots', 'Length of that window; 0 = no limit.'],
  ['riskAuthority', 'risk_authority', 'text', 'address', 'Who may lower limits; null = the owner alone.'],
  [
    'isListed',
    'is_listed',
    'boolean',
    '',
    'In the registry. Anybody may create a market; totals count the listed ones.',
  ],
];

const toFields = (of: OwnField['of'], rows: readonly Row[]): OwnField[] =>
  rows.map(([name, column, type, unit, doc]) => ({ of, name, column, type, unit, doc }));

/** The same as a table, with the settings of reserve and market that have columns. */
export const SAVE_FIELDS: readonly OwnField[] = [
  ...toFields('state', STATE),
  ...toFields('settings', SETTINGS),
  ...toFields('market', MARKET),
];
