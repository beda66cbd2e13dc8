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
 * Units since the reserve's last refresh: slots, or seconds on the time basis. There none pass where no time was ever written or the
 * clock is behind the one that was, and the slot is not asked: klend 1.25.0 subtracts saturating.
 * Throws `SLOT_BEFORE_LAST_UPDATE` where slots count and the moment lies before the account's own.
 */
export function elapsedAccrualUnits(
  { lastUpdate, config }: Pick<AccruingReserve, 'lastUpdate' | 'config'>,
  slot: bigint,
  unixTimestamp: bigint,
): bigint {
  if (config.interestRateBasis === 'legacy') {
    if (slot >= lastUpdate.slot) return slot - lastUpdate.slot;
    throw refusal('SLOT_BEFORE_LAST_UPDATE', 'slot', `${lastUpdate.slot} or later`, slot);
  }
  if (lastUpdate.timestamp === 0) return 0n;
  const seconds = unixTimestamp - BigInt(lastUpdate.timestamp);
  return seconds > 0n ? seconds : 0n;
}
