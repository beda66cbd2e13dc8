import { isAddress, type ReserveInfo } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';

/** Addresses that rows are narrowed down to. */
export interface AddressFilters {
  readonly lending_market?: string | undefined;
  readonly token_address?: string | undefined;
  readonly reserve?: string | undefined;
}

/**
 * Reserves that pass the filters. Throws INVALID_MARKET_ADDRESS, INVALID_TOKEN_ADDRESS and INVALID_RESERVE_ADDRESS, and
 * MARKET_NOT_FOUND, TOKEN_NOT_FOUND and RESERVE_NOT_FOUND for what no known reserve has.
 */
export function selectReserves<Row extends ReserveInfo>(all: readonly Row[], asked: AddressFilters): Row[] {
  const filters = [
    { of: 'lending_market', invalid: 'INVALID_MARKET_ADDRESS', unknown: 'MARKET_NOT_FOUND' },
    { of: 'token_address', invalid: 'INVALID_TOKEN_ADDRESS', unknown: 'TOKEN_NOT_FOUND' },
    { of: 'reserve', invalid: 'INVALID_RESERVE_ADDRESS', unknown: 'RESERVE_NOT_FOUND' },
  ] as const;
  for (const { of, invalid, unknown } of filters) {
    const value = asked[of];
    if (value === undefined) continue;
    if (!isAddress(value)) throw new ApiError(invalid);
    if (!all.some((row) => row[of] === value)) throw new ApiError(unknown);
  }
  return all.filter((row) => filters.every(({ of }) => asked[of] === undefined || row[of] === asked[of]));
}
