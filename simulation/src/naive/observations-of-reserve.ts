import { groupBy } from '../audit/group-by.ts';
import { committedOf, observedBy } from '../audit/observations.ts';
import { secondsOf, type StoredFacts, type StoredRow } from '../audit/stored-facts.ts';
import type { Truth } from '../audit/truth.ts';
import type { NaiveReserve } from './protocol.ts';

/** A stored observation, with the account that the chain had then. Times are whole seconds, as the chain's are. */
export interface Observation {
  readonly slot: number;
  readonly at: number;
  readonly sha256: string;
  readonly account: NaiveReserve;
  readonly slotDurationMs: number;
  /** Its columns; null for the newest observation, where nothing had changed. */
  readonly row: StoredRow | null;
}

/** All that is known of one reserve. */
export interface ReserveObservations {
  readonly reserve: string;
  /** The stored ones, and last the newest of all. */
  readonly observations: readonly Observation[];
  /** Times of polls and discoveries that observed it, stored or not, ascending. */
  readonly seenAt: readonly number[];
  readonly gapAfter: number;
}

/** The observations of each reserve. */
export function observationsOfReserves(
  { snapshots, batches }: Pick<StoredFacts, 'snapshots' | 'batches'>,
  truth: Truth,
): ReserveObservations[] {
  const rowsOf = groupBy(snapshots, (row) => String(row['reserve']));
  const polls = committedOf(batches).filter(({ kind }) => kind !== 'follow');
  return truth.reserves.flatMap((reserve): ReserveObservations[] => {
    const stored = (rowsOf.get(reserve) ?? [])
      .toSorted((a, b) => Number(a['slot']) - Number(b['slot']))
      .map((row): Observation => {
        const slot = Number(row['slot']);
        const account = truth.reserveAt(reserve, slot);
        const sha256 = String(row['account_sha256']);
        return {
          slot,
          at: secondsOf(row['observed_at']),
          sha256,
          account,
          slotDurationMs: Number(row['slot_duration_ms_f']),
          row,
        };
      });
    const last = stored.at(-1);
    const own = polls.filter((poll) => observedBy(poll).includes(reserve));
    const newest = own.toSorted((a, b) => a.slot - b.slot).at(-1);
    if (last === undefined || newest === undefined) return [];
    const at = secondsOf(newest.observedAt);
    const observations = newest.slot > last.slot ? [...stored, { ...last, slot: newest.slot, at, row: null }] : stored;
    const seenAt = own.map(({ observedAt }) => secondsOf(observedAt)).toSorted((a, b) => a - b);
    return [{ reserve, observations, seenAt, gapAfter: newest.gapAfterMs / 1000 }];
  });
}

/** Seconds of `[from, to)` between observations that are near enough to cover the time between them. */
export function observedBetween({ seenAt, gapAfter }: ReserveObservations, from: number, to: number): number {
  let total = 0;
  for (let place = 1; place < seenAt.length; place += 1) {
    const [before = 0, after = 0] = [seenAt[place - 1], seenAt[place]];
    if (after - before <= gapAfter) total += Math.max(0, Math.min(after, to) - Math.max(before, from));
  }
  return total;
}

/**
 * The observations around a time: the last at or before it, and the first after it. Of several within the first second of a
 * reserve the earliest counts: history begins with it, and the later ones follow it.
 */
export function around(
  observations: readonly Observation[],
  at: number,
): { readonly before: Observation | undefined; readonly after: Observation | undefined } {
  const first = observations[0];
  if (first?.at === at) return { before: first, after: observations[1] };
  return {
    before: observations.findLast((observation) => observation.at <= at),
    after: observations.find((observation) => observation.at > at),
  };
}

/** The slot of a time lies on the line between the two observations around it. */
export function slotAt(observations: readonly Observation[], at: number): number {
  const { before, after } = around(observations, at);
  if (before === undefined) return observations[0]?.slot ?? 0;
  if (after === undefined || before.at === at) return before.slot;
  return before.slot + Math.floor(((at - before.at) * (after.slot - before.slot)) / (after.at - before.at));
}
