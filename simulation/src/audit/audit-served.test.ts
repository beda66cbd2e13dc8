import { createHash } from 'node:crypto';
import { encodeLendingMarket, encodeReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { addressFromLabel, buildLendingMarket, buildReserve } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { doubtAt } from '../naive/doubt.ts';
import { observationsOfReserves } from '../naive/observations-of-reserve.ts';
import type { Served } from '../served/read-served.ts';
import { auditInterest } from './audit-interest.ts';
import { auditFeeSums } from './audit-served-fees.ts';
import { auditServedIntervals } from './audit-served-intervals.ts';
import { auditServedMoments } from './audit-served-moments.ts';
import { auditServedSummaries } from './audit-served-totals.ts';
import { deriveAt } from './expected-state.ts';
import type { StoredBatch, StoredFacts, StoredRow } from './stored-facts.ts';
import { createTruth, type TrueState } from './truth.ts';

const RESERVE = addressFromLabel('reserve');
const MARKET = addressFromLabel('market');
const FIRST_SLOT = 460_000_000;
const BEGIN = 1_790_002_800;
const stateAt = (address: string, slot: number, data: Uint8Array): TrueState => ({
  slot,
  sha256: createHash('sha256').update(data).digest('hex'),
  account: { address, owner: KAMINO_LEND_PROGRAM_ADDRESS, data },
});
const reserveAt = (slots: number, availableAmountRaw: bigint): TrueState => {
  const lastUpdate = { slot: BigInt(FIRST_SLOT + slots), timestamp: BEGIN + slots };
  const reserve = { symbol: 'SOL', lendingMarket: MARKET, lastUpdate, liquidity: { availableAmountRaw } } as const;
  return stateAt(RESERVE, FIRST_SLOT + slots, encodeReserve(buildReserve(reserve)));
};
/** Slots of a second; a reserve that changes after 100 of them and after 200, and is observed at 0, 150, 250 and 400. */
const truth = createTruth(
  new Map([
    [MARKET, [stateAt(MARKET, FIRST_SLOT, encodeLendingMarket(buildLendingMarket('Market')))]],
    [RESERVE, [reserveAt(0, 1_000_000_000n), reserveAt(100, 2_000_000_000n), reserveAt(200, 3_000_000_000n)]],
  ]),
  { firstSlot: FIRST_SLOT, firstUnixTime: BEGIN, slotMs: 1_000 },
);
const timeAt = (slots: number): Date => new Date((BEGIN + slots) * 1000);
const batchAt = (slots: number): StoredBatch => ({
  ...{ id: `poll-${slots}`, kind: 'poll', outcome: 'committed', errorCode: null, slot: FIRST_SLOT + slots },
  ...{ observedAt: timeAt(slots), startedAt: timeAt(slots), recordedAt: timeAt(slots), gapAfterMs: 160_000 },
  ...{ missing: 0, quarantined: 0, requested: [RESERVE], notObserved: [], refused: [], commitSeq: slots },
  snapshotReserves: [RESERVE],
});
const rowAt = (slots: number): StoredRow => ({
  ...{ reserve: RESERVE, slot: String(FIRST_SLOT + slots), observed_at: timeAt(slots), slot_duration_ms_f: 1_000 },
  account_sha256: truth.at(RESERVE, FIRST_SLOT + slots)?.sha256,
});
const factsOf = (observed: readonly number[], hours: readonly StoredRow[] = []): StoredFacts => ({
  ...{ snapshots: observed.map(rowAt), latest: [], batches: observed.map(batchAt), gaps: [], hours, days: [] },
  ...{ spans: [], stepsBack: [], genesisHashes: [] },
});
const derivedAt = (slots: number) => {
  const moment = { slot: FIRST_SLOT + slots, unixTime: BEGIN + slots, slotDurationMs: 400 };
  return deriveAt(truth, truth.reserveAt(RESERVE, moment.slot), moment);
};
const served = (changes: Partial<Served>): Served => ({
  ...{ from: BEGIN, to: BEGIN + 400, states: [], hours: new Map(), days: new Map(), built: new Map() },
  ...{ fourHours: new Map(), alone: [], moments: [], fees: new Map(), widerFees: new Map(), runningFees: [] },
  ...{ summaries: [], coverage: [], summary: [], markets: [], resumed: [], keyProblems: [] },
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

  it('is served as the chain was, as proven, and as not in a gap', () => {
    const { accrued, ...derived } = derivedAt(50);
    const row = {
      ...{ slot: FIRST_SLOT + 50, proven_b: true, in_gap_b: false, price_usd_f: derived.priceUsd },
      ...{ available_amount_f: derived.availableAmount, available_amount_usd_f: derived.availableAmountUsd },
      ...{ supplied_amount_f: derived.suppliedAmount, supplied_amount_usd_f: derived.suppliedAmountUsd },
      ...{ borrowed_amount_f: derived.borrowedAmount, borrowed_amount_usd_f: derived.borrowedAmountUsd },
      utilization_f: derived.utilization,
      accrued_available_amount_raw: String(accrued.availableRaw),
      accrued_borrowed_amount_sf_raw: String(accrued.borrowedSf),
      accrued_total_supply_sf_raw: String(accrued.totalSupplySf),
      accrued_cumulative_borrow_rate_bsf_raw: String(accrued.cumulativeBorrowRateBsf),
      collateral_supply_raw: String(truth.reserveAt(RESERVE, FIRST_SLOT).collateral.mintTotalSupplyRaw),
    };
    const facts = factsOf([0, 90, 150]);
    const audit = (changes: object) =>
      auditServedMoments(
        served({ moments: [{ reserve: RESERVE, time: BEGIN + 50, row: { ...row, ...changes } }] }),
        facts,
        truth,
      );
    expect(audit({})).toEqual([]);
    for (const wrong of [{ in_gap_b: true }, { proven_b: false }, { utilization_f: 0.5 }, { slot: FIRST_SLOT + 99 }]) {
      expect(audit(wrong)).toHaveLength(1);
    }
  });
});

describe('the interest of an hour', () => {
  const [a, b, c] = [derivedAt(0).accrued, derivedAt(99).accrued, derivedAt(150).accrued];
  const unaccrued = truth.reserveAt(RESERVE, FIRST_SLOT + 100).liquidity;
  const until100 = deriveAt(truth, truth.reserveAt(RESERVE, FIRST_SLOT), {
    ...{ slot: FIRST_SLOT + 100, unixTime: BEGIN + 100, slotDurationMs: 400 },
  }).accrued;
  const interest = until100.borrowedSf - a.borrowedSf + c.borrowedSf - unaccrued.borrowedAmountSf;
  const fees =
    until100.accumulatedProtocolFeesSf -
    a.accumulatedProtocolFeesSf +
    (c.accumulatedProtocolFeesSf - unaccrued.accumulatedProtocolFeesSf);
  const referrer =
    until100.pendingReferrerFeesSf -
    a.pendingReferrerFeesSf +
    c.pendingReferrerFeesSf -
    unaccrued.pendingReferrerFeesSf;
  const hour: StoredRow = {
    ...{ reserve: RESERVE, bucket_start: timeAt(0), open_at: timeAt(0), close_at: timeAt(150) },
    ...{ open_slot: String(FIRST_SLOT), close_slot: String(FIRST_SLOT + 150), interest_sf: String(interest) },
    ...{ interest_protocol_sf: String(fees), interest_host_sf: '0', interest_referrer_max_sf: String(referrer) },
  };

  it('is that of the chain to the last bit, where every state was observed', () => {
    expect(b.borrowedSf - a.borrowedSf).toBeGreaterThan(0n);
    const judge = (observed: readonly number[], changes: object) => {
      const { findings, hours } = auditInterest(factsOf(observed, [{ ...hour, ...changes }]), truth);
      return [findings.length, hours];
    };
    expect(judge([0, 150], {})).toEqual([0, 1]);
    expect(judge([0, 150], { interest_sf: String(interest + 1n) })).toEqual([1, 1]);
    expect(judge([0, 150], { interest_protocol_sf: String(fees + 1n) })).toEqual([1, 1]);
    // The last state is in force until the next one, which was observed at 250; without that observation it is not known how long.
    expect(judge([150, 400], { interest_sf: '0' })).toEqual([0, 0]);
  });
});

it('fees of wider periods and running sums are those of the hours, and the parts of each make the whole', () => {
  const names = ['', '_supply_side', '_protocol', '_referrer_max', '_host'];
  const row = (hour: number, whole: number) => ({
    ...{ reserve: RESERVE, timestamp: 1_790_006_400 + hour * 3_600 },
    ...Object.fromEntries(
      names.flatMap((name, place) =>
        ['_usd_sf', '_sf'].map((unit) => [`interest${name}${unit}`, String(place < 2 ? whole : 0)]),
      ),
    ),
  });
  const start = Math.floor(1_790_006_400 / 14_400) * 14_400;
  const rows = [row(0, 5), row(1, 7)];
  const inOne = rows.every(({ timestamp }) => Math.floor(timestamp / 14_400) === start / 14_400);
  const answers = served({
    fees: new Map([['reserve', rows]]),
    widerFees: new Map([['4h', [{ ...row(0, inOne ? 12 : 5), timestamp: start }]]]),
    runningFees: [row(0, 5), row(1, 12)],
  });
  expect(auditFeeSums(answers)).toEqual([]);
  expect(auditFeeSums({ ...answers, runningFees: [row(0, 5), row(1, 11)] })).not.toEqual([]);
  expect(auditFeeSums({ ...answers, widerFees: new Map([['1d', [row(0, 99)]]]) })).not.toEqual([]);
  const odd = { ...row(0, 5), interest_host_sf: '1' };
  expect(auditFeeSums(served({ fees: new Map([['market', [odd]]]) }))).toHaveLength(1);
});

it('hours of the protocol are the sums of their reserves, and none is left out', () => {
  const close = { supplied_amount_usd_close_f: 3, borrowed_amount_usd_close_f: 2, available_amount_usd_close_f: 1 };
  const hours: StoredRow[] = ['a', 'b'].map((reserve) => ({ reserve, bucket_start: timeAt(0), ...close }));
  const row = { timestamp: BEGIN, reserves_expected: 2, supplied_usd_f: 6, borrowed_usd_f: 4, available_usd_f: 2 };
  const audit = (summaries: Served['summaries']) => auditServedSummaries(served({ summaries }), factsOf([], hours));
  expect(audit([row])).toEqual([]);
  expect(audit([{ ...row, borrowed_usd_f: 5 }])).toHaveLength(1);
  expect(audit([{ ...row, reserves_expected: 1 }])).toHaveLength(1);
  expect(audit([])).toHaveLength(1);
});

it('minutes are those of a naive calculation, four hours their hours put together, one reserve alone as among all', () => {
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
  const minutes = (utilization: number | null) => {
    const lists = ['open', 'min', 'max', 'twavg', 'close'].map((agg): [string, Served['states']] => [
      agg,
      [{ reserve: RESERVE, timestamp: BEGIN, quality_str: 'ok', utilization_f: utilization }],
    ]);
    const built = new Map([['1m', new Map(lists)]]);
    return auditServedIntervals(served({ built }), facts, truth).join();
  };
  const problemsOf = (text: string) => Number(/history of 1m: (\d+) problems/.exec(text)?.[1]);
  expect(problemsOf(minutes(2))).toBeGreaterThan(problemsOf(minutes(derivedAt(0).utilization)));
});
