import type { FeeGroup, ReserveInfo } from '@tidemark/contract';
import type { FeeReserve } from '@tidemark/schema';

/** When a reserve was there, in unix milliseconds. */
interface Lifetime {
  readonly firstMs: number;
  /** Infinity while it is on chain. */
  readonly endMs: number;
}

/** Reserves that fees are added up over. */
export interface FeeGroupOf {
  /** Address of the market or the reserve; empty for the protocol. */
  readonly key: string;
  /** One of its reserves, for what they have in common. */
  readonly example: ReserveInfo;
  /** When its reserves were there: outside of all of them it has no rows. */
  readonly lifetimes: readonly Lifetime[];
}

/** Groups by their keys, and the reserves of all of them. */
export interface FeeGroups {
  readonly groups: readonly FeeGroupOf[];
  readonly reserves: readonly FeeReserve[];
  /** Null without any. */
  readonly firstSeenMs: number | null;
}

/** Puts reserves into groups. Groups are in the order of their addresses (bytes), which no later name changes. */
export function groupReserves(rows: readonly ReserveInfo[], by: FeeGroup): FeeGroups {
  const keyOf = (row: ReserveInfo): string => {
    if (by === 'protocol') return '';
    return by === 'market' ? row.lending_market : row.reserve;
  };
  const members = new Map<string, ReserveInfo[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = members.get(key);
    if (known === undefined) members.set(key, [row]);
    else known.push(row);
  }
  const keys = [...members.keys()].toSorted();
  const groups = keys.map((key): FeeGroupOf => {
    const own = members.get(key) ?? [];
    const [example] = own;
    if (example === undefined) throw new Error('a group is made of its members');
    return { key, example, lifetimes: own.map(lifetimeOf) };
  });
  const reserves = keys.flatMap((key, group) => (members.get(key) ?? []).map((row) => toFeeReserve(row, group)));
  const firstSeenMs = rows.length === 0 ? null : Math.min(...rows.map((row) => lifetimeOf(row).firstMs));
  return { groups, reserves, firstSeenMs };
}

function toFeeReserve(row: ReserveInfo, group: number): FeeReserve {
  const { firstMs, endMs } = lifetimeOf(row);
  return {
    reserve: row.reserve,
    group,
    firstSeenAt: new Date(firstMs),
    missingSinceAt: endMs === Number.POSITIVE_INFINITY ? null : new Date(endMs),
    refusedAfter: row.quarantine_reason_str === null ? null : new Date(row.last_seen_timestamp * 1000),
  };
}

/** At least a second, so that there is an hour that the reserve was there in. */
function lifetimeOf({ first_seen_timestamp: first, missing_since_timestamp: gone }: ReserveInfo): Lifetime {
  return { firstMs: first * 1000, endMs: gone === null ? Number.POSITIVE_INFINITY : Math.max(gone, first + 1) * 1000 };
}
