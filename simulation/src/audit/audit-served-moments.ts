import { decimalOf } from '../naive/decimals.ts';
import { doubtAt } from '../naive/doubt.ts';
import { around, observationsOfReserves, type ReserveObservations, slotAt } from '../naive/observations-of-reserve.ts';
import type { ServedLending, ServedMoment } from '../served/read-lending.ts';
import { holesOfReserves } from './audit-gaps.ts';
import { differenceOf } from './finding.ts';
import { secondsOf, type StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Times of observations are whole seconds; in slots, of the shortest there are. */
const TOLERANCE_SECONDS = 3;
const TOLERANCE_SLOTS = 15;

/** Reserves at moments of the past: proven is what the chain was at that slot, unproven where it leaves a doubt; and whether in a gap. */
export function auditServedMoments({ moments }: ServedLending, facts: StoredFacts, truth: Truth): string[] {
  const all = new Map(observationsOfReserves(facts, truth).map((own) => [own.reserve, own]));
  const holesOf = holesOfReserves(facts.batches);
  return moments.flatMap(({ reserve, time, row }) => {
    const own = all.get(reserve);
    const isInGap = holesOf(reserve).some(({ from, to }) => secondsOf(from) <= time && time < secondsOf(to));
    const slot = Number(row['slot']);
    const isUnproven = own !== undefined && doubtAt(own, truth, { at: time, slot }) !== null;
    const problems = [
      differenceOf('in_gap_b', row['in_gap_b'], isInGap),
      ...(row['proven_b'] === true ? compareWithChain({ reserve, time, row }, truth, own) : []),
      ...(row['proven_b'] === true || isUnproven ? [] : ['is not proven, though only one state can be in force']),
    ].filter((problem) => problem !== null);
    return problems.length === 0 ? [] : [`${reserve} at the moment ${time}: ${problems.join('; ')}`];
  });
}

function compareWithChain(
  { reserve, time, row }: ServedMoment,
  truth: Truth,
  own: ReserveObservations | undefined,
): (string | null)[] {
  const slot = Number(row['slot']);
  if (!isOfTime(slot, time, own?.observations ?? [], truth)) return [`slot ${slot} is of another time`];
  const account = truth.reserveAt(reserve, slot);
  const state = account.accrue({ slot, unixTime: time }, 400);
  const { numbers } = state;
  // Rates turn on the measured duration of slots, which `values` compares.
  const expected = {
    available_amount_f: numbers.available_amount,
    available_amount_usd_f: numbers.available_amount_usd,
    supplied_amount_f: numbers.supplied_amount,
    supplied_amount_usd_f: numbers.supplied_amount_usd,
    borrowed_amount_f: numbers.borrowed_amount,
    borrowed_amount_usd_f: numbers.borrowed_amount_usd,
    utilization_f: numbers.utilization,
    price_usd_f: numbers.price_usd,
    accrued_available_amount_raw: state.available,
    accrued_borrowed_amount_raw: decimalOf(state.borrowed, account.protocol.scale),
    accrued_total_supply_raw: decimalOf(state.supplied, account.protocol.scale),
    accrued_cumulative_borrow_rate_raw: decimalOf(state.borrowIndex, account.protocol.scale),
    collateral_supply_raw: account.receiptSupply,
  };
  return Object.entries(expected).map(([name, value]) => differenceOf(name, row[name], value));
}

/** On the line between the observations around the time, also where slots became shorter between them; else by the chain's clock. */
function isOfTime(
  slot: number,
  time: number,
  observations: ReserveObservations['observations'],
  truth: Truth,
): boolean {
  const { before, after } = around(observations, time);
  return before === undefined || after === undefined
    ? Math.abs(truth.unixTimeAt(slot) - time) <= TOLERANCE_SECONDS
    : Math.abs(slot - slotAt(observations, time)) <= TOLERANCE_SLOTS;
}
