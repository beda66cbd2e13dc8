import { MARKET_HISTORY_COLUMNS, PROTOCOL_HISTORY_COLUMNS, TOKEN_HISTORY_COLUMNS } from '@tidemark/contract';
import type { FieldName } from '@tidemark/model/fields';
import type { RateWeight, TotalsSubject } from '@tidemark/schema';
import { ApiError } from '../../../http/exchange.ts';
import type { AnswerRow } from '../../../rows/answer.ts';
import type { AggregateDataset } from '../aggregate-dataset.ts';
import { countAll, type CountedReserves, splitReserves } from '../counted.ts';
import { tokenOf } from '../to-totals-rows.ts';
import type { Period } from './aggregate-pages.ts';
import { toMarketHistoryRow, toProtocolHistoryRow, toTokenHistoryRow } from './to-aggregate-history-row.ts';

/** What is added up, and what its rows look like. */
export interface Subject {
  readonly kind: 'market' | 'token' | 'protocol';
  readonly columns: readonly FieldName[];
  readonly component: string;
  /** Address, or '' for the protocol. */
  readonly of: string;
  readonly weight: RateWeight;
  readonly reserves: CountedReserves;
  /** Columns that are the same in all rows. */
  readonly identity: object;
  readonly toRow: (period: Period) => AnswerRow;
}

/** Throws MARKET_NOT_FOUND. */
export function marketSubject({ inputs }: AggregateDataset, address: string): Subject {
  const market = inputs.markets.find(({ lendingMarket }) => lendingMarket === address);
  if (market === undefined) throw new ApiError('MARKET_NOT_FOUND');
  const identity = { lending_market: address, lending_market_name: market.name };
  return {
    kind: 'market',
    columns: MARKET_HISTORY_COLUMNS,
    component: 'MarketHistoryRow',
    of: address,
    weight: 'usd',
    reserves: countAll(inputs.reserves.filter(({ lendingMarket }) => lendingMarket === address)),
    identity,
    toRow: (period) => toMarketHistoryRow(period, identity),
  };
}

/** Throws TOKEN_NOT_FOUND. */
export function tokenSubject({ inputs }: AggregateDataset, mint: string): Subject {
  const reserves = inputs.reserves.filter(({ tokenMint }) => tokenMint === mint);
  if (reserves.length === 0) throw new ApiError('TOKEN_NOT_FOUND');
  const identity = tokenOf(reserves);
  return {
    kind: 'token',
    columns: TOKEN_HISTORY_COLUMNS,
    component: 'TokenHistoryRow',
    of: mint,
    weight: 'amount',
    reserves: splitReserves(reserves),
    identity,
    toRow: (period) => toTokenHistoryRow(period, identity),
  };
}

export function protocolSubject({ inputs }: AggregateDataset, protocol: string): Subject {
  return {
    kind: 'protocol',
    columns: PROTOCOL_HISTORY_COLUMNS,
    component: 'ProtocolHistoryRow',
    of: '',
    weight: 'usd',
    reserves: splitReserves(inputs.reserves),
    identity: { protocol },
    toRow: (period) => toProtocolHistoryRow(period, protocol),
  };
}

/**
 * Whose stored totals are those of the subject; null where none are. They tell apart reserves that lend on through another one,
 * and not which of those sums count: usually none of them, or, where nothing that they lend on through is listed, all.
 */
export function storedSubjectOf({ kind, of, reserves: { counted, wrapped } }: Subject): TotalsSubject | null {
  const isMixed = wrapped.length > 0 && counted.some(({ underlyingReserve }) => underlyingReserve !== null);
  return isMixed && kind !== 'market' ? null : { kind, of, withWrapping: wrapped.length === 0 };
}
