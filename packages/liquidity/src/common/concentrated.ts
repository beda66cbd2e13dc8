import { refusal } from '@tidemark/core';
import type { CurveEnd, Fill, Path, Piece } from './curve.ts';
import { ceilDiv, Q64 } from './exact.ts';
import { type Direction, type Fraction, outPerIn } from './price.ts';
import { deltaA, deltaB, nextAfterAIn, nextAfterAOut, nextAfterBIn, nextAfterBOut } from './sqrt-price-math.ts';
import type { TickMath } from './tick-math.ts';
import type { Tick, TickRange } from './ticks.ts';

const FEE_ONE = 1_000_000n;

/** Where a swap stands in a pool of concentrated liquidity. */
export interface TickPosition {
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  /** Of the fee, where it depends on the way; 0 elsewhere. */
  readonly group: number;
}

/** The fee of a step, and where a step has to end for it. */
export interface StepFee {
  /** Parts of a million of the input. */
  readonly rate: bigint;
  /** Null where the fee does not end the step. */
  readonly bound: bigint | null;
  /** True where the bound is not that of the group, so that the price that is reached says which group comes next. */
  readonly isSkipped: boolean;
}

export interface SwapFees {
  readonly startGroup: number;
  stepAt(position: TickPosition): StepFee;
  /** The group after a step that ended at a price; `tick` where that is the price of the tick that was aimed at. */
  groupAfter(from: TickPosition, step: StepFee, sqrtPrice: bigint, tick: number | null): number;
}

/** One rate for all of a swap. */
export function flatFee(rate: bigint): SwapFees {
  const step = { rate, bound: null, isSkipped: true };
  return { startGroup: 0, stepAt: () => step, groupAfter: () => 0 };
}

export interface ConcentratedState {
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly ticks: TickRange;
  readonly fees: SwapFees;
  readonly math: TickMath;
}

/** The arithmetic that Whirlpool and Raydium CLMM share. Targets are square roots of prices. */
export class ConcentratedPath implements Path<TickPosition, bigint> {
  readonly start: TickPosition;
  readonly startPrice: bigint;
  readonly mostIn = null;
  readonly #state: ConcentratedState;
  /** Selling A: the price falls. */
  readonly #down: boolean;

  constructor(state: ConcentratedState, direction: Direction) {
    const { sqrtPrice, tick, liquidity, fees } = state;
    this.#state = state;
    this.#down = direction === 'a_to_b';
    this.start = { sqrtPrice, tick, liquidity, group: fees.startGroup };
    this.startPrice = sqrtPrice;
  }

  next(from: TickPosition): Piece<TickPosition> | CurveEnd {
    const aim = this.#aim(from);
    if (typeof aim === 'string') return aim;
    const step = this.#state.fees.stepAt(from);
    const target = this.#bounded(aim.sqrtPrice, step);
    const fill = this.#whole(from, target, step.rate);
    const isAtAim = target === aim.sqrtPrice;
    const group = this.#state.fees.groupAfter(from, step, target, isAtAim ? aim.index : null);
    const crossed = isAtAim ? aim.tick : null;
    return { ...fill, to: this.#after(from, target, crossed, group), crosses: crossed !== null };
  }

  fillIn(from: TickPosition, amountIn: bigint): Fill {
    const { rate } = this.#state.fees.stepAt(from);
    const { sqrtPrice, liquidity } = from;
    const net = (amountIn * (FEE_ONE - rate)) / FEE_ONE;
    const endPrice = this.#down ? nextAfterAIn(sqrtPrice, liquidity, net) : nextAfterBIn(sqrtPrice, liquidity, net);
    // What rounding leaves of the input is part of the fee.
    const paid = this.#input(sqrtPrice, endPrice, liquidity);
    return { amountIn, amountOut: this.#output(sqrtPrice, endPrice, liquidity), fee: amountIn - paid, endPrice };
  }

  fillOut(from: TickPosition, amountOut: bigint): Fill {
    const { rate } = this.#state.fees.stepAt(from);
    const { sqrtPrice, liquidity } = from;
    const endPrice = this.#down
      ? nextAfterBOut(sqrtPrice, liquidity, amountOut)
      : nextAfterAOut(sqrtPrice, liquidity, amountOut);
    const paid = this.#input(sqrtPrice, endPrice, liquidity);
    const fee = feeOn(paid, rate);
    const given = this.#output(sqrtPrice, endPrice, liquidity);
    return { amountIn: paid + fee, amountOut: given < amountOut ? given : amountOut, fee, endPrice };
  }

  fillTo(from: TickPosition, piece: Piece<TickPosition>, target: bigint): Fill | null {
    if (piece.endPrice === target) return piece;
    if (this.#down ? piece.endPrice > target : piece.endPrice < target) return null;
    return this.#whole(from, target, this.#state.fees.stepAt(from).rate);
  }

  isAtTarget({ sqrtPrice }: TickPosition, target: bigint): boolean {
    return this.#down ? sqrtPrice <= target : sqrtPrice >= target;
  }

  keptAt(from: TickPosition): Fraction {
    return { numerator: FEE_ONE - this.#state.fees.stepAt(from).rate, denominator: FEE_ONE };
  }

  outPerInAt(sqrtPrice: bigint): Fraction {
    return outPerIn({ numerator: sqrtPrice * sqrtPrice, denominator: Q64 * Q64 }, this.#down ? 'a_to_b' : 'b_to_a');
  }

  /** The next tick in the direction, or the end of what is known. */
  #aim({ tick, sqrtPrice }: TickPosition): { sqrtPrice: bigint; index: number; tick: Tick | null } | CurveEnd {
    const { ticks, math } = this.#state;
    const found = this.#down ? ticks.atOrBelow(tick) : ticks.above(tick);
    if (found !== undefined) return { sqrtPrice: found.sqrtPrice, index: found.index, tick: found };
    const edge = this.#down ? ticks.lower : ticks.upper;
    if (edge.sqrtPrice === null || this.isAtTarget({ ...this.start, sqrtPrice }, edge.sqrtPrice)) return edge.end;
    return { sqrtPrice: edge.sqrtPrice, index: math.tickAt(edge.sqrtPrice), tick: null };
  }

  #bounded(target: bigint, { bound }: StepFee): bigint {
    if (bound === null) return target;
    return this.#down === bound > target ? bound : target;
  }

  #whole({ sqrtPrice, liquidity }: TickPosition, endPrice: bigint, rate: bigint): Fill {
    const paid = this.#input(sqrtPrice, endPrice, liquidity);
    const fee = feeOn(paid, rate);
    return { amountIn: paid + fee, amountOut: this.#output(sqrtPrice, endPrice, liquidity), fee, endPrice };
  }

  #after(from: TickPosition, sqrtPrice: bigint, crossed: Tick | null, group: number): TickPosition {
    if (crossed === null) {
      const tick = sqrtPrice === from.sqrtPrice ? from.tick : this.#state.math.tickAt(sqrtPrice);
      return { sqrtPrice, tick, liquidity: from.liquidity, group };
    }
    const liquidity = from.liquidity + (this.#down ? -crossed.net : crossed.net);
    if (liquidity < 0n)
      throw refusal('ARITHMETIC_OVERFLOW', `liquidity at tick ${crossed.index}`, 'not negative', liquidity);
    return { sqrtPrice, tick: this.#down ? crossed.index - 1 : crossed.index, liquidity, group };
  }

  #input(from: bigint, to: bigint, liquidity: bigint): bigint {
    return this.#down ? deltaA(from, to, liquidity, 'up') : deltaB(from, to, liquidity, 'up');
  }

  #output(from: bigint, to: bigint, liquidity: bigint): bigint {
    return this.#down ? deltaB(from, to, liquidity, 'down') : deltaA(from, to, liquidity, 'down');
  }
}

/** On top of what reaches the pool, rounded up. */
function feeOn(paid: bigint, rate: bigint): bigint {
  return ceilDiv(paid * rate, FEE_ONE - rate);
}
