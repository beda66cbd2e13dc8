import { decimalOf, sumOfDecimals } from '../naive/decimals.ts';
import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import type { Moment, NaiveState } from '../naive/protocol.ts';
import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { TrueState, Truth } from './truth.ts';

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
      if (row['open_slot'] === null || row['close_slot'] === null || row['interest_raw'] === null) return [];
      const [from, to] = [momentOf(row, 'open'), momentOf(row, 'close')];
      const states = statesBetween(truth.statesOf(reserve), from.slot, to.slot);
      // The one after the last must be known, too: until then that one is in force.
      const next = truth.statesOf(reserve).find(({ slot }) => slot > to.slot);
      const needed = next === undefined || next.slot > newest ? states : [...states, next];
      if (!needed.every(({ sha256 }) => observed.has(sha256))) return [];
      hours += 1;
      const problems = compare(row, truth.protocolOf(reserve).scale, interestOf(truth, reserve, states, { from, to }));
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

/** What was paid to the receivers of each fee, and in all. */
interface Interest {
  readonly columns: readonly string[];
  readonly amount: bigint;
}

function interestOf(
  truth: Truth,
  reserve: string,
  states: readonly TrueState[],
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Interest[] {
  const writtenAt = ({ slot }: TrueState): Moment => {
    const { writtenSlot, writtenTime } = truth.reserveAt(reserve, slot);
    return { slot: writtenSlot, unixTime: writtenTime ?? truth.unixTimeAt(writtenSlot) };
  };
  return states.reduce<Interest[]>((sums, state, place) => {
    const next = states[place + 1];
    const account = truth.reserveAt(reserve, state.slot);
    const before = amountsOf(account.accrue(place === 0 ? from : writtenAt(state), 400));
    const after = amountsOf(account.accrue(next === undefined ? to : writtenAt(next), 400));
    return after.map(({ columns, amount }, part) => {
      const paid = amount - (before[part]?.amount ?? 0n);
      return { columns, amount: paid + (sums[part]?.amount ?? 0n) };
    });
  }, []);
}

function amountsOf({ borrowed, fees }: NaiveState): Interest[] {
  const parts = fees.map(({ receivers, amount }) => {
    return { columns: receivers.map((receiver) => `interest_${receiver}_raw`), amount };
  });
  return [{ columns: ['interest_raw'], amount: borrowed }, ...parts];
}

function compare(row: StoredRow, scale: bigint, interest: readonly Interest[]): string[] {
  return interest.flatMap(({ columns, amount }) => {
    const stored = sumOfDecimals(columns.map((column) => String(row[column])));
    return differenceOf(columns.join(' and '), stored, decimalOf(amount, scale)) ?? [];
  });
}
