import { numberField, textField } from '@tidemark/core';
import type { AccountField } from '../common/account-layout.ts';
import { type OwnFieldRow, toOwnFields } from '../common/own-fields.ts';
import type { OwnField } from '../protocol.ts';
import { MARKET } from './lending-market.ts';
import { RESERVE } from './reserve.ts';

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

const account = { methodVersion: 'account-1.0' } as const;
const exact = { ...account, type: 'decimal' } as const;
const config = { methodVersion: 'config-1.0' } as const;
const NOT_READ = 'null where the account of the market was not read in the same call';
const at = (field: AccountField<unknown>): string => `Reserve account, offset ${field.at}`;
const atMarket = (field: AccountField<unknown>): string => `LendingMarket account, offset ${field.at}`;
const { config: CONFIG, liquidity: LIQUIDITY } = RESERVE;
const percent = (description: string, offset: AccountField<unknown>) =>
  numberField('percent', description, at(offset), config);
/** Whole dollars; above 53 bits where there is no limit. */
const dollars = (description: string, source: string) =>
  numberField('USD', description, source, { ...config, type: 'u64' });
const slots = (source: string) =>
  numberField('slots', 'Length of the window of the outflow limit. 0 means no limit.', source, config);

const STATE: readonly OwnFieldRow[] = [
  [
    'accumulatedProtocolFeesWads',
    'accumulated_protocol_fees_raw',
    'scaled',
    numberField(
      'base units',
      'Protocol fees that have accrued and are not collected, as the account holds them.',
      at(LIQUIDITY.accumulatedProtocolFeesWads),
      exact,
    ),
  ],
  [
    'smoothedPriceWads',
    'smoothed_price_raw',
    'scaled',
    numberField(
      'USD per token',
      'Moving average of the oracle. Borrows count the higher of this and the price, collateral the lower.',
      at(LIQUIDITY.smoothedMarketPriceWads),
      exact,
    ),
  ],
  [
    'extraPriceWads',
    'extra_price_raw',
    'scaled',
    numberField(
      'USD per token',
      'Price of a second oracle, which only bounds borrows and withdrawals.',
      at(LIQUIDITY.extraMarketPriceWads),
      { ...exact, nullRule: `null where there is none (offset ${LIQUIDITY.extraMarketPriceWads.flagAt} is 0)` },
    ),
  ],
  [
    'attributedBorrowValueWads',
    'attributed_borrow_value_usd_raw',
    'scaled',
    numberField('USD', 'Debt that the collateral of this reserve backs.', at(RESERVE.attributedBorrowValueWads), exact),
  ],
  [
    'outflowPreviousWads',
    'outflow_previous_raw',
    'scaled',
    numberField(
      'base units',
      'What left the reserve in the window before the running one, for its outflow limit.',
      at(RESERVE.rateLimiter.previousWads),
      exact,
    ),
  ],
  [
    'outflowCurrentWads',
    'outflow_current_raw',
    'scaled',
    numberField(
      'base units',
      'What left the reserve in the running window.',
      at(RESERVE.rateLimiter.currentWads),
      exact,
    ),
  ],
  [
    'outflowWindowStartSlot',
    'outflow_window_start_slot',
    'u64',
    numberField('slots', 'First slot of the running window.', at(RESERVE.rateLimiter.windowStartSlot), account),
  ],
  [
    'marketOutflowPreviousWads',
    'lending_market_outflow_previous_usd_raw',
    'scaled',
    numberField(
      'USD',
      'What left all reserves of the market in the window before the running one.',
      atMarket(MARKET.rateLimiter.previousWads),
      { ...exact, nullRule: NOT_READ },
    ),
  ],
  [
    'marketOutflowCurrentWads',
    'lending_market_outflow_current_usd_raw',
    'scaled',
    numberField(
      'USD',
      'What left all reserves of the market in the running window.',
      atMarket(MARKET.rateLimiter.currentWads),
      {
        ...exact,
        nullRule: NOT_READ,
      },
    ),
  ],
  [
    'marketOutflowWindowStartSlot',
    'lending_market_outflow_window_start_slot',
    'u64',
    numberField('slots', 'First slot of the running window.', atMarket(MARKET.rateLimiter.windowStartSlot), {
      ...account,
      nullRule: NOT_READ,
    }),
  ],
];

const SETTINGS: readonly OwnFieldRow[] = [
  [
    'reserveType',
    'reserve_type_str',
    'text',
    textField(
      'Kind of the reserve: regular, or isolated (no collateral, and the only borrow of a position).',
      at(CONFIG.reserveType),
      { ...config, type: ['regular', 'isolated'] },
    ),
  ],
  [
    'addedBorrowWeightBps',
    'added_borrow_weight_bps',
    'u64',
    numberField('basis points', 'Weight of debt beyond its value.', at(CONFIG.addedBorrowWeightBps), {
      ...config,
      type: 'count',
    }),
  ],
  [
    'optimalUtilizationPct',
    'optimal_utilization_pct',
    'integer',
    percent('End of the first piece of the curve.', CONFIG.optimalUtilizationPct),
  ],
  [
    'maxUtilizationPct',
    'max_utilization_pct',
    'integer',
    percent('End of the second piece of the curve.', CONFIG.maxUtilizationPct),
  ],
  [
    'maxLiquidationThresholdPct',
    'max_liquidation_threshold_pct',
    'integer',
    percent('Loan to value at which the bonus is the highest.', CONFIG.maxLiquidationThresholdPct),
  ],
  [
    'protocolLiquidationFeeDecaBps',
    'protocol_liquidation_fee_permille',
    'integer',
    numberField(
      'permille',
      'What a liquidation pays to the protocol, on top of the bonus.',
      at(CONFIG.protocolLiquidationFeeDecaBps),
      config,
    ),
  ],
  [
    'hostFeePct',
    'host_fee_pct',
    'integer',
    percent('Share of the borrow fee that the front end gets.', CONFIG.fees.hostFeePct),
  ],
  [
    'scaledPriceOffsetBps',
    'scaled_price_offset_bps',
    'i64',
    numberField('basis points', 'Added to the price of the oracle. Signed.', at(CONFIG.scaledPriceOffsetBps), {
      ...config,
      type: 'integer',
    }),
  ],
  [
    'attributedBorrowLimitOpenUsd',
    'attributed_borrow_limit_open_usd_raw',
    'u64',
    dollars(
      'Debt backed by this collateral above which no more is lent against it, in whole dollars. The largest u64 means unlimited.',
      at(CONFIG.attributedBorrowLimitOpenUsd),
    ),
  ],
  [
    'attributedBorrowLimitCloseUsd',
    'attributed_borrow_limit_close_usd_raw',
    'u64',
    dollars(
      'Debt backed by this collateral above which positions may be closed, in whole dollars. The largest u64 means unlimited.',
      at(CONFIG.attributedBorrowLimitCloseUsd),
    ),
  ],
  [
    'outflowLimitRaw',
    'outflow_limit_raw',
    'u64',
    numberField(
      'base units',
      'Outflow limit: what may leave the reserve in a sliding window.',
      at(RESERVE.rateLimiter.maxOutflow),
      config,
    ),
  ],
  ['outflowWindowSlots', 'outflow_window_slots', 'u64', slots(at(RESERVE.rateLimiter.windowSlots))],
];

const MARKET_FIELDS: readonly OwnFieldRow[] = [
  [
    'outflowLimitUsd',
    'outflow_limit_usd_raw',
    'u64',
    dollars(
      'Outflow limit: what may leave all reserves of the market in a sliding window, in whole dollars.',
      atMarket(MARKET.rateLimiter.maxOutflow),
    ),
  ],
  ['outflowWindowSlots', 'outflow_window_slots', 'u64', slots(atMarket(MARKET.rateLimiter.windowSlots))],
  [
    'riskAuthority',
    'risk_authority',
    'text',
    textField('Who may lower limits besides the owner.', atMarket(MARKET.riskAuthority), {
      ...config,
      type: 'address',
      nullRule: 'null where the account names nobody',
    }),
  ],
];

/** The same as a table, with the settings of reserve and market that have columns. */
export const SAVE_FIELDS: readonly OwnField[] = [
  ...toOwnFields('state', STATE),
  ...toOwnFields('settings', SETTINGS),
  ...toOwnFields('market', MARKET_FIELDS),
];
