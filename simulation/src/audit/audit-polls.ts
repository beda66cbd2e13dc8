import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { committedOf, observedBy } from './observations.ts';
import type { SentAnswer, SentLog } from './sent-log.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Accounts that a node takes in one call, without the clock's. */
const MOST_IN_BATCH = 99;
/** A list of reserves may be so old when it is read: the process that made it was paused, or another one found the reserve. */
const LISTED_BEFORE_MS = 20_000;

/**
 * Polls, as the nodes have seen them: each reads every reserve that is known, in the order of their addresses. A reserve is known
 * once a batch has stored an observation of it; between the addresses of a batch, and up to those of the next one, none may be missing.
 */
export function auditPolls(
  { batches }: Pick<StoredFacts, 'batches'>,
  { answers }: Pick<SentLog, 'answers'>,
): Finding[] {
  const knownSince = new Map<string, number>();
  for (const batch of committedOf(batches)) {
    const ms = batch.recordedAt.getTime();
    for (const reserve of observedBy(batch)) knownSince.set(reserve, Math.min(ms, knownSince.get(reserve) ?? ms));
  }
  const known = [...knownSince].toSorted(([a], [b]) => compare(a, b));
  const polls = answers.filter(({ id }) => id.startsWith('poll-'));
  const byId = new Map(polls.map((poll) => [poll.id, poll]));
  return polls.flatMap((poll): Finding[] => {
    const [from, to] = rangeOf(poll, byId);
    const read = new Set(poll.addresses);
    const leftOut = known.filter(
      ([address, since]) =>
        since < poll.at.getTime() - LISTED_BEFORE_MS &&
        !read.has(address) &&
        (from === null || compare(address, from) > 0) &&
        (to === null || compare(address, to) < 0),
    );
    const [first] = leftOut;
    if (first === undefined) return [];
    const message = `${poll.id}, ${poll.at.toISOString()}, leaves ${leftOut.length} reserves out, ${first[0]} the first`;
    return [{ invariant: 'reads', message }];
  });
}

/** Between which addresses, both excluded, a batch is all there is of its poll; null: from the first, up to the last. */
function rangeOf({ id, addresses }: SentAnswer, byId: ReadonlyMap<string, SentAnswer>): [string | null, string | null] {
  const sorted = addresses.toSorted(compare);
  const [, poll = '', place = ''] = /^(poll-\d+)-(\d+)$/.exec(id) ?? [];
  const next = byId.get(`${poll}-${Number(place) + 1}`)?.addresses.toSorted(compare)[0];
  const first = sorted[0] ?? null;
  const last = sorted.at(-1) ?? null;
  return [place === '0' ? null : first, next ?? (sorted.length < MOST_IN_BATCH ? null : last)];
}

/** By bytes. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * What a notification had read, as the node knows it: such a batch does not say what it observed. The account that the chain had at its
 * slot is that of the newest row at or before it.
 */
export function auditFollowed(
  { batches, snapshots }: Pick<StoredFacts, 'batches' | 'snapshots'>,
  { answers }: Pick<SentLog, 'answers'>,
  truth: Pick<Truth, 'at' | 'reserves'>,
): Finding[] {
  const reserves = new Set(truth.reserves);
  const answersOf = groupBy(answers, ({ id }) => id);
  const rowsOf = groupBy(snapshots, (row) => String(row['reserve']));
  return committedOf(batches)
    .filter(({ kind }) => kind === 'follow')
    .flatMap(({ id, slot, notObserved }) => {
      const read = answersOf.get(id)?.find((answer) => answer.slot === slot)?.addresses ?? [];
      return read
        .filter((address) => reserves.has(address) && !notObserved.includes(address))
        .flatMap((address): Finding[] => {
          const row = rowsOf.get(address)?.findLast((each) => Number(each['slot']) <= slot);
          if (row?.['account_sha256'] === truth.at(address, slot)?.sha256) return [];
          const message = `${address}: ${id} read it at slot ${slot}, and the row before is of slot ${String(row?.['slot'])}`;
          return [{ invariant: 'lost', message }];
        });
    });
}
