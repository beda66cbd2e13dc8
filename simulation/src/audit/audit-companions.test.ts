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
const wads = (parts: string): string => `0.${parts.padStart(18, '0')}`;
const ownOf = (market: string | null) => ({
  ...{ smoothed_price_raw: '0', extra_price_raw: null, attributed_borrow_value_usd_raw: '0' },
  ...{ outflow_previous_raw: '0', outflow_current_raw: wads('7'), outflow_window_start_slot: '0' },
  lending_market_outflow_previous_usd_raw: market === null ? null : '0',
  lending_market_outflow_current_usd_raw: market === null ? null : wads(market),
  lending_market_outflow_window_start_slot: market === null ? null : '0',
});
const answer = (addresses: readonly string[], absent: readonly string[] = []): SentAnswer => ({
  ...{ at: at(100), id: 'poll-1-0', slot: SLOT },
  addresses,
  absent,
});
const strikeOf = (fault: FaultName, from: number) => ({ fault, from: at(from), to: at(from + 5), lingers: false });

describe('own fields of a state', () => {
  const judge = (own: object, sent: readonly SentAnswer[], strikes = [strikeOf('accountsGarbage', 0)]) => {
    const row = { reserve: RESERVE, slot: String(SLOT), poll_batch_id: 'poll-1-0', ...own };
    return auditOwnFields([row], { answers: sent }, truth, strikes).map(({ message }) => message);
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

  it.each<[string, object, readonly SentAnswer[], string]>([
    ['are not stored', {}, both, 'outflow_current_raw is null, not 0.000000000000000007'],
    [
      'of the market are unknown',
      ownOf(null),
      both,
      'lending_market_outflow_current_usd_raw is null, not 0.000000000000000009',
    ],
    [
      'of the market are known and it was not asked for',
      ownOf('9'),
      [answer([RESERVE])],
      'is 0.000000000000000009, not null',
    ],
    ['are others', { ...ownOf('9'), outflow_current_raw: wads('8') }, both, '8, not 0.000000000000000007'],
  ])('are a finding where they %s', (_, own, sent, words) => {
    expect(judge(own, sent).join()).toContain(words);
  });
});

describe('what is read with a reserve', () => {
  const batchOf = (place: number): StoredBatch => ({
    ...{ id: `poll-${place}-0`, protocol: 'some', kind: 'poll', outcome: 'committed', errorCode: null, slot: SLOT },
    ...{ observedAt: at(place), startedAt: at(place), recordedAt: at(place), gapAfterMs: 30_000, missing: 0 },
    ...{
      quarantined: 0,
      requested: [RESERVE],
      notObserved: [],
      refused: [],
      reserveSet: null,
      commitSeq: place,
      snapshotReserves: [],
    },
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
