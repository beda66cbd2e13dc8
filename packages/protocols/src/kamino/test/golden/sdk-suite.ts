import { describe, expect, it } from 'vitest';
import { accrueReserve, decodeReserve } from '../../index.ts';
import { expectLendingError } from '@tidemark/core/testing';
import { readSharedAccount } from '../support/shared-klend.ts';
import type { GoldenFiles } from './read-golden.ts';
import { checkEstimate } from './estimate-checks.ts';
import { checkAgainstProgram, checkDerivedAtRefresh } from './program-checks.ts';
import { checkStatic } from './static-checks.ts';

/** Five recorded accounts at 34 moments each, computed by the published SDK 8.0.2. */
export function describeSdk(files: GoldenFiles): void {
  describe('computed by the SDK (sdk.json)', () => {
    it('is 170 cases of 5 reserves', () => {
      const reserves = Object.values(files.sdk.reserves);
      expect(reserves.length).toBe(5);
      expect(reserves.reduce((sum, reserve) => sum + reserve.at.length, 0)).toBe(170);
    });

    describe.each(Object.keys(files.sdk.reserves))('%s', (label) => {
      const golden = files.sdk.reserves[label];
      if (golden === undefined) throw new Error(`no reserve ${label}`);
      const reserve = decodeReserve(readSharedAccount(files.dir, label));

      it('what the account says', () => {
        expect(String(reserve.lastUpdate.slot)).toBe(golden.lastUpdateSlot);
        checkStatic(reserve, golden.static);
      });

      const named = golden.at.map((at) => ({
        at,
        name: `${at.slotDelta} slots at ${at.recentSlotDurationMs} ms, referral ${at.referralFeeBps} bps`,
      }));
      it.each(named)('$name', ({ at }) => {
        const slots = BigInt(at.slotDelta);
        expect(reserve.lastUpdate.slot + slots).toBe(BigInt(at.slot));
        const moment = { slots, slotDurationMs: at.recentSlotDurationMs, referralFeeBps: at.referralFeeBps };
        checkEstimate(reserve, at, moment);
        checkAgainstProgram(reserve, at, moment);
        if (slots <= 0n) checkDerivedAtRefresh(reserve, { static: golden.static, at }, at.recentSlotDurationMs);
        if (slots < 0n) {
          // The SDK takes a slot before the last refresh for that of the refresh; the program refuses it.
          const options = { slot: BigInt(at.slot), unixTimestamp: 0n, referralFeeBps: at.referralFeeBps };
          expectLendingError('SLOT_BEFORE_LAST_UPDATE', () => accrueReserve(reserve, options));
        }
      });
    });
  });
}
