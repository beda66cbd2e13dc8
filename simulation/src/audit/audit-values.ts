import { expectedState } from './expected-state.ts';
import { differenceOf, type Finding } from './finding.ts';
import type { StoredFacts, StoredRow } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Whole seconds of the chain's clock make a measured slot duration inexact by so much at most. */
const SLOT_DURATION_TOLERANCE = 0.02;

/** Every stored state, snapshots and newest rows, against the chain at its slot. `lengths` are those that slots had, in milliseconds. */
export function auditValues({ snapshots, latest }: StoredFacts, truth: Truth, lengths: readonly number[]): Finding[] {
  return [
    ...snapshots.flatMap((row) => auditRow('snapshot', row, truth, lengths)),
    ...latest.flatMap((row) => auditRow('latest row', row, truth, lengths)),
  ];
}

function auditRow(what: string, row: StoredRow, truth: Truth, lengths: readonly number[]): Finding[] {
  const reserve = String(row['reserve']);
  const slot = Number(row['slot']);
  const slotDurationMs = Number(row['slot_duration_ms_f']);
  const name = `${what} of ${reserve} at slot ${slot} (${String(row['poll_batch_id'])})`;
  const found = truth.at(reserve, slot);
  if (found === null) return [{ invariant: 'values', message: `${name}: the chain had no such account` }];
  if (found.sha256 !== row['account_sha256']) {
    const message = `${name}: the account was another then (${found.sha256.slice(0, 12)}, stored ${String(row['account_sha256']).slice(0, 12)})`;
    return [{ invariant: 'values', message }];
  }
  const expected = expectedState(truth, { reserve, slot, slotDurationMs });
  const differences = Object.entries(expected).flatMap(([column, value]) => {
    const difference = differenceOf(column, row[column], value);
    return difference === null ? [] : [difference];
  });
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (slotDurationMs < least * (1 - SLOT_DURATION_TOLERANCE) || slotDurationMs > most * (1 + SLOT_DURATION_TOLERANCE)) {
    differences.push(`slot_duration_ms_f is ${slotDurationMs}, and a slot takes ${lengths.join(' or ')} ms`);
  }
  return differences.length === 0 ? [] : [{ invariant: 'values', message: `${name}: ${differences.join('; ')}` }];
}
