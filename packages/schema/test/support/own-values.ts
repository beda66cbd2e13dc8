import { encodeBase58 } from '@tidemark/core';

// Own fields of the protocols, out of the bytes of accounts: where ../shared says that they lie, and nothing of the table of fields.

export type Published = string | number | boolean | Date | null;
interface Place {
  readonly account: 'reserve' | 'market';
  readonly offset: number;
  readonly bytes: number;
  read(data: DataView, offset: number): Published;
}

const LARGEST = 2n ** 64n - 1n;
const u64 = (data: DataView, offset: number) => data.getBigUint64(offset, true);
const place =
  (bytes: number, read: Place['read'], account: Place['account'] = 'reserve') =>
  (offset: number): Place => ({ account, offset, bytes, read });
const inMarket = (found: Place): Place => ({ ...found, account: 'market' });

const wide = place(8, (data, offset) => String(u64(data, offset)));
const signed = place(8, (data, offset) => String(data.getBigInt64(offset, true)));
const byte = place(1, (data, offset) => data.getUint8(offset));
const two = place(2, (data, offset) => data.getUint16(offset, true));
const flag = place(1, (data, offset) => data.getUint8(offset) !== 0);
const time = place(8, (data, offset) => {
  const seconds = u64(data, offset);
  return seconds === 0n ? null : new Date(Number(seconds) * 1000);
});
const address = place(32, (data, offset) => {
  const bytes = new Uint8Array(data.buffer, data.byteOffset + offset, 32);
  return bytes.every((b) => b === 0) ? null : encodeBase58(bytes);
});
/** Zero is unlimited in accounts of an earlier version. */
const limit = place(8, (data, offset) => String(u64(data, offset) || LARGEST));

/** 128 bits over a scale that 10^60 is a multiple of, as decimal digits. */
const exact = (scale: bigint) =>
  place(16, (data, offset) => {
    const parts = u64(data, offset) + (u64(data, offset + 8) << 64n);
    const digits = String((parts * 10n ** 60n) / scale).padStart(61, '0');
    return `${digits.slice(0, -60)}.${digits.slice(-60)}`.replace(/\.?0+$/, '');
  });
const sf = exact(2n ** 60n);
const wads = exact(10n ** 18n);

export const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  kamino: {
    accumulated_protocol_fees_raw: sf(344),
    accumulated_referrer_fees_raw: sf(360),
    pending_referrer_fees_raw: sf(376),
    absolute_referral_rate_raw: sf(392),
    rewards_available_raw: wide(440),
    queued_collateral_raw: wide(6968),
    borrowed_outside_elevation_group_raw: wide(6704),
    deposit_cap_current_raw: signed(5424),
    debt_cap_current_raw: signed(5456),
    deposit_cap_interval_start_at: time(5432),
    debt_cap_interval_start_at: time(5464),
    emergency_mode_b: flag(4864),
    bad_debt_liquidation_bonus_bps: two(4878),
    host_fixed_interest_rate_bps: two(4858),
    borrow_limit_outside_elevation_group_raw: wide(5504),
    utilization_limit_block_borrowing_pct: byte(5501),
    deposit_cap_capacity_raw: signed(5416),
    deposit_cap_interval_seconds: wide(5440),
    debt_cap_capacity_raw: signed(5448),
    debt_cap_interval_seconds: wide(5472),
    max_price_age_seconds: wide(5096),
    lending_market_referral_fee_bps: inMarket(two(120)),
    lending_market_rewards_max_apr_bps: inMarket(two(3358)),
  },
  save: {
    accumulated_protocol_fees_raw: wads(373),
    smoothed_price_raw: wads(453),
    extra_price_raw: {
      ...wads(522),
      read: (data, offset) => (data.getUint8(521) === 0 ? null : wads(522).read(data, offset)),
    },
    attributed_borrow_value_usd_raw: wads(538),
    outflow_previous_raw: wads(405),
    outflow_current_raw: wads(429),
    outflow_window_start_slot: wide(421),
    lending_market_outflow_previous_usd_raw: inMarket(wads(178)),
    lending_market_outflow_current_usd_raw: inMarket(wads(202)),
    lending_market_outflow_window_start_slot: inMarket(wide(194)),
    reserve_type_str: place(1, (data, offset) => (data.getUint8(offset) === 1 ? 'isolated' : 'regular'))(469),
    added_borrow_weight_bps: wide(445),
    optimal_utilization_pct: byte(299),
    max_utilization_pct: {
      ...byte(470),
      read: (data, offset) => Math.max(data.getUint8(299), data.getUint8(offset)),
    },
    max_liquidation_threshold_pct: {
      ...byte(480),
      read: (data, offset) => Math.max(data.getUint8(302), data.getUint8(offset)),
    },
    protocol_liquidation_fee_permille: {
      ...byte(371),
      read: (data, offset) => Math.min(50, data.getUint8(offset)),
    },
    host_fee_pct: byte(322),
    scaled_price_offset_bps: signed(481),
    attributed_borrow_limit_open_usd_raw: limit(554),
    attributed_borrow_limit_close_usd_raw: limit(562),
    outflow_limit_raw: wide(389),
    outflow_window_slots: wide(397),
    lending_market_outflow_limit_usd_raw: inMarket(wide(162)),
    lending_market_outflow_window_slots: inMarket(wide(170)),
    lending_market_risk_authority: inMarket(address(250)),
  },
};
