import { type AccountBytes, expectAccountShape } from '../account-bytes.ts';
import { readI64, readU64, viewOf } from '../bytes.ts';
import { LendingError } from '../errors.ts';

/** Address of the Clock sysvar. */
export const CLOCK_SYSVAR_ADDRESS = 'SysvarC1ock11111111111111111111111111111111';

/** Owner of every sysvar account. */
export const SYSVAR_OWNER_ADDRESS = 'Sysvar1111111111111111111111111111111111111';

/** Bytes of the Clock sysvar. */
export const CLOCK_ACCOUNT_SIZE = 40;

/** The bank's clock: one slot and the time that belongs to it. */
export interface Clock {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly epochStartTimestamp: bigint;
  readonly epoch: bigint;
  readonly leaderScheduleEpoch: bigint;
  /** Unix seconds, stake-weighted estimate of the validators. */
  readonly unixTimestamp: bigint;
}

/** Decodes the Clock sysvar. Throws `WRONG_ADDRESS`, `WRONG_OWNER` or `WRONG_SIZE`. */
export function decodeClock(account: AccountBytes): Clock {
  if (account.address !== CLOCK_SYSVAR_ADDRESS) {
    throw new LendingError('WRONG_ADDRESS', {
      address: account.address,
      expected: CLOCK_SYSVAR_ADDRESS,
      actual: account.address,
    });
  }
  expectAccountShape(account, { owner: SYSVAR_OWNER_ADDRESS, size: CLOCK_ACCOUNT_SIZE });
  const view = viewOf(account.data);
  return {
    slot: readU64(view, 0),
    epochStartTimestamp: readI64(view, 8),
    epoch: readU64(view, 16),
    leaderScheduleEpoch: readU64(view, 24),
    unixTimestamp: readI64(view, 32),
  };
}

/** The sysvar's bytes, the exact inverse of {@link decodeClock}. */
export function encodeClock(clock: Clock): Uint8Array {
  const data = new Uint8Array(CLOCK_ACCOUNT_SIZE);
  const view = viewOf(data);
  view.setBigUint64(0, clock.slot, true);
  view.setBigInt64(8, clock.epochStartTimestamp, true);
  view.setBigUint64(16, clock.epoch, true);
  view.setBigUint64(24, clock.leaderScheduleEpoch, true);
  view.setBigInt64(32, clock.unixTimestamp, true);
  return data;
}
