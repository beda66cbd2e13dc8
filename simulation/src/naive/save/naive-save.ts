import type { AccountBytes } from '@tidemark/core';
import { decimalOf } from '../decimals.ts';
import { nearestDouble, ratioOf } from '../nearest-double.ts';
import type { Moment, NaiveProtocol, NaiveReserve, NaiveState, Values } from '../protocol.ts';
import { isReserve, MARKET_LIMITER, readLimiter, readMarket, readReserve } from './save-account.ts';
import { accrued, borrowRate, curveUtilization, SLOTS_PER_YEAR, supplied, WAD } from './save-accrual.ts';

const PROGRAM_SLOT_MS = 500n;
/** Markets of the simulated chain that public lists name; anybody created the others. */
const LISTED = ['4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY', '99S4iReDsyxKDViKdXQKWDcB6C3waDmfPWWyb5HAbcZF'];

/** Save, written from the facts of its program and not from `packages/protocols`; golden executions hold it to the program. */
export const naiveSave: NaiveProtocol = {
  name: 'save',
  scale: WAD,
  isReserve,
  readReserve: describeReserve,
  readMarket,
  isListed: (market) => LISTED.includes(market),
};

/** Columns of things that Save does not have. */
const NOT_OF_SAVE = [
  'accumulated_referrer_fees_raw',
  'pending_referrer_fees_raw',
  'accrued_pending_referrer_fees_raw',
  'absolute_referral_rate_raw',
  'rewards_available_raw',
  'queued_collateral_raw',
  'borrowed_outside_elevation_group_raw',
  'deposit_cap_current_raw',
  'debt_cap_current_raw',
];

type Account = ReturnType<typeof readReserve>;

function describeReserve(bytes: AccountBytes): NaiveReserve {
  const account = readReserve(bytes);
  const { config, owed } = account;
  return {
    ...account,
    protocol: naiveSave,
    depositLimitRaw: config.depositLimitRaw,
    timeBasis: 'slots',
    unitsPerYear: Number(SLOTS_PER_YEAR),
    arithmetic: 'since-2.0',
    writtenTime: null,
    columns: {
      interest_rate_basis_str: 'slots',
      last_update_at: null,
      last_update_stale_b: account.stale,
      price_at: null,
      price_status: null,
      accumulated_protocol_fees_raw: exact(owed),
      ...Object.fromEntries(NOT_OF_SAVE.map((column) => [column, null])),
    },
    companions: [account.lendingMarket],
    ownFields: (found) => ownFieldsOf(account, found(account.lendingMarket)),
    accrue: (moment, slotDurationMs) => stateAt(account, moment, slotDurationMs),
    leavesTrace({ slot }, share) {
      const used = curveUtilization(account);
      const elapsed = BigInt(slot - account.writtenSlot);
      // Each square cuts less than one part off, and the squares after it multiply that.
      const lost = 4n * (elapsed + 1n) * (accrued(account, slot).borrowIndex / WAD + 1n) * SLOTS_PER_YEAR;
      const [below, at, above] = [used - used / share, used, used + used / share].map((u) => borrowRate(config, u));
      return (at ?? 0n) - (below ?? 0n) > lost && (above ?? 0n) - (at ?? 0n) > lost;
    },
  };
}

function exact(wads: bigint): string {
  return decimalOf(wads, WAD);
}

/** Null of the market where it was not found: it is read in the same call, and its counters are part of the state. */
function ownFieldsOf(account: Account, market: AccountBytes | null): Values {
  const { limiter } = account;
  const marketLimiter = market === null ? null : readLimiter(market, MARKET_LIMITER);
  return {
    smoothed_price_raw: exact(account.smoothedPrice),
    extra_price_raw: account.extraPrice === null ? null : exact(account.extraPrice),
    attributed_borrow_value_usd_raw: exact(account.attributedBorrowValue),
    outflow_previous_raw: exact(limiter.previous),
    outflow_current_raw: exact(limiter.current),
    outflow_window_start_slot: limiter.windowStart,
    lending_market_outflow_previous_usd_raw: marketLimiter === null ? null : exact(marketLimiter.previous),
    lending_market_outflow_current_usd_raw: marketLimiter === null ? null : exact(marketLimiter.current),
    lending_market_outflow_window_start_slot: marketLimiter?.windowStart ?? null,
  };
}

function stateAt(account: Account, { slot }: Moment, slotDurationMs: number): NaiveState {
  const balances = accrued(account, slot);
  const supply = supplied(balances);
  const utilization = supply === 0n ? 0n : (balances.borrowed * WAD) / supply;
  const rate = borrowRate(account.config, curveUtilization(balances));
  return {
    ...balances,
    supplied: supply,
    utilization,
    borrowRate: rate,
    fees: [{ receivers: ['protocol'], amount: balances.owed }],
    interest: [Number(balances.borrowed - account.borrowed), Number(balances.owed - account.owed)],
    numbers: {
      ...amountsOf(account, balances.available * WAD, supply, balances.borrowed),
      utilization: nearestDouble(utilization, WAD),
      ...ratesOf(account, utilization, rate, slotDurationMs),
    },
    columns: { accrued_protocol_fees_raw: exact(balances.owed) },
  };
}

/** Whole tokens, and dollars where there is a price. */
function amountsOf({ price, tokenDecimals }: Account, available: bigint, supply: bigint, borrowed: bigint) {
  const one = WAD * 10n ** BigInt(tokenDecimals);
  const usd = (amount: bigint): number | null => (price === 0n ? null : nearestDouble(amount * price, one * WAD));
  return {
    available_amount: nearestDouble(available, one),
    supplied_amount: nearestDouble(supply, one),
    borrowed_amount: nearestDouble(borrowed, one),
    available_amount_usd: usd(available),
    supplied_amount_usd: usd(supply),
    borrowed_amount_usd: usd(borrowed),
    price_usd: price === 0n ? null : nearestDouble(price, WAD),
  };
}

/** Rates of a real year: the program counts two slots a second, whatever the chain does. */
function ratesOf({ config }: Account, utilization: bigint, rate: bigint, slotDurationMs: number) {
  const measured = ratioOf(slotDurationMs);
  const [factor, divisor] = [PROGRAM_SLOT_MS * measured.denominator, measured.numerator];
  const kept = BigInt(100 - config.protocolTakeRatePct);
  const borrowApr = nearestDouble(rate * factor, WAD * divisor);
  const supplyApr = nearestDouble(utilization * rate * kept * factor, WAD * WAD * 100n * divisor);
  const perYear = Number(SLOTS_PER_YEAR);
  const apyOf = (apr: number): number => Math.expm1(perYear * Math.log1p(apr / perYear));
  return {
    borrow_apr: borrowApr,
    borrow_apy: apyOf(borrowApr),
    supply_apr: supplyApr,
    supply_apy: apyOf(supplyApr),
    rewards_apr: 0,
  };
}
