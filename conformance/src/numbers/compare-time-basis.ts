import { accrueReserve, type Reserve } from '../../../packages/protocols/src/kamino/index.ts';
import { exactSf } from '../exact.ts';
import type { Ledger } from '../report/ledger.ts';
import type { AllSdkNumbers } from '../sdk-numbers.ts';
import { commonReading, S, sdkHoldsSupply, supplyTolerance, utilizationTolerance } from './comparison.ts';
import { rateTolerance, snapDistance } from './curve.ts';
import { growth, growthTolerance, programTruncation, SECONDS_PER_YEAR } from './growth.ts';
import type { ExactState } from './state.ts';

/** A reserve on the time basis after `seconds`, and what the SDK says of it after twice as many slots. */
export interface TimeComparison {
  readonly ledger: Ledger;
  readonly where: string;
  readonly reserve: Reserve;
  readonly state: ExactState;
  readonly seconds: bigint;
  readonly sdk: AllSdkNumbers;
}

/**
 * Two slots to a second make the SDK's year as long as the program's, so only the number of compoundings differs: the
 * square term is b²·n(n − 1)/2 for n seconds and (b/2)²·2n(2n − 1)/2 for 2n slots, b²·n/4 apart.
 */
export function compareTimeBasis({ ledger, where, reserve, state, seconds, sdk }: TimeComparison): void {
  const reading = commonReading(reserve, state.utilizationSf);
  if (reading === null || !sdkHoldsSupply(state.supply, state.held)) return;
  const relative = state.supply.isZero() ? 0 : supplyTolerance(state.held).div(state.supply).toNumber();
  const rateError = rateTolerance(reading, utilizationTolerance(sdk.utilization, relative)) + snapDistance(reading);
  const rate = reading.rate.plus(state.hostRate);
  const accrued = accrueReserve(reserve, {
    slot: reserve.lastUpdate.slot + 2n * seconds,
    unixTimestamp: BigInt(reserve.lastUpdate.timestamp) + seconds,
    referralFeeBps: 0,
  });
  const base = rate.div(SECONDS_PER_YEAR);
  const grown = growth(rate.plus(rateError), 2n * seconds);
  const fewer = base.pow(2).times(seconds.toString()).times(grown);
  const tolerance = growthTolerance(rate, 2n * seconds, rateError)
    .plus(programTruncation(rate, seconds, SECONDS_PER_YEAR))
    .plus(fewer);
  const ours = exactSf(accrued.cumulativeBorrowRateBsf);
  const absolute = state.cumulative.times(tolerance).plus(S);
  ledger.compare('timeBasisGrowth', ours, sdk.futureCumulativeBorrowRate, absolute, where);
}
