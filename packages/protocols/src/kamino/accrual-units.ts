import { refusal } from '@tidemark/core';
import { SECONDS_PER_YEAR, SLOTS_PER_YEAR } from './constants.ts';
import type { AccruingReserve } from './accrued-reserve.ts';
import type { InterestRateBasis } from './reserve.ts';

const SLOTS = BigInt(SLOTS_PER_YEAR);
const SECONDS = BigInt(SECONDS_PER_YEAR);

/** Units that the program counts in a year on this basis: 63,072,000 slots or 31,536,000 seconds. */
export function accrualUnitsPerYear(basis: InterestRateBasis): bigint {
  return basis === 'legacy' ? SLOTS : SECONDS;
}

/**
 * Units since the reserve's last refresh: slots, or seconds on the time basis (none where no time was ever written).
 * Throws `SLOT_BEFORE_LAST_UPDATE` or `TIME_BEFORE_LAST_UPDATE` where the moment lies before the account's own.
 */
export function elapsedAccrualUnits(
  { lastUpdate, config }: Pick<AccruingReserve, 'lastUpdate' | 'config'>,
  slot: bigint,
  unixTimestamp: bigint,
): bigint {
  if (slot < lastUpdate.slot) {
    throw refusal('SLOT_BEFORE_LAST_UPDATE', 'slot', `${lastUpdate.slot} or later`, slot);
  }
  if (config.interestRateBasis === 'legacy') return slot - lastUpdate.slot;
  if (lastUpdate.timestamp === 0) return 0n;
  const seconds = unixTimestamp - BigInt(lastUpdate.timestamp);
  if (seconds >= 0n) return seconds;
  throw refusal('TIME_BEFORE_LAST_UPDATE', 'unixTimestamp', `${lastUpdate.timestamp} or later`, unixTimestamp);
}
