import { LendingError } from '@tidemark/core';
import type { StepFee, SwapFees, TickPosition } from '../common/concentrated.ts';
import { BPS, ceilDiv } from '../common/exact.ts';
import { MAX_TICK, MIN_TICK } from '../common/tick-math.ts';
import type { WhirlpoolOracle } from './accounts.ts';
import { WHIRLPOOL_TICKS } from './tick-math.ts';

/** Volatility of one group of ticks. */
const VOLATILITY_SCALE = 10_000n;
const CONTROL_DENOMINATOR = 100_000n;
const MAX_RATE = 100_000n;
const MAX_REFERENCE_AGE = 3_600n;

interface References {
  readonly volatility: bigint;
  readonly group: number;
}

/**
 * The fee of a pool whose price moves: it rises with every group of ticks that the swap has gone away from the reference. The reference
 * depends on the clock, so the depth of such a pool does too.
 */
export class AdaptiveFees implements SwapFees {
  readonly startGroup: number;
  readonly #oracle: WhirlpoolOracle;
  readonly #baseRate: bigint;
  readonly #down: boolean;
  readonly #references: References;
  /** Groups beyond these have the highest fee: steps need not end there. */
  readonly #lowest: number;
  readonly #highest: number;

  constructor(
    oracle: WhirlpoolOracle,
    pool: { address: string; feeRate: number; tick: number },
    down: boolean,
    now: bigint,
  ) {
    this.#oracle = oracle;
    this.#baseRate = BigInt(pool.feeRate);
    this.#down = down;
    this.startGroup = Math.floor(pool.tick / oracle.groupSize);
    this.#references = referencesAt(oracle, pool.address, this.startGroup, now);
    const room = oracle.maxVolatility - this.#references.volatility;
    const reach = room > 0n ? Number(ceilDiv(room, VOLATILITY_SCALE)) : 0;
    this.#lowest = this.#references.group - reach;
    this.#highest = this.#references.group + reach;
  }

  stepAt({ liquidity, group }: TickPosition): StepFee {
    const rate = this.#rateOf(group);
    const { groupSize, controlFactor } = this.#oracle;
    if (controlFactor === 0n || liquidity === 0n) return { rate, bound: null, isSkipped: true };
    if (group < this.#lowest) {
      const bound = this.#down ? null : boundary(this.#lowest * groupSize);
      return { rate, bound, isSkipped: true };
    }
    if (group > this.#highest) {
      const bound = this.#down ? boundary((this.#highest + 1) * groupSize) : null;
      return { rate, bound, isSkipped: true };
    }
    const bound = sqrtPriceAt((this.#down ? group : group + 1) * groupSize);
    return { rate, bound, isSkipped: false };
  }

  groupAfter({ group }: TickPosition, { isSkipped }: StepFee, sqrtPrice: bigint, tick: number | null): number {
    const next = this.#down ? -1 : 1;
    if (!isSkipped) return group + next;
    const { groupSize } = this.#oracle;
    const index = tick ?? WHIRLPOOL_TICKS.tickAt(sqrtPrice);
    const isOnBoundary = index % groupSize === 0 && WHIRLPOOL_TICKS.sqrtPriceAt(index) === sqrtPrice;
    const passed = isOnBoundary && !this.#down ? index / groupSize - 1 : Math.floor(index / groupSize);
    const isAhead = this.#down ? passed < group : passed > group;
    return (isAhead ? passed : group) + next;
  }

  #rateOf(group: number): bigint {
    const { maxVolatility, controlFactor, groupSize } = this.#oracle;
    const { volatility, group: reference } = this.#references;
    const grown = volatility + BigInt(Math.abs(reference - group)) * VOLATILITY_SCALE;
    const crossed = (grown < maxVolatility ? grown : maxVolatility) * BigInt(groupSize);
    const adaptive = ceilDiv(
      controlFactor * crossed * crossed,
      CONTROL_DENOMINATOR * VOLATILITY_SCALE * VOLATILITY_SCALE,
    );
    const rate = this.#baseRate + (adaptive < MAX_RATE ? adaptive : MAX_RATE);
    return rate < MAX_RATE ? rate : MAX_RATE;
  }
}

/** Throws `TIME_BEFORE_LAST_UPDATE`, as the program does. */
function referencesAt(oracle: WhirlpoolOracle, address: string, group: number, now: bigint): References {
  const { lastReferenceUpdateAt, lastMajorSwapAt } = oracle;
  const last = lastReferenceUpdateAt > lastMajorSwapAt ? lastReferenceUpdateAt : lastMajorSwapAt;
  if (now < last) {
    throw new LendingError('TIME_BEFORE_LAST_UPDATE', { address, expected: `${last} and later`, actual: String(now) });
  }
  if (now - lastReferenceUpdateAt > MAX_REFERENCE_AGE) return { group, volatility: 0n };
  const elapsed = now - last;
  if (elapsed < oracle.filterPeriod) return { group: oracle.groupReference, volatility: oracle.volatilityReference };
  if (elapsed >= oracle.decayPeriod) return { group, volatility: 0n };
  return { group, volatility: (oracle.volatilityAccumulator * oracle.reductionFactor) / BPS };
}

function sqrtPriceAt(tick: number): bigint {
  return WHIRLPOOL_TICKS.sqrtPriceAt(Math.min(MAX_TICK, Math.max(MIN_TICK, tick)));
}

/** Null beyond all ticks. */
function boundary(tick: number): bigint | null {
  return tick > MIN_TICK && tick < MAX_TICK ? WHIRLPOOL_TICKS.sqrtPriceAt(tick) : null;
}
