import { PRICE_DIVERGENCE_COLUMNS, priceHistoryQuerySchema } from '@tidemark/contract';
import { PRICE_BOUND_BPS, USD_STABLECOINS } from '@tidemark/core';
import { type Exchange, type Handler, requireKey } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { findReserve } from '../info/query.ts';
import { priceHistoryAnswer } from '../prices/history-answer.ts';
import { createPriceCursors } from '../prices/pages.ts';
import type { PriceReads } from '../prices/price-book.ts';
import type { ProtocolLookup } from '../services.ts';
import { toDivergenceBucketRow, toDivergenceRow } from './rows.ts';

const cursors = createPriceCursors('divergence');

/** How far the price of a reserve lay from that of its token, for how long, and whether the program would have accepted it. */
export function divergenceHistoryHandler(
  lookup: ProtocolLookup,
  reads: PriceReads,
  policy: AnswerPolicy,
  gate: Gate,
): Handler {
  return async (exchange: Exchange) => {
    const services = lookup(exchange.params);
    const address = readReserve(exchange.params);
    const asked = readQuery(priceHistoryQuerySchema, exchange.query);
    const { interval = '1h' } = asked;
    if (interval === 'raw' || interval === '15m') requireKey(exchange.caller, `interval=${interval}`);
    const reserve = await findReserve(services, address);
    const stored = (await reads.book()).stored.get(reserve.token_address);
    const rules = {
      subject: address,
      cursors,
      columns: PRICE_DIVERGENCE_COLUMNS,
      component: 'PriceDivergenceRow',
      name: 'price-divergence',
      firstSeenMs:
        stored === undefined ? null : Math.max(stored.firstSeenAt.getTime(), reserve.first_seen_timestamp * 1000),
      meta: { divergence_bound_bps: boundOf(reserve.token_address) },
      policy,
      gate,
    };
    return await priceHistoryAnswer(exchange, { ...asked, interval }, rules, {
      read: (range) => reads.divergences({ ...range, reserve: address }),
      toRow: (row) => toDivergenceRow(row, reserve),
      readBuckets: (range) => reads.divergenceBuckets({ ...range, reserve: address }),
      toBucketRow: (row) => toDivergenceBucketRow(row, reserve),
    });
  };
}

function boundOf(mint: string): number {
  return USD_STABLECOINS.some((token) => token.mint === mint) ? PRICE_BOUND_BPS.stable : PRICE_BOUND_BPS.other;
}
