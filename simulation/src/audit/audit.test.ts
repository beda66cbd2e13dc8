import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { marketState, reserveState } from '../naive/kamino/test-states.ts';
import { auditGaps } from './audit-gaps.ts';
import { auditHours, auditRebuilt } from './audit-rollups.ts';
import { auditRows } from './audit-rows.ts';
import { auditStream } from './audit-stream.ts';
import { auditTimes } from './audit-times.ts';
import { auditValues } from './audit-values.ts';
import { expectedState } from './expected-state.ts';
import type { StoredBatch, StoredFacts, StoredRow } from './stored-facts.ts';
import { createTruth } from './truth.ts';

const RESERVE = addressFromLabel('reserve');
const MARKET = addressFromLabel('market');
const FIRST_SLOT = 460_000_000;
const FIRST_TIME = 1_790_000_000;
const SLOT_MS = 400;

const reserveWith = (slot: number, availableAmountRaw: bigint) =>
  reserveState(RESERVE, slot, {
    symbol: 'SOL',
    lendingMarket: MARKET,
    lastUpdate: { slot: BigInt(slot) },
    liquidity: { availableAmountRaw },
  });

/** Two states: one from the beginning, one from 100 slots (40 s) later. */
const truth = createTruth(
  new Map([
    [MARKET, [marketState(MARKET, FIRST_SLOT)]],
    [RESERVE, [reserveWith(FIRST_SLOT, 1_000_000n), reserveWith(FIRST_SLOT + 100, 2_000_000n)]],
  ]),
  { firstSlot: FIRST_SLOT, firstUnixTime: FIRST_TIME, slotMs: SLOT_MS },
);

const timeOf = (slot: number): Date => new Date(truth.unixTimeAt(slot) * 1000);

/** A batch that read the reserve so many slots after the beginning; `changes` say how it was otherwise. */
function batchAt(slots: number, commitSeq: number, changes: Partial<StoredBatch> = {}): StoredBatch {
  const slot = FIRST_SLOT + slots;
  return {
    id: `poll-${slots}`,
    protocol: 'some',
    kind: 'poll',
    outcome: 'committed',
    errorCode: null,
    slot,
    observedAt: timeOf(slot),
    startedAt: new Date(1_800_000_000_000 + slots),
    recordedAt: new Date(1_800_000_000_500 + slots),
    gapAfterMs: 30_000,
    missing: 0,
    quarantined: 0,
    requested: [RESERVE],
    notObserved: [],
    refused: [],
    reserveSet: null,
    commitSeq,
    snapshotReserves: [],
    ...changes,
  };
}

function rowAt(slots: number, reason: string): StoredRow {
  const slot = FIRST_SLOT + slots;
  const columns = expectedState(truth, { reserve: RESERVE, slot, slotDurationMs: SLOT_MS });
  const texts = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return {
    ...Object.fromEntries(texts),
    reserve: RESERVE,
    slot: String(slot),
    slot_duration_ms_f: SLOT_MS,
    poll_batch_id: `poll-${slots}`,
    snapshot_reason_str: reason,
  };
}

/** Observations every 20 s, but for a minute in which a batch failed; both states were stored when they were seen first. */
function wholeFacts(): StoredFacts {
  const stored = { snapshotReserves: [RESERVE] };
  return {
    snapshots: [rowAt(0, 'first'), rowAt(100, 'changed')],
    latest: [rowAt(300, '')],
    batches: [
      batchAt(0, 1, stored),
      batchAt(50, 2),
      batchAt(100, 3, stored),
      batchAt(250, 4),
      batchAt(300, 5),
      batchAt(150, 0, {
        outcome: 'failed',
        errorCode: 'RPC_TIMEOUT',
        notObserved: [RESERVE],
        commitSeq: null,
        observedAt: null,
      }),
    ],
    gaps: [gapFrom(100, 250, 'poll_failed:RPC_TIMEOUT')],
    quarters: [],
    hours: [bucketOf(3_600_000)],
    days: [bucketOf(86_400_000)],
    own: [],
    totals: [],
    spans: [],
    genesisHashes: ['genesis'],
  };
}

/** The hour or day of all observations, which claims nothing. */
const bucketOf = (widthMs: number): StoredRow => ({
  reserve: RESERVE,
  bucket_start: new Date(Math.floor((FIRST_TIME * 1000) / widthMs) * widthMs),
});

const gapFrom = (from: number, to: number, reason: string) => ({
  reserve: RESERVE,
  from: timeOf(FIRST_SLOT + from),
  to: timeOf(FIRST_SLOT + to),
  fromSlot: String(FIRST_SLOT + from),
  toSlot: String(FIRST_SLOT + to),
  reason,
});

const auditAll = (facts: StoredFacts) => [
  ...auditValues(facts, truth, [SLOT_MS]),
  ...auditRows(facts, truth),
  ...auditGaps(facts, truth),
  ...auditHours(facts, truth).findings,
];
const invariantsOf = (facts: StoredFacts) => [...new Set(auditAll(facts).map(({ invariant }) => invariant))];

describe('the auditor', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(auditAll(wholeFacts())).toEqual([]);
  });

  it.each([
    ['a raw amount', { available_amount_raw: '1000001' }],
    ['an accrued amount', { accrued_borrowed_amount_raw: '1' }],
    ['a rate', { borrow_apy_f: 0.5 }],
    ['a time', { observed_at: new Date(0) }],
    [
      'a state that the chain had at another slot',
      { account_sha256: reserveWith(FIRST_SLOT + 100, 2_000_000n).sha256 },
    ],
    ['a slot duration', { slot_duration_ms_f: 500 }],
  ])('sees %s that is wrong', (_, change) => {
    const facts = wholeFacts();
    const [first, ...rest] = facts.snapshots;
    expect(auditValues({ ...facts, snapshots: [{ ...first, ...change }, ...rest] }, truth, [SLOT_MS])).toHaveLength(1);
    const latest = facts.snapshots.slice(0, 1).map((row) => ({ ...row, ...change }));
    expect(auditValues({ ...facts, latest }, truth, [SLOT_MS])).toHaveLength(1);
  });

  it('sees a state that was read and is not stored', () => {
    const facts = wholeFacts();
    expect(invariantsOf({ ...facts, snapshots: facts.snapshots.slice(0, 1) })).toEqual(['lost']);
  });

  it('sees newest rows that are older than what was read', () => {
    expect(invariantsOf({ ...wholeFacts(), latest: [rowAt(250, '')] })).toEqual(['lost']);
  });

  it('sees a state that is stored twice', () => {
    const facts = wholeFacts();
    expect(invariantsOf({ ...facts, snapshots: [...facts.snapshots, rowAt(250, 'changed')] })).toEqual(['doubled']);
  });

  it('lets a state have a second row where its first observation was stored later, and not otherwise', () => {
    const facts = wholeFacts();
    const snapshots = [rowAt(0, 'first'), rowAt(100, 'changed'), rowAt(250, 'changed')];
    const stored = { snapshotReserves: [RESERVE] };
    const batches = facts.batches.map((batch) => {
      if (batch.id === 'poll-100') return { ...batch, commitSeq: 6 };
      return batch.id === 'poll-250' ? { ...batch, ...stored } : batch;
    });
    expect(auditAll({ ...facts, snapshots, batches })).toEqual([]);
    expect(invariantsOf({ ...facts, snapshots })).toEqual(['doubled']);
  });

  it.each([
    ['is not in the ledger', []],
    ['has another reason', [gapFrom(100, 250, 'not_polled')]],
    ['begins too early', [gapFrom(50, 250, 'poll_failed:RPC_TIMEOUT')]],
    ['ends too early', [gapFrom(100, 200, 'poll_failed:RPC_TIMEOUT')]],
  ])('sees a hole that %s', (_, gaps) => {
    expect(invariantsOf({ ...wholeFacts(), gaps })).toEqual(['gaps']);
  });

  it('demands the attempt that failed as the reason also where its batch was committed in the end', () => {
    const facts = wholeFacts();
    const batches = facts.batches.map((batch) => (batch.id === 'poll-150' ? { ...batch, id: 'poll-250' } : batch));
    expect(auditAll({ ...facts, batches })).toEqual([]);
    expect(invariantsOf({ ...facts, batches, gaps: [gapFrom(100, 250, 'not_polled')] })).toEqual(['gaps']);
  });

  it('sees a gap in the ledger in which there were observations', () => {
    const facts = wholeFacts();
    expect(invariantsOf({ ...facts, gaps: [...facts.gaps, gapFrom(250, 300, 'not_polled')] })).toEqual(['gaps']);
  });

  it('sees a reserve that never came', () => {
    expect(invariantsOf({ ...wholeFacts(), latest: [] })).toEqual(['lost']);
  });

  it.each([[null], [addressFromLabel('another reserve')]])('sees a gap of a reserve that is none: %s', (reserve) => {
    const facts = wholeFacts();
    const gaps = [...facts.gaps, { ...gapFrom(250, 300, 'not_polled'), reserve }];
    expect(invariantsOf({ ...facts, gaps })).toEqual(['gaps']);
  });

  it('believes an hour that claims a proof only to the bit, and only at the edge or at the first and the newest observation', () => {
    const facts = wholeFacts();
    const edge = (side: string, slots: number) => {
      const slot = FIRST_SLOT + slots;
      const state = expectedState(truth, { reserve: RESERVE, slot, slotDurationMs: SLOT_MS });
      return {
        [`${side}_proof_str`]: 'same_account',
        [`${side}_slot`]: String(slot),
        [`${side}_at`]: timeOf(slot),
        [`${side}_available_amount_raw`]: String(state['accrued_available_amount_raw']),
        [`${side}_borrowed_amount_raw`]: String(state['accrued_borrowed_amount_raw']),
        [`${side}_total_supply_raw`]: String(state['accrued_total_supply_raw']),
        [`${side}_cumulative_borrow_rate_raw`]: String(state['accrued_cumulative_borrow_rate_raw']),
        [`${side}_collateral_supply_raw`]: String(state['collateral_supply_raw']),
        [`${side}_price_raw`]: String(state['price_raw']),
      };
    };
    const hourOf = (from: number, to: number): StoredRow => ({
      ...bucketOf(3_600_000),
      ...edge('open', from),
      ...edge('close', to),
    });
    const audit = (hour: StoredRow) => auditHours({ ...facts, hours: [hour] }, truth);
    expect(audit(hourOf(0, 300))).toEqual({ findings: [], edges: 2 });
    for (const change of [
      { open_total_supply_raw: '1' },
      { close_total_supply_raw: '1' },
      { open_at: null },
      { open_at: timeOf(FIRST_SLOT + 50) },
      { close_at: timeOf(FIRST_SLOT + 250) },
      // All that the chain had at another slot, under the right time.
      { ...edge('close', 290), close_at: timeOf(FIRST_SLOT + 300) },
    ]) {
      expect(audit({ ...hourOf(0, 300), ...change }).findings).toMatchObject([{ invariant: 'rollups' }]);
    }
    // A whole edge, in the middle of what was seen.
    expect(audit(hourOf(50, 300)).findings).toHaveLength(1);
    expect(audit(hourOf(0, 250)).findings).toHaveLength(1);
    expect(audit({ ...hourOf(50, 250), open_proof_str: null, close_proof_str: null })).toEqual({
      findings: [],
      edges: 0,
    });
  });

  it('sees hours that come out differently when they are made again', () => {
    const facts = wholeFacts();
    const row = { reserve: RESERVE, bucket_start: timeOf(FIRST_SLOT), observations: 3, computed_at: new Date(1) };
    const again = { ...row, computed_at: new Date(2) };
    expect(auditRebuilt({ ...facts, hours: [row] }, { ...facts, hours: [again] })).toEqual([]);
    expect(auditRebuilt({ ...facts, hours: [row] }, { ...facts, hours: [{ ...again, observations: 4 }] })).toHaveLength(
      1,
    );
    expect(auditRebuilt({ ...facts, hours: [row] }, { ...facts, hours: [] })).toHaveLength(1);
    expect(auditRebuilt({ ...facts, quarters: [row] }, facts)).toHaveLength(1);
  });
});

describe('the auditor of the stream', () => {
  const event = (id: string, slots: number) => ({
    id,
    reserve: RESERVE,
    slot: FIRST_SLOT + slots,
    accountSha256: truth.at(RESERVE, FIRST_SLOT + slots)?.sha256 ?? '',
    row: rowAt(slots, ''),
  });
  const [first, second] = [event('1.0', 0), event('3.0', 100)];

  it.each([
    ['finds nothing where all was delivered', [first, second], 0],
    ['sees what was not delivered', [first], 1],
    ['sees what was delivered twice', [first, first, second], 2],
    ['sees what was delivered and is not stored', [first, second, event('4.0', 250)], 1],
    ['sees another order', [second, first], 1],
  ])('%s', (_, received, count) => {
    expect(auditStream(wholeFacts(), { received, losses: [] })).toHaveLength(count);
  });

  it('sees a number that is delivered other than it is stored', () => {
    const received = [first, { ...second, row: { ...second.row, borrow_apy_f: 0.5 } }];
    expect(auditStream(wholeFacts(), { received, losses: [] })).toHaveLength(1);
  });

  it('takes a lost place for a violation', () => {
    expect(auditStream(wholeFacts(), { received: [first, second], losses: ['cursor_too_old'] })).toHaveLength(1);
  });
});

describe('the times of batches', () => {
  it('are those of the database; a clock that was ahead or back shows', () => {
    const facts = wholeFacts();
    expect(auditTimes(facts)).toEqual([]);
    for (const hours of [2, -2]) {
      const startedAt = new Date(1_800_000_000_000 + hours * 3_600_000);
      const batches = [...facts.batches, batchAt(320, 6, { startedAt })];
      expect(auditTimes({ ...facts, batches })).toMatchObject([{ invariant: 'times' }]);
    }
  });
});
