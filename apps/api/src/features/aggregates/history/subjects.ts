import { MARKET_HISTORY_COLUMNS, PROTOCOL_HISTORY_COLUMNS, TOKEN_HISTORY_COLUMNS } from '@tidemark/contract';
import type { FieldName } from '@tidemark/model/fields';
import type { AggregateReserve, TotalsFilter } from '@tidemark/schema';
import { ApiError } from '../../../http/exchange.ts';
import type { AggregateDataset } from '../aggregate-dataset.ts';
import { tokenOf } from '../to-totals-rows.ts';

/** What is added up, and what its rows look like. */
export interface Subject extends Pick<TotalsFilter, 'protocol' | 'kind' | 'of'> {
  readonly columns: readonly FieldName[];
  readonly component: string;
  /** All that are in it, counted or not. */
  readonly reserves: readonly AggregateReserve[];
  /** Columns that are the same in all rows. */
  readonly identity: object;
}

/** Throws MARKET_NOT_FOUND. */
export function marketSubject({ inputs }: AggregateDataset, address: string): Subject {
  const market = inputs.markets.find(({ lendingMarket }) => lendingMarket === address);
  if (market === undefined) throw new ApiError('MARKET_NOT_FOUND');
  return {
    // A market is of one protocol, whether the path names it or not.
    protocol: market.protocol,
    kind: 'market',
    columns: MARKET_HISTORY_COLUMNS,
    component: 'MarketHistoryRow',
    of: address,
    reserves: inputs.reserves.filter(({ lendingMarket }) => lendingMarket === address),
    identity: { lending_market: address, lending_market_name: market.name },
  };
}

/** Throws TOKEN_NOT_FOUND. */
export function tokenSubject({ inputs }: AggregateDataset, mint: string, protocol: string): Subject {
  const reserves = inputs.reserves.filter(({ tokenMint }) => tokenMint === mint);
  if (reserves.length === 0) throw new ApiError('TOKEN_NOT_FOUND');
  return {
    protocol,
    kind: 'token',
    columns: TOKEN_HISTORY_COLUMNS,
    component: 'TokenHistoryRow',
    of: mint,
    reserves,
    identity: tokenOf(reserves),
  };
}

export function protocolSubject({ inputs }: AggregateDataset, protocol: string): Subject {
  return {
    protocol,
    kind: 'protocol',
    columns: PROTOCOL_HISTORY_COLUMNS,
    component: 'ProtocolHistoryRow',
    of: '',
    reserves: inputs.reserves,
    identity: { protocol },
  };
}
