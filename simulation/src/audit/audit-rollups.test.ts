import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { marketState, reserveState } from '../naive/kamino/test-states.ts';
import { auditHours, auditRebuildRun } from './audit-rollups.ts';
import type { StoredBatch, StoredRow } from './stored-facts.ts';
import { createTruth } from './truth.ts';

const RESERVE = addressFromLabel('reserve');
const LATE_RESERVE = addressFromLabel('late reserve');
const MARKET = addressFromLabel('market');
const LATE_MARKET = addressFromLabel('late market');
const FIRST_SLOT = 460_000_000;
const SLOT_MS = 1_000;
/** Ten minutes before the end of an hour and of a day. */
const BEGIN = Date.parse('2026-03-31T23:50:00Z');
const minutes = (count: number): Date => new Date(BEGIN + count * 60_000);

const reserveIn = (lendingMarket: string) => ({ symbol: 'SOL', lendingMarket }) as const;
/** One reserve from the beginning, in a market that comes later; another one that comes later. */
const truth = createTruth(
  new Map([
    [MARKET, [marketState(MARKET, FIRST_SLOT)]],
    [LATE_MARKET, [marketState(LATE_MARKET, FIRST_SLOT + 5_000)]],
    [RESERVE, [reserveState(RESERVE, FIRST_SLOT, reserveIn(LATE_MARKET))]],
    [LATE_RESERVE, [reserveState(LATE_RESERVE, FIRST_SLOT + 5_000, reserveIn(MARKET))]],
  ]),
  { firstSlot: FIRST_SLOT, firstUnixTime: BEGIN / 1000, slotMs: SLOT_MS },
);

/** An observation so many minutes after the beginning. */
function observationAt(count: number, reserve = RESERVE): StoredBatch {
  return {
    ...{ id: `poll-${count}`, protocol: 'some', kind: 'poll', outcome: 'committed', errorCode: null },
    ...{ slot: FIRST_SLOT + count * 60, observedAt: minutes(count), startedAt: minutes(count) },
    ...{ recordedAt: minutes(count), gapAfterMs: 30_000, missing: 0, quarantined: 0 },
    ...{ requested: [reserve], notObserved: [], refused: [], reserveSet: null, commitSeq: count, snapshotReserves: [] },
  };
}
const rowFrom = (time: string): StoredRow => ({ reserve: RESERVE, bucket_start: new Date(time) });

/** From the last hour of a day into the second one of the next. */
const batches = [observationAt(0), observationAt(2), observationAt(80)];
const hours = ['2026-03-31T23:00Z', '2026-04-01T00:00Z', '2026-04-01T01:00Z'].map(rowFrom);
const days = ['2026-03-31T00:00Z', '2026-04-01T00:00Z'].map(rowFrom);

function messagesOf(facts: Partial<Parameters<typeof auditHours>[0]>): string[] {
  const { findings } = auditHours({ hours, days, batches, ...facts }, truth);
  return findings.map(({ invariant, message }) => `${invariant} ${message}`);
}

describe('the hours and days of a reserve that was observed', () => {
  it('are all there, also those in which nothing was observed', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ batches: [], hours: [], days: [] })).toEqual([]);
  });

  it.each([
    ['no hour', { hours: [] }, '3 hours are left out beside 0, first 2026-03-31T23:00:00.000Z'],
    ['not the first hour', { hours: hours.slice(1) }, '1 hours are left out beside 2, first 2026-03-31T23:00'],
    ['not the hour in between', { hours: hours.filter((_, place) => place !== 1) }, 'first 2026-04-01T00:00'],
    ['not the newest hour', { hours: hours.slice(0, 2) }, 'first 2026-04-01T01:00'],
    ['those of another one', { hours: hours.map((row) => ({ ...row, reserve: MARKET })) }, '3 hours are left out'],
    ['no day', { days: [] }, '2 days are left out beside 0, first 2026-03-31T00:00'],
    ['not the newest day', { days: days.slice(0, 1) }, '1 days are left out beside 1, first 2026-04-01T00:00'],
  ])('are missed where there is %s', (_, facts, problem) => {
    expect(messagesOf(facts)).toEqual([expect.stringContaining(`rollups ${RESERVE}: `)]);
    expect(messagesOf(facts)[0]).toContain(problem);
  });

  it('begin with the first observation and end with the newest one, which has no hour of its own at a bound', () => {
    const early = { batches: [observationAt(0), observationAt(10)], hours: hours.slice(0, 1), days: days.slice(0, 1) };
    expect(messagesOf(early)).toEqual([]);
    const late = { batches: [observationAt(11), observationAt(80)], hours: hours.slice(1), days: days.slice(1) };
    expect(messagesOf(late)).toEqual([]);
  });
});

describe('an edge with a proof', () => {
  const edgeAt = (reserve: string): StoredRow => ({
    ...{ reserve, bucket_start: new Date('2026-03-31T23:00Z') },
    ...{ open_proof_str: 'same_account', open_slot: String(FIRST_SLOT), open_at: minutes(0) },
  });

  it('at a slot before the account was there is a finding', () => {
    const observed = [...batches, observationAt(0, LATE_RESERVE)];
    const messages = messagesOf({ batches: observed, hours: [...hours, edgeAt(LATE_RESERVE)] });
    expect(messages.filter((message) => message.includes('the chain had no such account at its slot'))).toHaveLength(1);
  });

  it('at a slot before the lending market was there is a finding', () => {
    const messages = messagesOf({ hours: [edgeAt(RESERVE), ...hours.slice(1)] });
    expect(messages).toEqual([expect.stringContaining('the chain had no lending market of it at its slot')]);
  });
});

describe('a rebuild', () => {
  const lines = ['1 of 1 groups, 2026-03-31', '26 hours, 26 days and 0 gaps were new or came out differently'];

  it('that ended with 0 and made everything is no finding', () => {
    expect(auditRebuildRun({ exit: { code: 0, signal: null }, lines })).toEqual([]);
  });

  it('that refused a reserve is one for each, although it ended with 0', () => {
    const refusals = [`rebuild: no hours of ${RESERVE}: INVALID_ROW`, `rebuild: no hours of ${MARKET}: TIME_BACKWARDS`];
    expect(auditRebuildRun({ exit: { code: 0, signal: null }, lines: [...lines, ...refusals] })).toEqual(
      refusals.map((message) => ({ invariant: 'rollups', message })),
    );
  });

  it.each([
    [{ code: 75, signal: null }, 'rebuild ended with 75'],
    [{ code: null, signal: 'SIGSEGV' as const }, 'rebuild ended with SIGSEGV'],
  ])('that did not end with 0 is one: %o', (exit, words) => {
    const findings = auditRebuildRun({ exit, lines: ['rebuild: another process does rollups all the time'] });
    expect(findings).toMatchObject([{ invariant: 'rollups' }]);
    expect(findings[0]?.message).toContain(`${words}:\nrebuild: another process`);
  });
});
