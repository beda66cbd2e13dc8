import type { StreamedReserve, StreamHeartbeat, StreamNotice } from '@tidemark/contract';
import type { StreamState } from '@tidemark/schema';
import { unixSecondsOf } from '../latest/to-reserve-snapshot.ts';

/** One server-sent event as text. JSON holds no line break, so it is one data line. */
export function eventText(event: {
  readonly id?: string;
  readonly name: 'reserve' | 'heartbeat' | 'gap' | 'end';
  readonly data: StreamedReserve | StreamHeartbeat | StreamNotice;
}): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** The data of a `reserve` event. */
export function toStreamedReserve(state: StreamState): StreamedReserve {
  return {
    timestamp: unixSecondsOf(state.observedAt),
    slot: Number(state.slot),
    protocol: state.protocol,
    lending_market: state.lendingMarket,
    lending_market_name: state.lendingMarketName,
    reserve: state.reserve,
    token_address: state.tokenMint,
    token_symbol: state.tokenSymbol,
    last_update_slot: Number(state.lastUpdateSlot),
    available_amount_f: state.availableAmountF,
    available_amount_usd_f: state.availableAmountUsdF,
    supplied_amount_f: state.suppliedAmountF,
    supplied_amount_usd_f: state.suppliedAmountUsdF,
    borrowed_amount_f: state.borrowedAmountF,
    borrowed_amount_usd_f: state.borrowedAmountUsdF,
    price_usd_f: state.priceUsdF,
    utilization_f: state.utilizationF,
    borrow_apr_f: state.borrowAprF,
    borrow_apy_f: state.borrowApyF,
    supply_apr_f: state.supplyAprF,
    supply_apy_f: state.supplyApyF,
    rewards_apr_f: state.rewardsAprF,
    snapshot_reason_str: state.reason,
    account_sha256: state.accountSha256,
  };
}
