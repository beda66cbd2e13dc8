import { kamino, NO_COMPANIONS } from '@tidemark/protocols';
import { emptyLendingMarket, encodeReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { buildReserve, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { type ReserveState, toReserveState } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../pipeline/quarantine.ts';
import {
  accrualDirection,
  type AuditedRow,
  borrowIndex,
  publishedNumbers,
  type RowCheck,
  supplyIdentity,
  utilizationDefinition,
} from './row-checks.ts';
import { NAMED_ROWS, namedSnapshots, ROW_CHECKS, RowJudge } from './check-rows.ts';

const DECIMALS = 6;

/** The row that the pipeline makes of a reserve, a thousand slots after its last refresh. */
function stateOf(overrides: ReserveOverrides = {}): ReserveState {
  const data = encodeReserve(buildReserve(overrides));
  const account = { address: addressFromLabel('usdc'), owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
  const reserve = kamino.decodeReserve(account);
  const market = kamino.marketConfig({
    ...emptyLendingMarket(),
    address: '',
    name: '',
    quoteCurrency: '',
    referralFeeBps: 1_500,
  });
  const terms = kamino.terms(kamino.config(reserve), market, DECIMALS);
  const state = kamino.state(reserve, NO_COMPANIONS, kamino.arithmetics[0]);
  const { slot, timestamp } = reserve.lastUpdate;
  const moment = { slot: slot + 1_000n, unixSeconds: timestamp + 400 };
  return toReserveState(kamino, state, kamino.derive(state, terms, moment, 400), {
    lendingMarket: reserve.lendingMarket,
    slotDurationMs: 400,
    slotDurationSource: 'configured',
    accountSha256: sha256(data),
  });
}

const rowOf = (changes: Partial<ReserveState> = {}, around: Partial<AuditedRow> = {}): AuditedRow => ({
  table: 'reserve_snapshots',
  state: { ...stateOf(), ...changes },
  tokenDecimals: DECIMALS,
  previous: null,
  next: null,
  ...around,
});
const faultsOf = (check: RowCheck, row: AuditedRow) => check.find(row, kamino);
const fieldsOf = (check: RowCheck, row: AuditedRow): string[] => faultsOf(check, row).map(({ field }) => field);
const good = rowOf();

describe('the checks of rows', () => {
  it('find nothing in rows that the pipeline made: lent out, empty, without a price', () => {
    const rows = [
      good,
      rowOf(stateOf({ liquidity: { borrowedAmountSf: 0n, availableAmountRaw: 0n, accumulatedProtocolFeesSf: 0n } })),
      rowOf(stateOf({ liquidity: { marketPriceSf: 0n } })),
    ];
    for (const check of ROW_CHECKS) expect(rows.flatMap((row) => check.find(row, kamino))).toEqual([]);
    expect(good.state.accruedBorrowed).toBeGreaterThan(good.state.borrowed);
    expect(good.state.accruedPendingReferrerFees).toBeGreaterThan(0n);
  });

  it('supply: one unit of the last bit too much is told exactly, as are fees beyond everything', () => {
    const { accruedSupplied } = good.state;
    expect(faultsOf(supplyIdentity, rowOf({ accruedSupplied: accruedSupplied + 1n }))).toEqual([
      {
        field: 'accrued_total_supply_sf',
        expected: String(accruedSupplied),
        actual: String(accruedSupplied + 1n),
      },
    ]);
    const fees = { accruedProtocolFees: (good.state.accruedAvailableAmountRaw << 60n) * 10n };
    expect(faultsOf(supplyIdentity, rowOf(fees))).toMatchObject([{ expected: 'null' }]);
    expect(fieldsOf(supplyIdentity, rowOf({ accumulatedReferrerFeesSf: 7n }))).toEqual(['accrued_total_supply_sf']);
  });

  it('utilization: exact, its double too, above one, and 0 where nothing is supplied', () => {
    const { accruedUtilization, utilizationF } = good.state;
    expect(fieldsOf(utilizationDefinition, rowOf({ accruedUtilization: accruedUtilization + 1n }))).toContain(
      'accrued_utilization_sf',
    );
    expect(fieldsOf(utilizationDefinition, rowOf({ utilizationF: utilizationF * 1.0000001 }))).toEqual([
      'utilization_f',
    ]);
    const over = { accruedBorrowed: 3n << 60n, accruedSupplied: 2n << 60n };
    const above = { ...over, accruedUtilization: 3n << 59n, utilizationF: 1.5 };
    expect(faultsOf(utilizationDefinition, rowOf(above))).toEqual([]);
    expect(
      fieldsOf(utilizationDefinition, rowOf({ ...above, accruedUtilization: 1n << 60n, utilizationF: 1 })),
    ).toEqual(['accrued_utilization_sf']);
    expect(fieldsOf(utilizationDefinition, rowOf({ accruedSupplied: 0n }))).toEqual(['accrued_utilization_sf']);
  });

  it('published numbers: the nearest double, and USD exactly where the account holds a price', () => {
    expect(fieldsOf(publishedNumbers, rowOf({ suppliedAmountF: good.state.suppliedAmountF + 1e-3 }))).toEqual([
      'supplied_amount_f',
    ]);
    expect(fieldsOf(publishedNumbers, rowOf({ priceUsdF: null }))).toEqual(['price_usd_f']);
    expect(fieldsOf(publishedNumbers, rowOf({ priceStatus: 0 }))).toEqual([]);
    expect(fieldsOf(publishedNumbers, rowOf({ price: 0n }))).toEqual([
      'price_usable',
      'price_usd_f',
      'available_amount_usd_f',
      'supplied_amount_usd_f',
      'borrowed_amount_usd_f',
    ]);
    expect(faultsOf(publishedNumbers, { ...good, tokenDecimals: 9 })).toHaveLength(6);
  });

  it('accrual: nothing of the account shrinks on the way to the slot', () => {
    const { borrowed, lastUpdateSlot } = good.state;
    expect(fieldsOf(accrualDirection, rowOf({ accruedBorrowed: borrowed - 1n }))).toEqual([
      'accrued_borrowed_amount_sf',
    ]);
    expect(fieldsOf(accrualDirection, rowOf({ slot: lastUpdateSlot - 1n }))).toEqual(['slot']);
  });

  it('the index of the debt: never falls from observation to observation, whichever of the two came late', () => {
    const rate = good.state.borrowIndex;
    const neighbour = (index: bigint) => ({ slot: 7n, borrowIndex: index });
    expect(faultsOf(borrowIndex, rowOf({}, { previous: neighbour(rate), next: neighbour(rate) }))).toEqual([]);
    expect(faultsOf(borrowIndex, rowOf({}, { previous: neighbour(rate + 1n) }))).toEqual([
      { field: 'cumulative_borrow_rate_bsf', expected: `at least ${rate + 1n}, as at slot 7`, actual: String(rate) },
    ]);
    expect(faultsOf(borrowIndex, rowOf({}, { next: neighbour(rate - 1n) }))).toHaveLength(1);
  });
});

describe('the judge of rows', () => {
  it('tells a reserve once per check, with its wrong rows, each counted once', () => {
    const judge = new RowJudge(kamino);
    const wrong = rowOf({ accruedSupplied: good.state.accruedSupplied + (1n << 70n) });
    judge.add(good);
    for (const row of [wrong, wrong, { ...wrong, table: 'reserve_latest' as const }]) judge.add(row);
    expect(judge.rows).toBe(2);
    // Of the two rows with the same place, the first one counts.
    expect(judge.results().find(({ checkName }) => checkName === 'supply_identity')?.findings).toMatchObject([
      {
        subjectKind: 'reserve',
        subject: good.state.reserve,
        severity: 'critical',
        message: 'supplied is not available + borrowed − fees in 1 row',
        detail: { rowCount: 1, rows: [{ table: 'reserve_latest', slot: Number(good.state.slot) }] },
      },
    ]);
  });

  it('names the first hundred rows, which the next audit looks at again', () => {
    const judge = new RowJudge(kamino, [supplyIdentity]);
    const { slot } = good.state;
    for (let index = 0n; index < 105n; index += 1n) judge.add(rowOf({ slot: slot + index, accruedSupplied: 1n }));
    const findings = judge.results().flatMap((result) => result.findings);
    expect(findings).toMatchObject([{ detail: { rowCount: 105 } }]);
    const named = namedSnapshots(findings);
    expect(named).toHaveLength(NAMED_ROWS);
    expect(named[0]).toEqual({ reserve: good.state.reserve, observedAt: good.state.observedAt, slot });
    expect(namedSnapshots([{ subject: 'a', detail: { of: 'another version' } }])).toEqual([]);
  });
});
