import { describe, expect, it } from 'vitest';
import { auditScene, type SceneFacts } from './audit-scenes.ts';
import type { SentAnswer } from './sent-log.ts';
import type { StoredBatch, StoredGap } from './stored-facts.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const span = { from: at(100), to: at(140), lingers: false };
const poll = (seconds: number, node: number): SentAnswer => ({
  ...{ at: at(seconds), node, id: `poll-${seconds}-0`, slot: 7, addresses: ['r'], absent: [] },
});
const gap = (reserve: string, reason: string): StoredGap => ({
  ...{ reserve, reason, from: at(0), to: at(900), fromSlot: '1', toSlot: '9' },
});
const told = (protocol: string, cause: string, seconds = 120) => ({ at: at(seconds), protocol, cause, words: 'So.' });
const halted: SceneFacts = {
  facts: { batches: [], gaps: [gap('r', 'chain_halted'), gap('s', 'chain_halted')], snapshots: [] },
  sent: { answers: [poll(90, 0), poll(110, 0)], calls: [] },
  truth: { reserves: ['r', 's'] },
  strikes: [{ ...span, fault: 'confirmationStops' }],
  causes: [told('one', 'chain_halted'), told('two', 'chain_behind', 90), told('two', 'chain_halted')],
  paced: [],
};
const messages = (name: Parameters<typeof auditScene>[0], facts: SceneFacts) =>
  auditScene(name, facts).map(({ message }) => message);

describe('a chain that confirms nothing', () => {
  it('leaves one gap of each reserve, rotates no endpoint, and is told', () => {
    expect(messages('halt', halted)).toEqual([]);
  });

  it.each<[string, Partial<SceneFacts>, RegExp]>([
    ['no gap', { facts: { ...halted.facts, gaps: [gap('r', 'chain_halted')] } }, /s has 0 gaps/],
    [
      'a gap of another reason',
      { facts: { ...halted.facts, gaps: [gap('r', 'chain_halted'), gap('s', 'not_polled')] } },
      /s has 0/,
    ],
    [
      'two gaps',
      { facts: { ...halted.facts, gaps: [...halted.facts.gaps, gap('r', 'chain_halted')] } },
      /r has 2 gaps/,
    ],
    ['a poll at the second node', { sent: { answers: [poll(110, 1)], calls: [] } }, /went to the second node/],
    ['a status that is silent of one protocol', { causes: halted.causes.slice(0, 2) }, /status of two/],
    ['no status', { causes: [] }, /named no cause/],
    ['no stop', { strikes: [] }, /did not stop/],
  ])('with %s is a finding', (_, change, message) => {
    expect(messages('halt', { ...halted, ...change })).toEqual([expect.stringMatching(message)]);
  });

  it('may go to the second node after a call that the first one did not answer', () => {
    const call = { at: at(105), node: 0, id: 'poll-105-0', method: 'getMultipleAccounts', said: 'part of an answer' };
    expect(messages('halt', { ...halted, sent: { answers: [poll(110, 1)], calls: [call] } })).toEqual([]);
  });
});

describe('a node that stands before one that goes on', () => {
  const failed = (seconds: number): StoredBatch => ({
    ...{ id: 'poll-1', protocol: 'some', kind: 'poll', outcome: 'failed', errorCode: 'CHAIN_HALTED', slot: null },
    ...{ observedAt: null, startedAt: at(seconds), recordedAt: at(seconds + 1), gapAfterMs: 30_000, missing: 0 },
    ...{
      quarantined: 0,
      requested: null,
      notObserved: [],
      refused: [],
      reserveSet: null,
      commitSeq: null,
      snapshotReserves: null,
    },
  });
  const stuck: SceneFacts = {
    ...halted,
    facts: { ...halted.facts, batches: [failed(118)] },
    sent: { answers: [poll(110, 0), poll(121, 1)], calls: [] },
    strikes: [{ ...span, fault: 'nodeStands' }],
  };

  it('is left', () => {
    expect(messages('stuck', stuck)).toEqual([]);
    expect(messages('stuck', { ...stuck, sent: { answers: [poll(110, 0)], calls: [] } })).toHaveLength(1);
    expect(messages('stuck', { ...stuck, facts: { ...stuck.facts, batches: [failed(130)] } })).toHaveLength(1);
  });
});

describe('slots of another length', () => {
  const row = (seconds: number, slot_duration_ms_f: number) => ({ recorded_at: at(seconds), slot_duration_ms_f });
  const paced = [
    { at: at(0), slotMs: 400 },
    { at: at(100), slotMs: 300 },
    { at: at(200), slotMs: 200 },
  ];
  const rows = [row(50, 400), row(110, 400), row(165, 350), row(175, 300), row(190, 300), row(230, 300), row(280, 200)];
  const judge = (...snapshots: readonly ReturnType<typeof row>[]) =>
    messages('pace', { ...halted, facts: { ...halted.facts, snapshots }, paced });

  it('are followed within a minute and a bit', () => {
    expect(judge(...rows)).toEqual([]);
    expect(judge(...rows, row(175, 400))).toHaveLength(1);
    expect(judge(...rows, row(50, 300))).toHaveLength(1);
    expect(judge(...rows.slice(0, -1))).toHaveLength(1);
  });
});
