import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { marketState, reserveState } from '../naive/save/test-states.ts';
import type { FaultName } from '../plan/fault-list.ts';
import { auditCompanions, auditOwnFields } from './audit-companions.ts';
import type { SentAnswer } from './sent-log.ts';
import type { StoredBatch } from './stored-facts.ts';
import { createTruth } from './truth.ts';

const [RESERVE, MARKET] = [addressFromLabel('reserve'), addressFromLabel('market')];
const SLOT = 460_000_000;
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** A reserve and its market, of which 7 and 9 have left. */
const truth = createTruth(
  new Map([
    [MARKET, [marketState(MARKET, SLOT, 9n)]],
    [RESERVE, [reserveState(RESERVE, SLOT, { lendingMarket: MARKET, outflow: 7n })]],
  ]),
  { firstSlot: SLOT, firstUnixTime: 1_790_000_000, slotMs: 400 },
);
const ownOf = (market: string | null) => ({
  ...{ smoothedPriceWads: '0', extraPriceWads: null, attributedBorrowValueWads: '0' },
  ...{ outflowPreviousWads: '0', outflowCurrentWads: '7', outflowWindowStartSlot: '0' },
  marketOutflowPreviousWads: market === null ? null : '0',
  marketOutflowCurrentWads: market,
  marketOutflowWindowStartSlot: market === null ? null : '0',
});
const answer = (addresses: readonly string[], absent: readonly string[] = []): SentAnswer => ({
  ...{ at: at(100), id: 'poll-1-0', slot: SLOT },
  addresses,
  absent,
});
const strikeOf = (fault: FaultName, from: number) => ({ fault, from: at(from), to: at(from + 5), lingers: false });

describe('own fields of a state', () => {
  const judge = (own: object | null, sent: readonly SentAnswer[], strikes = [strikeOf('accountsGarbage', 0)]) => {
    const row = { reserve: RESERVE, slot: String(SLOT), poll_batch_id: 'poll-1-0', own };
    return auditOwnFields({ snapshots: [row], latest: [] }, { answers: sent }, truth, strikes).map(
      ({ message }) => message,
    );
  };
  const both = [answer([RESERVE, MARKET])];

  it('are the truth’s of the accounts that were sent, and null of those that were not', () => {
    expect(judge(ownOf('9'), both)).toEqual([]);
    expect(judge(ownOf(null), [answer([RESERVE])])).toEqual([]);
    expect(judge(ownOf(null), [answer([RESERVE, MARKET], [MARKET])])).toEqual([]);
  });

  it('may be unknown where the node spoils accounts', () => {
    expect(judge(ownOf(null), both, [strikeOf('accountsGarbage', 98)])).toEqual([]);
    expect(judge(ownOf('9'), both, [strikeOf('accountsGarbage', 98)])).toEqual([]);
    expect(judge(ownOf('8'), both, [strikeOf('accountsGarbage', 98)])).toHaveLength(1);
  });

  it.each<[string, object | null, readonly SentAnswer[], string]>([
    ['are not stored', null, both, 'own is null'],
    ['of the market are unknown', ownOf(null), both, 'marketOutflowCurrentWads is null, not 9'],
    ['of the market are known and it was not asked for', ownOf('9'), [answer([RESERVE])], 'is 9, not null'],
    ['are others', { ...ownOf('9'), outflowCurrentWads: '8' }, both, 'outflowCurrentWads is 8, not 7'],
    ['are too many', { ...ownOf('9'), more: '1' }, both, 'a field more that'],
  ])('are a finding where they %s', (_, own, sent, words) => {
    expect(judge(own, sent).join()).toContain(words);
  });
});

describe('what is read with a reserve', () => {
  const batchOf = (place: number): StoredBatch => ({
    ...{ id: `poll-${place}-0`, protocol: 'some', kind: 'poll', outcome: 'committed', errorCode: null, slot: SLOT },
    ...{ observedAt: at(place), startedAt: at(place), recordedAt: at(place), gapAfterMs: 30_000, missing: 0 },
    ...{ quarantined: 0, requested: [RESERVE], notObserved: [], refused: [], commitSeq: place, snapshotReserves: [] },
  });
  const places = [1, 2, 3, 4];
  const judge = (alone: readonly number[], processes: number) =>
    auditCompanions(
      { batches: places.map(batchOf) },
      {
        answers: places.map((place) => ({
          ...answer(alone.includes(place) ? [RESERVE] : [RESERVE, MARKET]),
          ...{ id: `poll-${place}-0`, at: at(place) },
        })),
      },
      truth,
      { from: at(2), to: at(4), processes },
    );

  it('may be missing in the first batch of each process, and in none after it', () => {
    expect(judge([], 1)).toEqual([]);
    expect(judge([1, 2], 1)).toEqual([]);
    expect(judge([2, 3], 2)).toEqual([]);
    expect(judge([2, 3], 1)).toMatchObject([{ invariant: 'reads' }]);
    expect(judge(places, 2)).toMatchObject([{ invariant: 'reads' }]);
  });
});
