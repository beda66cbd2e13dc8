import type { FaultName } from '../plan/fault-list.ts';
import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { committedOf } from './observations.ts';
import type { SentAnswer, SentLog } from './sent-log.ts';
import type { StoredFacts, StoredRow } from './stored-facts.ts';
import { type Span, type StrikeSpan, wasInForce } from './strike-span.ts';
import type { Truth } from './truth.ts';

/** What a node does to accounts that it sends, so that a companion may have come and not been understood. */
const SPOILS: ReadonlySet<FaultName> = new Set(['accountsTruncated', 'accountsGarbage', 'accountsWrongOwner']);
/** Times of one machine, and a reading of the faults in force that was a moment old. */
const CLOCK_MS = 3_000;

/**
 * The own fields of newest states, also of those that were the newest during the run, for what was read in the same call: those out of an account
 * that the node sent with the reserve are the truth's at that slot, those out of one that it was not asked for, or did not have, are null.
 */
export function auditOwnFields(
  newest: readonly StoredRow[],
  { answers }: Pick<SentLog, 'answers'>,
  truth: Truth,
  strikes: readonly StrikeSpan[],
): Finding[] {
  const answersOf = groupBy(answers, ({ id }) => id);
  return newest.flatMap((row): Finding[] => {
    const [reserve, slot] = [String(row['reserve']), Number(row['slot'])];
    if (truth.at(reserve, slot) === null) return [];
    const { companions } = truth.reserveAt(reserve, slot);
    const batch = String(row['poll_batch_id']);
    const sent = (answersOf.get(batch) ?? []).filter((answer) => answer.slot === slot);
    const problems = possibilitiesOf(companions, sent, strikes).map((found) => compareFields(row, truth, found));
    const [best] = problems.toSorted((a, b) => a.length - b.length);
    if (best === undefined || best.length === 0) return [];
    const message = `own fields of ${reserve} at slot ${slot} (${batch}): ${best.join('; ')}`;
    return [{ invariant: 'values', message }];
  });
}

/** Which companions the batch may have understood: by each answer that it can be of, those that were sent, or fewer where they were spoilt. */
function possibilitiesOf(
  companions: readonly string[],
  sent: readonly SentAnswer[],
  strikes: readonly StrikeSpan[],
): ReadonlySet<string>[] {
  // That a stored batch was never read is found elsewhere.
  if (sent.length === 0) return [new Set(), new Set(companions)];
  return sent.flatMap(({ at, addresses, absent }) => {
    const whole = companions.filter((address) => addresses.includes(address) && !absent.includes(address));
    const span = { from: new Date(at.getTime() - CLOCK_MS), to: new Date(at.getTime() + CLOCK_MS) };
    const mayBeSpoilt = strikes.some((strike) => SPOILS.has(strike.fault) && wasInForce(strike, span, 0));
    return mayBeSpoilt ? subsetsOf(whole) : [new Set(whole)];
  });
}

function subsetsOf(addresses: readonly string[]): Set<string>[] {
  return addresses.reduce<Set<string>[]>(
    (subsets, address) => subsets.flatMap((subset) => [subset, new Set([...subset, address])]),
    [new Set()],
  );
}

function compareFields(row: StoredRow, truth: Truth, found: ReadonlySet<string>): string[] {
  const [reserve, slot] = [String(row['reserve']), Number(row['slot'])];
  const expected = truth
    .reserveAt(reserve, slot)
    .ownFields((address) => (found.has(address) ? (truth.at(address, slot)?.account ?? null) : null));
  return Object.entries(expected ?? {}).flatMap(([name, value]) => differenceOf(name, row[name], value) ?? []);
}

/**
 * Companions, as the nodes have seen them: a process that has read a reserve once knows what is to be read with it. So of all stored
 * batches of a span as many may lack a companion of a reserve as there were processes in it.
 */
export function auditCompanions(
  { batches }: Pick<StoredFacts, 'batches'>,
  { answers }: Pick<SentLog, 'answers'>,
  truth: Pick<Truth, 'reserves' | 'reserveAt' | 'at'>,
  { from, to, processes }: Span & { readonly processes: number },
): Finding[] {
  const slots = new Map(committedOf(batches).map(({ id, slot }) => [id, slot]));
  const within = answers.filter(({ id, slot, at }) => slots.get(id) === slot && at >= from && at <= to);
  return truth.reserves.flatMap((reserve): Finding[] => {
    const alone = within.filter(({ addresses, slot }) => {
      if (!addresses.includes(reserve) || truth.at(reserve, slot) === null) return false;
      return !truth.reserveAt(reserve, slot).companions.every((address) => addresses.includes(address));
    });
    if (alone.length <= processes) return [];
    const message = `${reserve} was read ${alone.length} times without what is read with it by ${processes} processes, last in ${alone.at(-1)?.id}`;
    return [{ invariant: 'reads', message }];
  });
}
