import { doubtAt } from '../naive/doubt.ts';
import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import type { Served, ServedMoment } from '../served/read-served.ts';
import { holesOfReserves } from './audit-gaps.ts';
import { deriveAt } from './expected-state.ts';
import { differenceOf } from './finding.ts';
import { secondsOf, type StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Its slot is on the line between two observations in whole seconds. */
const SLOT_TOLERANCE_SECONDS = 3;

/** Reserves at moments of the past: proven is what the chain was at that slot, unproven where it leaves a doubt; and whether in a gap. */
export function auditServedMoments({ moments }: Served, facts: StoredFacts, truth: Truth): string[] {
  const all = new Map(observationsOfReserves(facts, truth).map((own) => [own.reserve, own]));
  const holesOf = holesOfReserves(facts.batches);
  return moments.flatMap(({ reserve, time, row }) => {
    const own = all.get(reserve);
    const isInGap = holesOf(reserve).some(({ from, to }) => secondsOf(from) <= time && time < secondsOf(to));
    const slot = Number(row['slot']);
    const isUnproven = own !== undefined && doubtAt(own, truth, { at: time, slot }) !== null;
    const problems = [
      differenceOf('in_gap_b', row['in_gap_b'], isInGap),
      ...(row['proven_b'] === true ? compareWithChain({ reserve, time, row }, truth) : []),
      ...(row['proven_b'] === true || isUnproven ? [] : ['is not proven, though only one state can be in force']),
    ].filter((problem) => problem !== null);
    return problems.length === 0 ? [] : [`${reserve} at the moment ${time}: ${problems.join('; ')}`];
  });
}

function compareWithChain({ reserve, time, row }: ServedMoment, truth: Truth): (string | null)[] {
  const slot = Number(row['slot']);
  if (Math.abs(truth.unixTimeAt(slot) - time) > SLOT_TOLERANCE_SECONDS) return [`slot ${slot} is of another time`];
  const account = truth.reserveAt(reserve, slot);
  const derived = deriveAt(truth, account, { slot, unixTime: time, slotDurationMs: 400 });
  const { accrued } = derived;
  // Rates turn on the measured duration of slots, which `values` compares.
  const expected = {
    available_amount_f: derived.availableAmount,
    available_amount_usd_f: derived.availableAmountUsd,
    supplied_amount_f: derived.suppliedAmount,
    supplied_amount_usd_f: derived.suppliedAmountUsd,
    borrowed_amount_f: derived.borrowedAmount,
    borrowed_amount_usd_f: derived.borrowedAmountUsd,
    utilization_f: derived.utilization,
    price_usd_f: derived.priceUsd,
    accrued_available_amount_raw: accrued.availableRaw,
    accrued_borrowed_amount_sf_raw: accrued.borrowedSf,
    accrued_total_supply_sf_raw: accrued.totalSupplySf,
    accrued_cumulative_borrow_rate_bsf_raw: accrued.cumulativeBorrowRateBsf,
    collateral_supply_raw: account.collateral.mintTotalSupplyRaw,
  };
  return Object.entries(expected).map(([name, value]) => differenceOf(name, row[name], value));
}
