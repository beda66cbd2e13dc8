import type { CurveEnd, Fill, Path, Piece } from './curve.ts';
import { ceilDiv, sqrtFloor } from './exact.ts';
import type { Direction, Fraction, Price } from './price.ts';

export interface ProductState {
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  /** Shares of the amounts, rounded up. */
  readonly inputFee: Fraction;
  /** Null where nothing is taken from the output. */
  readonly outputFee: Fraction | null;
}

/** Whether the one piece of the curve is behind. */
type Place = 'start' | 'end';

/** More than any amount: the curve has no end. */
const NO_END = 1n << 200n;

/** x times y stays the same, as both programs round it. Targets are what the reserve of the token that is sold may grow to. */
export class ProductPath implements Path<Place, bigint> {
  readonly start: Place = 'start';
  readonly startPrice: bigint;
  /** As much again as there is: half of the price on average. */
  readonly mostIn: bigint;
  readonly #state: ProductState;

  constructor(state: ProductState) {
    this.#state = state;
    this.startPrice = state.reserveIn;
    this.mostIn = state.reserveIn;
  }

  next(from: Place): Piece<Place> | CurveEnd {
    const { reserveIn, reserveOut } = this.#state;
    if (from === 'end' || reserveIn === 0n || reserveOut === 0n) return 'out_of_liquidity';
    return { amountIn: NO_END, amountOut: reserveOut, fee: 0n, endPrice: NO_END, to: 'end', crosses: false };
  }

  fillIn(_from: Place, amountIn: bigint): Fill {
    const { reserveIn, reserveOut, inputFee, outputFee } = this.#state;
    const taken = shareOf(amountIn, inputFee);
    const net = amountIn - taken;
    const gross = (net * reserveOut) / (reserveIn + net);
    const kept = outputFee === null ? 0n : shareOf(gross, outputFee);
    return { amountIn, amountOut: gross - kept, fee: taken, endPrice: reserveIn + net };
  }

  fillOut(_from: Place, amountOut: bigint): Fill {
    const { reserveIn, reserveOut, inputFee, outputFee } = this.#state;
    const gross = outputFee === null ? amountOut : before(amountOut, outputFee);
    if (gross >= reserveOut) return { amountIn: NO_END, amountOut, fee: 0n, endPrice: NO_END };
    const net = ceilDiv(reserveIn * gross, reserveOut - gross);
    const amountIn = before(net, inputFee);
    return { amountIn, amountOut, fee: amountIn - net, endPrice: reserveIn + net };
  }

  /** The largest input of which no more reaches the reserve than up to the target. */
  fillTo(from: Place, _piece: Piece<Place>, target: bigint): Fill {
    const { numerator, denominator } = this.#state.inputFee;
    const room = target - this.#state.reserveIn;
    return this.fillIn(from, ((room + 1n) * denominator - 1n) / (denominator - numerator));
  }

  isAtTarget(_from: Place, target: bigint): boolean {
    return target <= this.#state.reserveIn;
  }

  keptAt(): Fraction {
    const { inputFee, outputFee } = this.#state;
    const input = keptOf(inputFee);
    if (outputFee === null) return input;
    const output = keptOf(outputFee);
    return { numerator: input.numerator * output.numerator, denominator: input.denominator * output.denominator };
  }

  outPerInAt(reserveIn: bigint): Fraction {
    return { numerator: this.#state.reserveIn * this.#state.reserveOut, denominator: reserveIn * reserveIn };
  }
}

/** What a fee leaves. */
function keptOf({ numerator, denominator }: Fraction): Fraction {
  return { numerator: denominator - numerator, denominator };
}

/** What the reserve of the token that is sold has grown to where the price is at `price`, cut off. */
export function reserveAt(price: Price, direction: Direction, reserveIn: bigint, reserveOut: bigint): bigint {
  const { numerator, denominator } = price;
  const [out, paid] = direction === 'a_to_b' ? [numerator, denominator] : [denominator, numerator];
  return sqrtFloor((reserveIn * reserveOut * paid) / out);
}

function shareOf(amount: bigint, { numerator, denominator }: Fraction): bigint {
  return ceilDiv(amount * numerator, denominator);
}

/** What an amount was before a share was taken: the least of which that is so. */
function before(amount: bigint, { numerator, denominator }: Fraction): bigint {
  return ceilDiv(amount * denominator, denominator - numerator);
}
