import { toDecimal } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { marketState, reserveState } from '../naive/kamino/test-states.ts';
import { doubtAt } from '../naive/doubt.ts';
import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import type { ServedLending } from '../served/read-lending.ts';
import { auditInterest } from './audit-interest.ts';
import { auditFeeSums } from './audit-served-fees.ts';
import { auditServedCoverage } from './audit-served-coverage.ts';
import { auditServedIntervals } from './audit-served-intervals.ts';
import { auditServedMoments } from './audit-served-moments.ts';
import { auditServedRealised } from './audit-served-realised.ts';
import { auditServedSummaries } from './audit-served-totals.ts';
import type { StoredBatch, StoredFacts, StoredRow } from './stored-facts.ts';
import { createTruth } from './truth.ts';

const RESERVE = addressFromLabel('reserve');
const MARKET = addressFromLabel('market');
const FIRST_SLOT = 460_000_000;
const BEGIN = 1_790_002_800;
const reserveAt = (slots: number, availableAmountRaw: bigint) => {
  const lastUpdate = { slot: BigInt(FIRST_SLOT + slots), timestamp: BEGIN + slots };
  const reserve = { symbol: 'SOL', lendingMarket: MARKET, lastUpdate, liquidity: { availableAmountRaw } } as const;
  return reserveState(RESERVE, FIRST_SLOT + slots, reserve);
};
/** Slots of a second; a reserve that changes after 100 of them and after 200, and is observed at 0, 150, 250 and 400. */
const truth = createTruth(
  new Map([
    [MARKET, [marketState(MARKET, FIRST_SLOT)]],
    [RESERVE, [reserveAt(0, 1_000_000_000n), reserveAt(100, 2_000_000_000n), reserveAt(200, 3_000_000_000n)]],
  ]),
  { firstSlot: FIRST_SLOT, firstUnixTime: BEGIN, slotMs: 1_000 },
);
const timeAt = (slots: number): Date => new Date((BEGIN + slots) * 1000);
const batchAt = (slots: number): StoredBatch => ({
  ...{
    id: `poll-${slots}`,
    protocol: 'some',
    kind: 'poll',
    outcome: 'committed',
    errorCode: null,
    slot: FIRST_SLOT + slots,
  },
  ...{ observedAt: timeAt(slots), startedAt: timeAt(slots), recordedAt: timeAt(slots), gapAfterMs: 160_000 },
  ...{
    missing: 0,
    quarantined: 0,
    requested: [RESERVE],
    notObserved: [],
    refused: [],
    reserveSet: null,
    commitSeq: slots,
  },
  snapshotReserves: [RESERVE],
});
const rowAt = (slots: number): StoredRow => ({
  ...{ reserve: RESERVE, slot: String(FIRST_SLOT + slots), observed_at: timeAt(slots), slot_duration_ms_f: 1_000 },
  account_sha256: truth.at(RESERVE, FIRST_SLOT + slots)?.sha256,
});
const factsOf = (observed: readonly number[], hours: readonly StoredRow[] = []): StoredFacts => ({
  ...{
    snapshots: observed.map(rowAt),
    latest: [],
    own: [],
    batches: observed.map(batchAt),
    gaps: [],
    totals: [],
    quarters: [],
    hours,
    days: [],
  },
  ...{ spans: [], genesisHashes: [] },
});
/** The reserve in force at a slot, accrued to it or to a later one. */
const accruedAt = (slots: number, until = slots) =>
  truth.reserveAt(RESERVE, FIRST_SLOT + slots).accrue({ slot: FIRST_SLOT + until, unixTime: BEGIN + until }, 400);
const served = (changes: Partial<ServedLending>): ServedLending => ({
  ...{ from: BEGIN, to: BEGIN + 400, states: [], details: [], hours: new Map(), days: new Map(), quarters: new Map() },
  ...{ fourHours: new Map(), alone: [], moments: [], fees: new Map(), widerFees: new Map(), runningFees: [] },
  ...{ summaries: [], periods: [], coverage: [], summary: [], markets: [], tokens: [] },
  ...changes,
});

describe('a moment between observations', () => {
  const doubtOf = (observed: readonly number[], slots: number) => {
    const [own] = observationsOfReserves(factsOf(observed), truth);
    if (own === undefined) throw new Error('the reserve was not observed');
    return doubtAt(own, truth, { at: BEGIN + slots, slot: FIRST_SLOT + slots });
  };

  it('leaves a doubt where several states were written after it, and none where it was observed or nothing changed', () => {
    expect(doubtOf([0, 250], 50)).toBe('several states between two observations');
    expect(doubtOf([0, 250], 220)).toBeNull();
    expect(doubtOf([0, 50, 250], 50)).toBeNull();
    expect(doubtOf([0, 90], 50)).toBeNull();
  });

  /** The moment `seconds` after the beginning, as the chain was at a slot. */
  const momentAt = (seconds: number, slots = seconds) => {
    const moment = { slot: FIRST_SLOT + slots, unixTime: BEGIN + seconds };
    const { numbers, ...state } = truth.reserveAt(RESERVE, moment.slot).accrue(moment, 400);
    return {
      ...{ slot: moment.slot, proven_b: true, in_gap_b: false },
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`${name}_f`, value])),
      accrued_available_amount_raw: String(state.available),
      accrued_borrowed_amount_raw: toDecimal(state.borrowed, truth.protocolOf(RESERVE).scale),
      accrued_total_supply_raw: toDecimal(state.supplied, truth.protocolOf(RESERVE).scale),
      accrued_cumulative_borrow_rate_raw: toDecimal(state.borrowIndex, truth.protocolOf(RESERVE).scale),
      collateral_supply_raw: String(truth.reserveAt(RESERVE, FIRST_SLOT).receiptSupply),
    };
  };
  const audit = (row: object, seconds: number, facts: StoredFacts) =>
    auditServedMoments(
      served({ moments: [{ reserve: RESERVE, time: BEGIN + seconds, row: { ...row } }] }),
      facts,
      truth,
    );

  it('is served as the chain was, as proven, and as not in a gap', () => {
    const facts = factsOf([0, 90, 150]);
    expect(audit(momentAt(50), 50, facts)).toEqual([]);
    for (const wrong of [{ in_gap_b: true }, { proven_b: false }, { utilization_f: 0.5 }, { slot: FIRST_SLOT + 99 }]) {
      expect(audit({ ...momentAt(50), ...wrong }, 50, facts)).toHaveLength(1);
    }
  });

  it('is at the slot on the line between its observations, also where slots became shorter between them', () => {
    const facts = factsOf([0, 90]);
    const half = {
      ...facts,
      snapshots: [rowAt(0), { ...rowAt(90), observed_at: timeAt(45) }],
      batches: [batchAt(0), { ...batchAt(90), observedAt: timeAt(45) }],
    };
    expect(audit(momentAt(20, 40), 20, half)).toEqual([]);
    expect(audit(momentAt(20), 20, half)).toHaveLength(1);
  });
});

describe('the coverage of a reserve', () => {
  /** Seen at 0 and 150, with the row for a range that ends `end` seconds after the beginning. */
  const audit = (end: number, row: object) => {
    const given = { reserve: RESERVE, first_seen_timestamp: BEGIN, observations: 2, failed_observations: 0, ...row };
    const settings = { reserves: [{ reserve: RESERVE, first_seen_at: timeAt(0) }], markets: [], changes: [] };
    return auditServedCoverage(served({ to: BEGIN + end, coverage: [given] }), factsOf([0, 150]), settings, truth);
  };
  const whole = {
    ...{ expected_seconds: 150, observed_seconds: 150, missing_seconds: 0 },
    ...{ gap_count: 0, longest_gap_seconds: 0, gaps: [] },
  };
  const withTail = (end: number) => ({
    ...{ expected_seconds: end, observed_seconds: 150, missing_seconds: end - 150, gap_count: 1 },
    longest_gap_seconds: end - 150,
    gaps: [{ from: BEGIN + 150, to: BEGIN + end, from_slot: null, to_slot: null, gap_reason_str: 'not_polled' }],
  });

  it('ends with the newest observation, or with a hole, while that is no older than observations may be apart', () => {
    expect(audit(250, whole)).toEqual([]);
    expect(audit(250, withTail(250))).toEqual([]);
    expect(audit(250, { ...whole, expected_seconds: 160 })).toHaveLength(1);
  });

  it('has a hole at its end once the newest observation is older', () => {
    expect(audit(400, withTail(400))).toEqual([]);
    expect(audit(400, whole)).toHaveLength(1);
  });
});

describe('the realised rates of the last hour', () => {
  const HOUR = 3_600;
  /** A detail of the state at a second, whose hour began at another, with the debt and the worth of a token of then. */
  const detailAt = (
    slots: number,
    begin: number,
    before: { readonly borrowIndex: bigint; readonly supplied: bigint },
  ) => {
    const end = accruedAt(slots);
    const rate = (name: 'borrowIndex' | 'supplied') =>
      Math.expm1((31_536_000 / (slots - begin)) * Math.log(Number(end[name]) / Number(before[name])));
    const unknown = ['24h', '7d', '30d'].flatMap((name) => [
      [`realised_${name}_seconds`, null],
      ...['borrow', 'supply'].flatMap((side) => [
        [`${side}_apy_realised_${name}_f`, null],
        [`${side}_apy_realised_${name}_gap_str`, 'not_enough_history'],
      ]),
    ]);
    return {
      ...{ reserve: RESERVE, slot: FIRST_SLOT + slots, timestamp: BEGIN + slots, realised_1h_seconds: slots - begin },
      ...{ borrow_apy_realised_1h_f: rate('borrowIndex'), borrow_apy_realised_1h_gap_str: null },
      ...{ supply_apy_realised_1h_f: rate('supplied'), supply_apy_realised_1h_gap_str: null },
      ...Object.fromEntries(unknown),
    };
  };
  const audit = (row: object, observed: readonly number[]) =>
    auditServedRealised(served({ details: [{ ...row }] }), factsOf(observed), truth);

  it('are of the account in force when the hour began, where the rows around that hold the same', () => {
    const [observed, detail] = [[250, 3_700, 3_900], detailAt(3_900, 300, accruedAt(200, 300))];
    expect(audit(detail, observed)).toEqual([]);
    for (const wrong of [
      { realised_1h_seconds: 3_650 },
      { borrow_apy_realised_1h_f: detail.borrow_apy_realised_1h_f * 1.01 },
      { supply_apy_realised_1h_f: null, supply_apy_realised_1h_gap_str: 'no_collateral' },
      { realised_24h_seconds: 86_400 },
    ])
      expect(audit({ ...detail, ...wrong }, observed)).toHaveLength(1);
  });

  /** What is wrong with the debt's: deposits of this chain come without tokens, which no worth of a token survives. */
  const debtProblems = (row: object, observed: readonly number[]) =>
    audit(row, observed).flatMap((problem) =>
      problem.split(/: |; /).filter((text) => !/supply_|^.* at \d+$/.test(text)),
    );

  it('lie between what the rows around the begin say, where those are near and hold two accounts', () => {
    const [before, after] = [accruedAt(100), accruedAt(200, 250)];
    const middle = { ...before, borrowIndex: (before.borrowIndex + after.borrowIndex) / 2n };
    const [observed, detail] = [[100, 250, 3_770], detailAt(3_770, 170, middle)];
    expect(debtProblems(detail, observed)).toEqual([]);
    const late = { ...detail, borrow_apy_realised_1h_f: detail.borrow_apy_realised_1h_f * 1.1 };
    expect(debtProblems(late, observed)).toHaveLength(1);
  });

  it('begin with the row before where another account came in a gap', () => {
    const [observed, detail] = [[0, 1_000, 4_000], detailAt(4_000, 0, accruedAt(0))];
    expect(debtProblems(detail, observed)).toEqual([]);
    expect(debtProblems({ ...detail, realised_1h_seconds: HOUR }, observed)).toHaveLength(1);
  });
});

describe('the interest of an hour', () => {
  const [a, until100, from100, c] = [accruedAt(0), accruedAt(0, 100), accruedAt(100), accruedAt(150)];
  const feeOf = (part: number): bigint => {
    const [from, then, again, to] = [a, until100, from100, c].map(({ fees }) => fees[part]?.amount ?? 0n);
    return (then ?? 0n) - (from ?? 0n) + (to ?? 0n) - (again ?? 0n);
  };
  const [fees, referrer] = [feeOf(0), feeOf(1)];
  const interest = until100.borrowed - a.borrowed + c.borrowed - from100.borrowed;
  const exact = (parts: bigint): string => toDecimal(parts, truth.protocolOf(RESERVE).scale);
  const hour: StoredRow = {
    ...{ reserve: RESERVE, bucket_start: timeAt(0), open_at: timeAt(0), close_at: timeAt(150) },
    ...{ open_slot: String(FIRST_SLOT), close_slot: String(FIRST_SLOT + 150), interest_raw: exact(interest) },
    ...{ interest_protocol_raw: exact(fees), interest_host_raw: '0', interest_referrer_max_raw: exact(referrer) },
  };

  it('is that of the chain to the last bit, where every state was observed', () => {
    expect(interest).toBeGreaterThan(fees);
    expect(fees).toBeGreaterThan(0n);
    const judge = (observed: readonly number[], changes: object) => {
      const { findings, hours } = auditInterest(factsOf(observed, [{ ...hour, ...changes }]), truth);
      return [findings.length, hours];
    };
    expect(judge([0, 150], {})).toEqual([0, 1]);
    expect(judge([0, 150], { interest_raw: exact(interest + 1n) })).toEqual([1, 1]);
    expect(judge([0, 150], { interest_protocol_raw: exact(fees + 1n) })).toEqual([1, 1]);
    // The last state is in force until the next one, which was observed at 250; without that observation it is not known how long.
    expect(judge([150, 400], { interest_raw: '0' })).toEqual([0, 0]);
  });
});

it('fees of wider periods and running sums are those of the hours, and the parts of each make the whole', () => {
  const names = ['', '_supply_side', '_protocol', '_referrer_max', '_host'];
  const row = (hour: number, whole: number) => ({
    ...{ reserve: RESERVE, timestamp: 1_790_006_400 + hour * 3_600 },
    ...Object.fromEntries(
      names.flatMap((name, place) =>
        ['_usd_raw', '_raw'].map((unit) => [`interest${name}${unit}`, String(place < 2 ? whole : 0)]),
      ),
    ),
  });
  const wide = (sum: number, seconds: number) => ({
    ...row(0, sum),
    timestamp: Math.floor(1_790_006_400 / seconds) * seconds,
  });
  const widerOf = (fourHours: number, day: number) =>
    new Map([
      ['4h reserve', [wide(fourHours, 14_400)]],
      ['1d reserve', [wide(day, 86_400)]],
    ]);
  const answers = served({
    fees: new Map([['reserve', [row(0, 5), row(1, 7)]]]),
    widerFees: widerOf(12, 12),
    runningFees: [row(0, 5), row(1, 12)],
  });
  expect(auditFeeSums(answers)).toEqual([]);
  expect(auditFeeSums({ ...answers, widerFees: new Map() })[0]).toContain('lack');
  expect(auditFeeSums({ ...answers, runningFees: [row(0, 5), row(1, 11)] })).not.toEqual([]);
  expect(auditFeeSums({ ...answers, widerFees: widerOf(99, 12) })).not.toEqual([]);
  expect(auditFeeSums({ ...answers, widerFees: widerOf(12, 99) })).not.toEqual([]);
  const odd = { ...row(0, 5), interest_host_raw: '0.1' };
  const ofOdd = auditFeeSums(served({ fees: new Map([['market', [odd]]]) }));
  expect(ofOdd.filter((finding) => finding.startsWith('the parts of interest_raw'))).toHaveLength(1);
});

it('hours of the protocol are the sums of their reserves, and none is left out', () => {
  const close = { supplied_amount_usd_close_f: 3, borrowed_amount_usd_close_f: 2, available_amount_usd_close_f: 1 };
  const hours: StoredRow[] = ['a', 'b', 'unlisted'].map((reserve) => {
    return { reserve, lending_market: reserve, bucket_start: timeAt(0), ...close };
  });
  const protocol = { ...truth.protocolOf(RESERVE), isListed: (market: string) => market !== 'unlisted' };
  const row = { timestamp: BEGIN, reserves_expected: 2, supplied_usd_f: 6, borrowed_usd_f: 4, available_usd_f: 2 };
  const audit = (summaries: ServedLending['summaries']) =>
    auditServedSummaries(served({ summaries }), factsOf([], hours), { protocolOf: () => protocol });
  expect(audit([row])).toEqual([]);
  expect(audit([{ ...row, borrowed_usd_f: 5 }])).toHaveLength(1);
  expect(audit([{ ...row, reserves_expected: 1 }])).toHaveLength(1);
  expect(audit([])).toHaveLength(1);
});

it('quarters of an hour are those of a naive calculation, four hours their hours put together, one reserve alone as among all', () => {
  const facts = factsOf([0, 50, 150], [{ reserve: RESERVE, rollup_version: 3 }]);
  const hour = { reserve: RESERVE, timestamp: BEGIN, quality_str: 'ok', utilization_f: 0.25 };
  const answers = served({
    hours: new Map([['close', [hour]]]),
    fourHours: new Map([['close', [{ ...hour, timestamp: Math.floor(BEGIN / 14_400) * 14_400 }]]]),
    alone: [{ reserve: RESERVE, rows: [hour] }],
  });
  expect(auditServedIntervals(answers, facts, truth)).toEqual([]);
  const wrong = { ...hour, utilization_f: 0.5 };
  expect(auditServedIntervals({ ...answers, fourHours: new Map([['close', [wrong]]]) }, facts, truth)).toHaveLength(1);
  expect(auditServedIntervals({ ...answers, alone: [{ reserve: RESERVE, rows: [wrong] }] }, facts, truth)).toHaveLength(
    1,
  );
  const quarters = (utilization: number | null) => {
    const lists = ['open', 'min', 'max', 'twavg', 'close'].map((agg): [string, ServedLending['states']] => [
      agg,
      [{ reserve: RESERVE, timestamp: BEGIN, quality_str: 'ok', utilization_f: utilization }],
    ]);
    return auditServedIntervals(served({ quarters: new Map(lists) }), facts, truth).join();
  };
  const problemsOf = (text: string) => Number(/history of 15m: (\d+) problems/.exec(text)?.[1]);
  expect(problemsOf(quarters(2))).toBeGreaterThan(problemsOf(quarters(accruedAt(0).numbers.utilization)));
});
