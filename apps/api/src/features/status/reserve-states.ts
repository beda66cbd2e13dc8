import type { QuarantinedReserve, ReserveInfo, ReserveStates } from '@tidemark/contract';

export interface StateLimits {
  /** How long ago the newest chain time was stored; null while nothing is indexed. */
  readonly bankAgeSeconds: number | null;
  readonly staleAfterSeconds: number;
  /** Newest chain time of any reserve of the protocol, listed or not. */
  readonly newest: number;
  /** Reserves that the audit found standing still. */
  readonly frozen: ReadonlySet<string>;
}

/** What the state of a reserve follows from. */
export interface StateTables {
  readonly reserves: readonly Pick<
    ReserveInfo,
    'reserve' | 'timestamp' | 'missing_since_timestamp' | 'quarantine_reason_str'
  >[];
  readonly quarantined: readonly Pick<QuarantinedReserve, 'reserve' | 'quarantine_reason_str' | 'active_b'>[];
}

type State = 'ok' | 'stale' | 'quarantined' | 'frozen' | 'gone';

/** Counts reserves by state. Each is in one: of several that hold, the one that says most about why. */
export function countReserveStates({ reserves, quarantined }: StateTables, limits: StateLimits): ReserveStates {
  const stateOf = (row: StateTables['reserves'][number]): State => {
    if (row.missing_since_timestamp !== null) return 'gone';
    if (row.quarantine_reason_str !== null) return 'quarantined';
    if (limits.frozen.has(row.reserve)) return 'frozen';
    // Differences of one clock each: the chain's between two reads, the database's since the newer one.
    const age = limits.newest - row.timestamp + (limits.bankAgeSeconds ?? Infinity);
    return age > limits.staleAfterSeconds ? 'stale' : 'ok';
  };
  const counts: Record<State, number> = { ok: 0, stale: 0, quarantined: 0, frozen: 0, gone: 0 };
  for (const row of reserves) counts[stateOf(row)] += 1;
  const reasons = activeReasons({ reserves, quarantined });
  const strangers = reasons.length - counts.quarantined;
  return {
    reserve_count: reserves.length + strangers,
    ok_reserve_count: counts.ok,
    stale_reserve_count: counts.stale,
    quarantined_reserve_count: reasons.length,
    frozen_reserve_count: counts.frozen,
    gone_reserve_count: counts.gone,
    quarantine_reasons: countReasons(reasons),
  };
}

/** One reason for each reserve that is refused at the moment, those included of which there never was a row. */
function activeReasons({ reserves, quarantined }: StateTables): string[] {
  const known = new Set(reserves.map(({ reserve }) => reserve));
  const strangers = new Map(
    quarantined
      .filter(({ active_b, reserve }) => active_b && !known.has(reserve))
      .map(({ reserve, quarantine_reason_str }) => [reserve, quarantine_reason_str]),
  );
  const ofKnown = reserves.flatMap(({ missing_since_timestamp, quarantine_reason_str }) =>
    missing_since_timestamp !== null || quarantine_reason_str === null ? [] : [quarantine_reason_str],
  );
  return [...ofKnown, ...strangers.values()];
}

function countReasons(reasons: readonly string[]): ReserveStates['quarantine_reasons'] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([quarantine_reason_str, reserve_count]) => ({ quarantine_reason_str, reserve_count }))
    .toSorted(
      (left, right) =>
        right.reserve_count - left.reserve_count || (left.quarantine_reason_str < right.quarantine_reason_str ? -1 : 1),
    );
}
