import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError } from '../../test/expect-lending-error.ts';
import { CLOCK_SYSVAR_ADDRESS, decodeClock, encodeClock, SYSVAR_OWNER_ADDRESS } from './clock.ts';

const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const i64 = fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n });
const account = (data: Uint8Array) => ({ address: CLOCK_SYSVAR_ADDRESS, owner: SYSVAR_OWNER_ADDRESS, data });

describe('clock sysvar', () => {
  it('reads the fields at their places', () => {
    const data = new Uint8Array(40);
    const view = new DataView(data.buffer);
    [450_207_120n, 1n, 2n, 3n, 1_790_300_470n].forEach((value, i) => {
      view.setBigUint64(8 * i, value, true);
    });
    expect(decodeClock(account(data))).toEqual({
      slot: 450_207_120n,
      epochStartTimestamp: 1n,
      epoch: 2n,
      leaderScheduleEpoch: 3n,
      unixTimestamp: 1_790_300_470n,
    });
  });

  it('reads back every clock it writes', () => {
    fc.assert(
      fc.property(
        fc.record({ slot: u64, epochStartTimestamp: i64, epoch: u64, leaderScheduleEpoch: u64, unixTimestamp: i64 }),
        (clock) => {
          expect(decodeClock(account(encodeClock(clock)))).toEqual(clock);
        },
      ),
    );
  });

  it('refuses another address, another owner and another size', () => {
    const data = new Uint8Array(40);
    expectLendingError('WRONG_ADDRESS', () => decodeClock({ ...account(data), address: SYSVAR_OWNER_ADDRESS }));
    const wrongOwner = expectLendingError('WRONG_OWNER', () =>
      decodeClock({ ...account(data), owner: CLOCK_SYSVAR_ADDRESS }),
    );
    expect(wrongOwner).toMatchObject({ address: CLOCK_SYSVAR_ADDRESS, expected: SYSVAR_OWNER_ADDRESS });
    expect(expectLendingError('WRONG_SIZE', () => decodeClock(account(new Uint8Array(39))))).toMatchObject({
      expected: '40 bytes',
      actual: '39 bytes',
    });
  });
});
