import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import { deriveAt } from './expected-state.ts';
import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { TrueState, Truth } from './truth.ts';

interface Moment {
  readonly slot: number;
  readonly unixTime: number;
}

/**
 * Interest of each hour in which every state of the chain was observed, to the last bit: the sum of what the program adds to
 * each account while it is in force. The program keeps the parts of protocol and host in one number.
 */
export function auditInterest(
  facts: StoredFacts,
  truth: Truth,
): { readonly findings: Finding[]; readonly hours: number } {
  const hoursOf = groupBy(facts.hours, (row) => String(row['reserve']));
  let hours = 0;
  const findings = observationsOfReserves(facts, truth).flatMap(({ reserve, observations }) => {
    const observed = new Set(observations.map(({ sha256 }) => sha256));
    const newest = observations.at(-1)?.slot ?? 0;
    return (hoursOf.get(reserve) ?? []).flatMap((row): Finding[] => {
      if (row['open_slot'] === null || row['close_slot'] === null || row['interest_sf'] === null) return [];
      const [from, to] = [momentOf(row, 'open'), momentOf(row, 'close')];
      const states = statesBetween(truth.statesOf(reserve), from.slot, to.slot);
      // The one after the last must be known, too: until then that one is in force.
      const next = truth.statesOf(reserve).find(({ slot }) => slot > to.slot);
      const needed = next === undefined || next.slot > newest ? states : [...states, next];
      if (!needed.every(({ sha256 }) => observed.has(sha256))) return [];
      hours += 1;
      const problems = compare(row, interestOf(truth, reserve, states, { from, to }));
      const name = `interest of ${reserve}, hour ${String(secondsOf(row['bucket_start']))}`;
      return problems.length === 0 ? [] : [{ invariant: 'buckets', message: `${name}: ${problems.join('; ')}` }];
    });
  });
  return { findings, hours };
}

function momentOf(row: StoredRow, side: 'open' | 'close'): Moment {
  return { slot: Number(row[`${side}_slot`]), unixTime: secondsOf(row[`${side}_at`]) };
}

/** Those in force between two slots. */
function statesBetween(states: readonly TrueState[], from: number, to: number): readonly TrueState[] {
  const first = states.findLastIndex(({ slot }) => slot <= from);
  const last = states.findLastIndex(({ slot }) => slot <= to);
  return first < 0 ? [] : states.slice(first, last + 1);
}

interface Interest {
  readonly total: bigint;
  readonly fees: bigint;
  readonly referrer: bigint;
}

function interestOf(
  truth: Truth,
  reserve: string,
  states: readonly TrueState[],
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Interest {
  const writtenAt = ({ slot }: TrueState): Moment => {
    const { lastUpdate } = truth.reserveAt(reserve, slot);
    return { slot: Number(lastUpdate.slot), unixTime: lastUpdate.timestamp };
  };
  return states.reduce<Interest>(
    (sum, state, place) => {
      const next = states[place + 1];
      const account = truth.reserveAt(reserve, state.slot);
      const accrueTo = (moment: Moment) => deriveAt(truth, account, { ...moment, slotDurationMs: 400 }).accrued;
      const [a, b] = [
        accrueTo(place === 0 ? from : writtenAt(state)),
        accrueTo(next === undefined ? to : writtenAt(next)),
      ];
      return {
        total: sum.total + b.borrowedSf - a.borrowedSf,
        fees: sum.fees + b.accumulatedProtocolFeesSf - a.accumulatedProtocolFeesSf,
        referrer: sum.referrer + b.pendingReferrerFeesSf - a.pendingReferrerFeesSf,
      };
    },
    { total: 0n, fees: 0n, referrer: 0n },
  );
}

function compare(row: StoredRow, { total, fees, referrer }: Interest): string[] {
  const stored = (name: string): bigint => BigInt(String(row[name]));
  return [
    differenceOf('interest_sf', row['interest_sf'], total),
    differenceOf('protocol and host', stored('interest_protocol_sf') + stored('interest_host_sf'), fees),
    differenceOf('interest_referrer_max_sf', row['interest_referrer_max_sf'], referrer),
  ].filter((problem) => problem !== null);
}
