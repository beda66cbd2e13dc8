import {
  coverageOfLiquidationQuerySchema,
  depthHistoryQuerySchema,
  LIQUIDATION_COVERAGE_COLUMNS,
  TOKEN_DEPTH_HISTORY_COLUMNS,
} from '@tidemark/contract';
import { LIQUIDITY_METHOD } from '@tidemark/core';
import type { LiquidityBucketWidth, PriceBucketWidth } from '@tidemark/schema';
import { type Handler, requireKey } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { readMint } from '../aggregates/route.ts';
import { findReserve } from '../info/query.ts';
import { priceHistoryAnswer } from '../prices/history-answer.ts';
import { createPriceCursors } from '../prices/pages.ts';
import type { ProtocolLookup } from '../services.ts';
import { toCoverageBucketRow, toCoverageRow, toDepthBucketRow, toDepthRow } from './history-rows.ts';
import type { LiquidityReads } from './reads.ts';

const depthCursors = createPriceCursors('depth');
const coverageCursors = createPriceCursors('liquidation-coverage');
const meta = { methodology: LIQUIDITY_METHOD };

const widthOf = (width: PriceBucketWidth): LiquidityBucketWidth => (width === 86_400 ? 86_400 : 3_600);

/** The history of the depth of a token. */
export function depthHistoryHandler(reads: LiquidityReads, policy: AnswerPolicy, gate: Gate): Handler {
  return async (exchange) => {
    const asked = readQuery(depthHistoryQuerySchema, exchange.query);
    const { interval = '1h', side = 'sell' } = asked;
    const bps = Number(asked.fall_bps ?? '200');
    if (interval === 'raw') requireKey(exchange.caller, 'interval=raw');
    const mint = readMint(exchange.params);
    const token = await inTurns(gate, exchange.signal)(() => reads.token(mint));
    const identity = { token_address: mint, token_symbol: token?.tokenSymbol ?? '', side_str: side, fall_bps: bps };
    const filter = { mint, side, bps };
    const rules = {
      subject: `${mint}-${side}-${bps}`,
      cursors: depthCursors,
      columns: TOKEN_DEPTH_HISTORY_COLUMNS,
      component: 'TokenDepthHistoryRow',
      name: 'depth',
      firstSeenMs: token?.firstSeenAt.getTime() ?? null,
      meta,
      policy,
      gate,
    };
    return priceHistoryAnswer(exchange, { ...asked, interval }, rules, {
      read: (range) => reads.depthReads({ ...range, ...filter }),
      toRow: (row) => toDepthRow(row, identity),
      readBuckets: (range) => reads.depthBuckets({ ...range, ...filter, width: widthOf(range.width) }),
      toBucketRow: (row) => toDepthBucketRow(row, identity),
    });
  };
}

/** The history of the coverage of a reserve. */
export function coverageHistoryHandler(
  lookup: ProtocolLookup,
  reads: LiquidityReads,
  policy: AnswerPolicy,
  gate: Gate,
): Handler {
  return async (exchange) => {
    const services = lookup(exchange.params);
    const address = readReserve(exchange.params);
    const asked = readQuery(coverageOfLiquidationQuerySchema, exchange.query);
    const { interval = '1h' } = asked;
    if (interval === 'raw') requireKey(exchange.caller, 'interval=raw');
    const { token_address, token_symbol } = await findReserve(services, address);
    const filter = { protocol: services.name, reserve: address };
    const [stored] = await inTurns(gate, exchange.signal)(() => reads.coverage(filter));
    const identity = { reserve: address, token_address, token_symbol };
    const rules = {
      subject: address,
      cursors: coverageCursors,
      columns: LIQUIDATION_COVERAGE_COLUMNS,
      component: 'LiquidationCoverageRow',
      name: 'liquidation-coverage',
      firstSeenMs: stored?.firstSeenAt.getTime() ?? null,
      meta,
      policy,
      gate,
    };
    return priceHistoryAnswer(exchange, { ...asked, interval }, rules, {
      read: (range) => reads.coverageReads({ ...range, reserve: address }),
      toRow: (row) => toCoverageRow(row, identity),
      readBuckets: (range) => reads.coverageBuckets({ ...range, reserve: address, width: widthOf(range.width) }),
      toBucketRow: (row) => toCoverageBucketRow(row, identity),
    });
  };
}
