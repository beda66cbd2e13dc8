import { isAddress, type MarketInfo, type QuarantinedReserve, type ReserveInfo } from '@tidemark/contract';
import type { RefreshingCache } from '@tidemark/core';
import { type Database, listMarketInfo, listQuarantinedReserves, listReserveInfo } from '@tidemark/schema';
import type { Protocol } from '@tidemark/protocols';
import { toQuarantinedReserve } from '../../generated/rows.ts';
import { ApiError } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import { toMarketInfoRow, toReserveInfoRow } from './rows.ts';

/** What the info endpoints answer from: all rows of one protocol. */
export interface InfoTables {
  readonly markets: readonly MarketInfo[];
  readonly reserves: readonly ReserveInfo[];
  readonly marketsWithoutReserves: readonly string[];
  readonly quarantined: readonly QuarantinedReserve[];
}

/** Settings change rarely, and a crowd of readers must not become a crowd of queries. */
export type InfoCache = Pick<RefreshingCache<InfoTables>, 'get'>;

/** Reads all rows of the info endpoints of a protocol. */
export async function loadInfo({ db, sql }: Database, rules: Protocol): Promise<InfoTables> {
  const [reserves, markets, quarantined] = await Promise.all([
    listReserveInfo(db, { protocol: rules.name }),
    listMarketInfo(db, { protocol: rules.name }),
    listQuarantinedReserves(sql, { protocol: rules.name }),
  ]);
  const marketOf = new Map(markets.map((market) => [market.address, market]));
  const oldestFirst = quarantined
    .filter(({ active }) => active)
    .toSorted((left, right) => left.lastSeenAt.getTime() - right.lastSeenAt.getTime());
  const reasonOf = new Map(oldestFirst.map(({ reserve, quarantineReason }) => [reserve, quarantineReason]));
  return {
    markets: reserves.map((reserve) => toMarketInfoRow(rules, reserve, marketOf.get(reserve.lendingMarket))),
    reserves: reserves.map((reserve) => toReserveInfoRow(rules, reserve, reasonOf.get(reserve.address) ?? null)),
    marketsWithoutReserves: markets.filter((market) => market.reserveCount === 0).map((market) => market.address),
    quarantined: quarantined.map(toQuarantinedReserve),
  };
}

/** What is known of a reserve. Throws RESERVE_NOT_FOUND, and what the database throws. */
export async function findReserve({ info }: { readonly info: InfoCache }, reserve: string): Promise<ReserveInfo> {
  const found = (await info.get()).reserves.find((row) => row.reserve === reserve);
  if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
  return found;
}

/** What reserves are chosen by. */
export interface ReserveFilters {
  readonly lending_market?: string | undefined;
  readonly token_address?: string | undefined;
  readonly token_symbol?: string | undefined;
  readonly reserve?: string | undefined;
  readonly status_str?: ReserveInfo['status_str'] | undefined;
  readonly listed_b?: 'true' | 'false' | undefined;
}

const FILTERS = ['lending_market', 'token_address', 'token_symbol', 'reserve', 'status_str', 'listed_b'] as const;
const ADDRESSES = [
  { of: 'lending_market', invalid: 'INVALID_MARKET_ADDRESS', unknown: 'MARKET_NOT_FOUND' },
  { of: 'token_address', invalid: 'INVALID_TOKEN_ADDRESS', unknown: 'TOKEN_NOT_FOUND' },
  { of: 'reserve', invalid: 'INVALID_RESERVE_ADDRESS', unknown: 'RESERVE_NOT_FOUND' },
] as const;

/**
 * Addresses of the reserves that pass; null where there is no filter. Throws what `selectReserves` does, and OVERLOADED while
 * the gate lets nothing in: a filtered answer is made for each request.
 */
export async function selectAddresses(
  info: InfoCache,
  asked: ReserveFilters,
  gate: Gate,
): Promise<ReadonlySet<string> | null> {
  if (FILTERS.every((name) => asked[name] === undefined)) return null;
  gate.refuseWhenBusy();
  const { reserves } = await info.get();
  return new Set(selectReserves(reserves, asked).map(({ reserve }) => reserve));
}

/** The filters in a fixed order, for a cursor that is only good with the same ones. Null where there is none. */
export function filterValues(asked: ReserveFilters): (string | null)[] {
  return FILTERS.map((name) => asked[name] ?? null);
}

/** Whether a row passes all filters. */
export function passesFilters(row: Pick<ReserveInfo, (typeof FILTERS)[number]>, asked: ReserveFilters): boolean {
  return FILTERS.every((name) => asked[name] === undefined || String(row[name]) === asked[name]);
}

/**
 * Reserves that pass the filters. Throws INVALID_MARKET_ADDRESS, INVALID_TOKEN_ADDRESS and INVALID_RESERVE_ADDRESS, and
 * MARKET_NOT_FOUND, TOKEN_NOT_FOUND and RESERVE_NOT_FOUND for an address that no known reserve has.
 */
export function selectReserves<Row extends ReserveInfo>(all: readonly Row[], asked: ReserveFilters): Row[] {
  for (const { of, invalid, unknown } of ADDRESSES) {
    const value = asked[of];
    if (value === undefined) continue;
    if (!isAddress(value)) throw new ApiError(invalid);
    if (!all.some((row) => row[of] === value)) throw new ApiError(unknown);
  }
  return all.filter((row) => passesFilters(row, asked));
}
