import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { committedOf, knownSinceOf } from './observations.ts';
import type { SentLog } from './sent-log.ts';
import type { StoredFacts } from './stored-facts.ts';
import type { Truth } from './truth.ts';

/** Accounts that a node takes in one call, without the clock's. */
const MOST_IN_BATCH = 99;
/** Accounts that one reserve more may need: itself, and what is read with it. */
const MOST_OF_RESERVE = 2;
/** A list of reserves may be so old when it is read: the process that made it was paused, or another one found the reserve. */
const LISTED_BEFORE_MS = 20_000;
/** The same where one process made all lists: it had listed what its batches have stored. A short run on a fast machine is over in 20 seconds. */
const LISTED_BEFORE_BY_ONE_MS = 5_000;
/** A fault may take the batch of a reserve from one poll; of so many answered batches some hold it. */
const BATCHES_TO_BE_IN = 40;

/**
 * Polls, as the nodes have seen them: each reads every reserve that is known, in the order of their protocols and addresses. A reserve is
 * known once a batch has stored an observation of it; between the addresses of a batch, and up to those of the next one, none may be
 * missing. A fault may take the last batch of a poll; a reserve that none of many batches holds is a finding. `protocolOf` gives the
 * place of a reserve's protocol, and null for what is none; `processes` is how many have polled in all, `fewKeysFrom` when a node
 * first took fewer.
 */
export function auditPolls(
  { batches }: Pick<StoredFacts, 'batches'>,
  { answers }: Pick<SentLog, 'answers'>,
  protocolOf: (address: string) => number | null,
  { processes, fewKeysFrom }: { readonly processes: number; readonly fewKeysFrom: Date | null },
): Finding[] {
  const listedBeforeMs = processes === 1 ? LISTED_BEFORE_BY_ONE_MS : LISTED_BEFORE_MS;
  const keysOf = (addresses: readonly string[]): string[] =>
    addresses.flatMap((address) => {
      const protocol = protocolOf(address);
      return protocol === null ? [] : [`${protocol} ${address}`];
    });
  const known = [...knownSinceOf(batches)]
    .flatMap(([address, since]) => keysOf([address]).map((key) => [key, since.getTime()] as const))
    .toSorted(([a], [b]) => compare(a, b));
  // Pieces of a batch that was too large for a node have its id, with a number behind it.
  const pieces = groupBy(
    answers.filter(({ id }) => id.startsWith('poll-')),
    ({ id }) => id.replace(/\.\d+$/, ''),
  );
  const polls = [...pieces].flatMap(([id, parts]): Poll[] => {
    const [first] = parts;
    if (first === undefined) return [];
    const addresses = [...new Set(parts.flatMap((part) => part.addresses))];
    const isCut = fewKeysFrom !== null && first.at >= fewKeysFrom;
    const isFull = addresses.length + MOST_OF_RESERVE > MOST_IN_BATCH;
    return [{ id, at: first.at, keys: keysOf(addresses).toSorted(compare), isFull, isCut }];
  });
  const byId = new Map(polls.map((poll) => [poll.id, poll]));
  const leavingOut = polls.flatMap((poll): Finding[] => {
    const [from, to] = rangeOf(poll, byId);
    const read = new Set(poll.keys);
    const leftOut = known.filter(
      ([key, since]) =>
        since < poll.at.getTime() - listedBeforeMs && !read.has(key) && compare(key, from) > 0 && compare(key, to) < 0,
    );
    const [first] = leftOut;
    if (first === undefined) return [];
    const message = `${poll.id}, ${poll.at.toISOString()}, leaves ${leftOut.length} reserves out, ${first[0]} the first`;
    return [{ invariant: 'reads', message }];
  });
  return [...leavingOut, ...neverRead(known, polls, listedBeforeMs)];
}

interface Poll {
  readonly id: string;
  readonly at: Date;
  /** Ascending. */
  readonly keys: readonly string[];
  readonly isFull: boolean;
  /** It may be a piece of what the node had no room for: only what lies between its keys is judged. */
  readonly isCut: boolean;
}

/** Between which keys, both excluded, a batch is all there is of its poll; one that is not full is the last of its protocol. */
function rangeOf({ id, keys, isFull, isCut }: Poll, byId: ReadonlyMap<string, Poll>): [from: string, to: string] {
  const [, poll = '', place = ''] = /^(poll-\d+)-(\d+)$/.exec(id) ?? [];
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  if (isCut) return [first, last];
  const next = byId.get(`${poll}-${Number(place) + 1}`)?.keys[0];
  const end = isFull ? last : `${last.split(' ')[0]} ~`;
  return [place === '0' ? '' : first, next ?? end];
}

/** Reserves that none of the batches holds which were answered since they were known, where those are many. */
function neverRead(
  known: readonly (readonly [key: string, since: number])[],
  polls: readonly Poll[],
  listedBeforeMs: number,
): Finding[] {
  return known.flatMap(([key, since]): Finding[] => {
    const later = polls.filter(({ at }) => at.getTime() > since + listedBeforeMs);
    if (later.length < BATCHES_TO_BE_IN || later.some(({ keys }) => keys.includes(key))) return [];
    return [{ invariant: 'reads', message: `none of ${later.length} batches of polls reads ${key}, which is known` }];
  });
}

/** By bytes. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What each stored poll and discovery asked for is known, and is what the hash in its row stands for. */
export function auditRequested({ batches }: Pick<StoredFacts, 'batches'>): Finding[] {
  return batches
    .filter(({ outcome, kind }) => outcome === 'committed' && kind !== 'follow')
    .flatMap(({ id, requested, reserveSet }): Finding[] => {
      const hash = requested === null ? null : sha256Of(requested.toSorted(compare).join('\n'));
      if (hash !== null && hash === reserveSet) return [];
      const message = `the set ${reserveSet} of ${id} ${hash === null ? 'is of no span' : `is said to be ${hash}`}`;
      return [{ invariant: 'reads', message }];
    });
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
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
