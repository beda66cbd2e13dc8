import { isAddress, type ReserveInfo } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';

/** Which reserves a history is of, by what is known of them now. */
export interface ReserveFilter {
  readonly reserve?: string;
  readonly lending_market?: string | undefined;
  readonly token_address?: string | undefined;
  readonly status_str?: ReserveInfo['status_str'] | undefined;
}

/** Throws INVALID_MARKET_ADDRESS or INVALID_TOKEN_ADDRESS for a filter that no reserve can pass. */
export function checkFilter({ lending_market: market, token_address: token }: ReserveFilter): void {
  if (market !== undefined && !isAddress(market)) throw new ApiError('INVALID_MARKET_ADDRESS');
  if (token !== undefined && !isAddress(token)) throw new ApiError('INVALID_TOKEN_ADDRESS');
}

/** The reserves that pass, by the bytes of their addresses as the database orders them. */
export function selectReserves(reserves: readonly ReserveInfo[], filter: ReserveFilter): ReserveInfo[] {
  return reserves
    .filter(
      (row) =>
        (filter.reserve === undefined || row.reserve === filter.reserve) &&
        (filter.lending_market === undefined || row.lending_market === filter.lending_market) &&
        (filter.token_address === undefined || row.token_address === filter.token_address) &&
        (filter.status_str === undefined || row.status_str === filter.status_str),
    )
    .toSorted((left, right) => (left.reserve < right.reserve ? -1 : 1));
}
