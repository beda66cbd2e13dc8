import { describe, expect, it } from 'vitest';
import { type AccountBytes, type LendingErrorCode } from '@tidemark/core';
import {
  accrueReserve,
  borrowRateAt,
  decodeReserve,
  flashLoanFeeSfOf,
  type Reserve,
  type ReserveFees,
  totalSupplySf,
  utilizationSf,
} from '../../index.ts';
import { thrownCode } from '@tidemark/core/testing';
import { patchAccount, readSharedAccount } from '../support/shared-klend.ts';
import type { EdgeCase } from './golden-types.ts';
import type { GoldenFiles } from './read-golden.ts';
import { checkEstimate } from './estimate-checks.ts';
import { checkDerivedAtRefresh } from './program-checks.ts';
import { checkStatic, type StaticDifferences } from './static-checks.ts';
import { unsnappedRate } from './unsnapped-rate.ts';

/** Accounts that are refused whole; the SDK shows numbers for them. */
const REFUSED: Readonly<Record<string, LendingErrorCode>> = {
  versionZero: 'UNSUPPORTED_VERSION',
  statusUnknown3: 'UNKNOWN_STATUS',
};

/** Accounts that decode, but that the program fails to refresh; the SDK shows numbers or throws a string. */
const UNREFRESHABLE: Readonly<Record<string, LendingErrorCode>> = {
  negativeSupply: 'NEGATIVE_SUPPLY',
  curveAllZero: 'INVALID_CURVE',
};

/** Names that the SDK reads as Latin-1 without its zero bytes. */
const NAMES: Readonly<Record<string, StaticDifferences>> = {
  nameUtf8: { symbol: 'USD€' },
  nameInteriorNul: { symbol: 'AB\u{fffd}CD' },
};

/** Utilizations within half a basis point of a knot: the program gives the knot's rate, the SDK interpolates. */
const SNAPPED = ['utilKnotMinus04bps', 'utilKnotPlus04bps', 'utilBelowHalfBpsNearZero', 'u64MaxAvailable'];

/** 37 patched accounts with what the SDK and a bit-exact model of the program say of them. */
export function describeSdkEdge(files: GoldenFiles): void {
  describe('patched accounts (sdk-edge.json)', () => {
    it('is 37 cases', () => {
      expect(Object.keys(files.edge.cases).length).toBe(37);
    });

    const base = readSharedAccount(files.dir, 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59@2025');
    const named = Object.entries(files.edge.cases).map(([name, golden]) => ({
      name,
      golden,
      account: patchAccount(base, golden.patches),
    }));
    const refused = named.filter(({ name }) => name in REFUSED);
    const unrefreshable = named.filter(({ name }) => name in UNREFRESHABLE);
    const sound = named.filter(({ name }) => !(name in REFUSED) && !(name in UNREFRESHABLE));

    it.each(refused)('$name is refused whole', ({ name, account }) => {
      expect(thrownCode(() => decodeReserve(account))).toBe(REFUSED[name]);
    });

    it.each(unrefreshable)('$name is decoded, and refused where the program fails', ({ name, golden, account }) => {
      const reserve = decodeReserve(account);
      checkUnrefreshable(reserve, golden, name);
      expect(thrownCode(() => accrueReserve(reserve, at(reserve, 1_000n)))).toBe(UNREFRESHABLE[name]);
    });

    it.each(sound)('$name', ({ name, golden, account }) => {
      const reserve = decodeReserve(account);
      expect(golden.chain.error).toBeUndefined();
      checkChain(reserve, golden);
      checkSdk(reserve, golden, name);
    });

    it('shows disabled flash loans as disabled, not as free', () => {
      const fees = named.map(({ name, account }) => [name, flashLoanFeeSfOf(decodeReserveLeniently(account))] as const);
      expect(fees.filter(([, fee]) => fee === null).map(([name]) => name)).toEqual(['flashLoanDisabledSentinel']);
    });
  });
}

/** Fees of any case, those of the two refused accounts with the refused byte made good. */
function decodeReserveLeniently(account: AccountBytes): ReserveFees {
  const data = account.data.slice();
  data[8] = 1;
  data[4856] = 0;
  return decodeReserve({ ...account, data }).config.fees;
}

function checkChain(reserve: Reserve, { chain }: EdgeCase): void {
  const supplySf = totalSupplySf(reserve.liquidity);
  const usedSf = utilizationSf(reserve.liquidity.borrowedAmountSf, supplySf);
  expect({
    totalSupplySf: String(supplySf),
    utilizationSf: String(usedSf),
    borrowRateSf: String(borrowRateAt(reserve.config.borrowRateCurve, usedSf)),
  }).toEqual({
    totalSupplySf: chain.totalSupplySf,
    utilizationSf: chain.utilizationSf,
    borrowRateSf: chain.borrowRateSf,
  });
  const after = accrueReserve(reserve, at(reserve, 1_000n));
  expect({
    bor: String(after.borrowedSf),
    pf: String(after.accumulatedProtocolFeesSf),
    cum: String(after.cumulativeBorrowRateBsf),
  }).toEqual(chain.after1000);
}

function checkUnrefreshable(reserve: Reserve, golden: EdgeCase, name: string): void {
  const { chain, sdk } = golden;
  expect(chain.error).toBeDefined();
  const { availableAmountRaw, borrowedAmountSf, ...fees } = reserve.liquidity;
  const owedSf = fees.accumulatedProtocolFeesSf + fees.accumulatedReferrerFeesSf + fees.pendingReferrerFeesSf;
  expect(String((availableAmountRaw << 60n) + borrowedAmountSf - owedSf)).toBe(chain.totalSupplySf);
  // Where supply is negative there is nothing else to compare: the SDK's numbers are made of a negative utilization.
  expect(Number(sdk.static.utilization) < 0).toBe(name === 'negativeSupply');
  if (name === 'negativeSupply') return;
  checkStatic(reserve, sdk.static);
  expect(String(utilizationSf(borrowedAmountSf, totalSupplySf(reserve.liquidity)))).toBe(chain.utilizationSf);
  expect(sdk.at0.borrowAPR).toContain('THROWS');
}

function checkSdk(reserve: Reserve, { sdk }: EdgeCase, name: string): void {
  checkStatic(reserve, sdk.static, NAMES[name]);
  const moment = { slotDurationMs: 400, referralFeeBps: 0 };
  checkEstimate(reserve, sdk.at0, { ...moment, slots: 0n });
  checkEstimate(reserve, sdk.at1000, { ...moment, slots: 1_000n });
  const usedSf = utilizationSf(reserve.liquidity.borrowedAmountSf, totalSupplySf(reserve.liquidity));
  const curve = reserve.config.borrowRateCurve;
  const gapSf = borrowRateAt(curve, usedSf) - unsnappedRate(curve, usedSf);
  // Cutting a basis point off leaves some thousand units of 2^-60; snapping leaves millions.
  expect(gapSf > 1_000_000n || gapSf < -1_000_000n).toBe(SNAPPED.includes(name));
  if (!SNAPPED.includes(name)) checkDerivedAtRefresh(reserve, { static: sdk.static, at: sdk.at0 }, 400);
}

function at(reserve: Reserve, slots: bigint) {
  return {
    slot: reserve.lastUpdate.slot + slots,
    unixTimestamp: 0n,
    referralFeeBps: 0,
    compounding: 'before-1.17',
  } as const;
}
