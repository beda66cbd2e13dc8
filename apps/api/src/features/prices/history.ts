import { PRICE_HISTORY_COLUMNS, priceHistoryQuerySchema } from '@tidemark/contract';
import { type Exchange, type Handler, requireKey } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { priceHistoryAnswer } from './history-answer.ts';
import { createPriceCursors } from './pages.ts';
import { type PriceReads, readToken } from './price-book.ts';
import { toBucketRow, toObservationRow } from './rows.ts';

const cursors = createPriceCursors('prices');

/** The history of a price. */
export function priceHistoryHandler(reads: PriceReads, policy: AnswerPolicy, gate: Gate): Handler {
  return async (exchange: Exchange) => {
    const asked = readQuery(priceHistoryQuerySchema, exchange.query);
    const { interval = '1h' } = asked;
    if (interval === 'raw' || interval === '15m') requireKey(exchange.caller, `interval=${interval}`);
    const book = await reads.book();
    const mint = readToken(book, exchange.params['token'] ?? '');
    const stored = book.stored.get(mint);
    const token = { token_address: mint, token_symbol: stored?.tokenSymbol ?? '' };
    const rules = {
      subject: mint,
      cursors,
      columns: PRICE_HISTORY_COLUMNS,
      component: 'PriceHistoryRow',
      name: 'price',
      firstSeenMs: stored?.firstSeenAt.getTime() ?? null,
      policy,
      gate,
    };
    return await priceHistoryAnswer(exchange, { ...asked, interval }, rules, {
      read: (range) => reads.aggregates({ ...range, mint }),
      toRow: (row) => toObservationRow(row, token),
      readBuckets: (range) => reads.buckets({ ...range, mint }),
      toBucketRow: (row) => toBucketRow(row, token),
    });
  };
}
