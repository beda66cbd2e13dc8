import { ownFrom, type OwnFieldEntry, placeOf, toOwnFields } from '../common/own-fields.ts';
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

const { config: CONFIG, liquidity: LIQUIDITY, rateLimiter: LIMITER } = RESERVE;
const ofReserve = ownFrom('Reserve');
const ofMarket = ownFrom('LendingMarket');
const account = { methodVersion: 'account-1.0' } as const;
const exact = (column: string) => ({ ...account, type: 'decimal', column }) as const;
const notRead = { nullRule: 'null where the account of the market was not read in the same call' } as const;
/** Whole dollars; above 53 bits where there is no limit. */
const dollars = { type: 'u64' } as const;
const UNLIMITED = 'in whole dollars. The largest u64 means unlimited.';
const WINDOW = 'Length of the window of the outflow limit. 0 means no limit.';

const STATE: Readonly<Record<keyof SaveFields, OwnFieldEntry>> = {
  accumulatedProtocolFeesWads: ofReserve(
    'base units',
    'Protocol fees that have accrued and are not collected, as the account holds them.',
    LIQUIDITY.accumulatedProtocolFeesWads,
    exact('accumulated_protocol_fees_raw'),
  ),
  smoothedPriceWads: ofReserve(
    'USD per token',
    'Moving average of the oracle. Borrows count the higher of this and the price, collateral the lower.',
    LIQUIDITY.smoothedMarketPriceWads,
    exact('smoothed_price_raw'),
  ),
  extraPriceWads: ofReserve(
    'USD per token',
    'Price of a second oracle, which only bounds borrows and withdrawals.',
    LIQUIDITY.extraMarketPriceWads,
    {
      ...exact('extra_price_raw'),
      nullRule: `null where there is none (offset ${LIQUIDITY.extraMarketPriceWads.flagAt} is 0)`,
    },
  ),
  attributedBorrowValueWads: ofReserve(
    'USD',
    'Debt that the collateral of this reserve backs.',
    RESERVE.attributedBorrowValueWads,
    exact('attributed_borrow_value_usd_raw'),
  ),
  outflowPreviousWads: ofReserve(
    'base units',
    'What left the reserve in the window before the running one, for its outflow limit.',
    LIMITER.previousWads,
    exact('outflow_previous_raw'),
  ),
  outflowCurrentWads: ofReserve(
    'base units',
    'What left the reserve in the running window.',
    LIMITER.currentWads,
    exact('outflow_current_raw'),
  ),
  outflowWindowStartSlot: ofReserve('slots', 'First slot of the running window.', LIMITER.windowStartSlot, account),
  marketOutflowPreviousWads: ofMarket(
    'USD',
    'What left all reserves of the market in the window before the running one.',
    MARKET.rateLimiter.previousWads,
    { ...exact('lending_market_outflow_previous_usd_raw'), ...notRead },
  ),
  marketOutflowCurrentWads: ofMarket(
    'USD',
    'What left all reserves of the market in the running window.',
    MARKET.rateLimiter.currentWads,
    { ...exact('lending_market_outflow_current_usd_raw'), ...notRead },
  ),
  marketOutflowWindowStartSlot: ofMarket(
    'slots',
    'First slot of the running window.',
    MARKET.rateLimiter.windowStartSlot,
    { ...account, ...notRead, column: 'lending_market_outflow_window_start_slot' },
  ),
};

const SETTINGS: Readonly<Record<string, OwnFieldEntry>> = {
  reserveType: ofReserve(
    'none',
    'Kind of the reserve: regular, or isolated (no collateral, and the only borrow of a position).',
    CONFIG.reserveType,
    { type: CONFIG.reserveType.words, column: 'reserve_type_str' },
  ),
  addedBorrowWeightBps: ofReserve('basis points', 'Weight of debt beyond its value.', CONFIG.addedBorrowWeightBps, {
    type: 'count',
  }),
  optimalUtilizationPct: ofReserve('percent', 'End of the first piece of the curve.', CONFIG.optimalUtilizationPct),
  maxUtilizationPct: ofReserve('percent', 'End of the second piece of the curve.', CONFIG.maxUtilizationPct),
  maxLiquidationThresholdPct: ofReserve(
    'percent',
    'Loan to value at which the bonus is the highest.',
    CONFIG.maxLiquidationThresholdPct,
  ),
  protocolLiquidationFeeDecaBps: ofReserve(
    'permille',
    'What a liquidation pays to the protocol, on top of the bonus.',
    CONFIG.protocolLiquidationFeeDecaBps,
    { column: 'protocol_liquidation_fee_permille' },
  ),
  hostFeePct: ofReserve('percent', 'Share of the borrow fee that the front end gets.', CONFIG.fees.hostFeePct),
  scaledPriceOffsetBps: ofReserve(
    'basis points',
    'Added to the price of the oracle. Signed.',
    CONFIG.scaledPriceOffsetBps,
    { type: 'integer' },
  ),
  attributedBorrowLimitOpenUsd: ofReserve(
    'USD',
    `Debt backed by this collateral above which no more is lent against it, ${UNLIMITED}`,
    CONFIG.attributedBorrowLimitOpenUsd,
    { ...dollars, column: 'attributed_borrow_limit_open_usd_raw' },
  ),
  attributedBorrowLimitCloseUsd: ofReserve(
    'USD',
    `Debt backed by this collateral above which positions may be closed, ${UNLIMITED}`,
    CONFIG.attributedBorrowLimitCloseUsd,
    { ...dollars, column: 'attributed_borrow_limit_close_usd_raw' },
  ),
  outflowLimitRaw: ofReserve(
    'base units',
    'Outflow limit: what may leave the reserve in a sliding window.',
    LIMITER.maxOutflow,
  ),
  outflowWindowSlots: ofReserve('slots', WINDOW, LIMITER.windowSlots),
};

/** The same as a table, with the settings of reserve and market that have columns. */
export const SAVE_FIELDS: readonly OwnField[] = [
  ...toOwnFields('state', STATE),
  ...toOwnFields('settings', SETTINGS),
  ...toOwnFields('market', {
    outflowLimitUsd: ofMarket(
      'USD',
      'Outflow limit: what may leave all reserves of the market in a sliding window, in whole dollars.',
      MARKET.rateLimiter.maxOutflow,
      { ...dollars, column: 'outflow_limit_usd_raw' },
    ),
    outflowWindowSlots: ofMarket('slots', WINDOW, MARKET.rateLimiter.windowSlots),
    riskAuthority: ofMarket('none', 'Who may lower limits besides the owner.', MARKET.riskAuthority, {
      type: 'address',
      nullRule: 'null where the account names no address',
    }),
  }),
];

/** Where fields that all protocols share come from; the accounts have no names. */
export const SAVE_SOURCES: Readonly<Record<string, string>> = {
  lending_market: placeOf('Reserve', RESERVE.lendingMarket),
  lending_market_name: 'label of a known market',
  token_address: placeOf('Reserve', LIQUIDITY.mint),
  token_decimals: placeOf('Reserve', LIQUIDITY.mintDecimals),
  token_program: 'always the Token program',
  collateral_token_address: placeOf('Reserve', RESERVE.collateral.mint),
};
