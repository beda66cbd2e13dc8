import { isLendingError, refusal, U64_MAX } from '@tidemark/core';
import type { FeesOfPrice, Halt, Known, LowerBound, Market, PoolHead, Quote, Unknown } from '../source.ts';
import type { Curve, CurveQuote, Fill } from './curve.ts';
import { type Direction, outPerIn, type Price } from './price.ts';
import { afterTransfer, beforeTransfer, type TokenRules, type TokenVault } from './token.ts';

/** What is the same of every pool: its tokens and their accounts. Undefined where one was not read. */
export interface Side {
  readonly vault: TokenVault | undefined;
  readonly token: TokenRules | undefined;
}

export interface MarketParts<Target> {
  readonly pool: PoolHead;
  readonly spot: Price | null;
  readonly a: Side;
  readonly b: Side;
  readonly halt: Halt | null;
  /** Not null: no amount is known. */
  readonly unknown: Unknown | null;
  readonly lowerBound: readonly LowerBound[];
  curveOf(direction: Direction): Curve<unknown, Target>;
  targetOf(price: Price, direction: Direction): Target;
}

const NOTHING: Quote = {
  amountIn: 0n,
  amountOut: 0n,
  poolIn: 0n,
  poolOut: 0n,
  fee: 0n,
  endPrice: 0n,
  crossed: 0,
  status: 'filled',
};

/** A curve for each direction, between what tokens keep back of transfers and what vaults hold. */
export class PoolMarket<Target> implements Market {
  readonly pool: PoolHead;
  readonly spot: Price | null;
  readonly halt: Halt | null;
  readonly lowerBound: readonly LowerBound[];
  readonly #parts: MarketParts<Target>;
  readonly #unknown: Unknown | null;
  readonly #curves = new Map<Direction, Curve<unknown, Target>>();

  constructor(parts: MarketParts<Target>) {
    this.#parts = parts;
    this.pool = parts.pool;
    this.spot = parts.spot;
    this.halt = parts.halt ?? haltOf(parts.a) ?? haltOf(parts.b);
    this.lowerBound = parts.lowerBound;
    const sides = [parts.a, parts.b];
    const isRead = sides.every(({ vault, token }) => vault !== undefined && token !== undefined);
    this.#unknown = parts.unknown ?? (isRead ? null : 'missing_account');
  }

  walk(direction: Direction, targets: readonly Price[], fees: FeesOfPrice = 'left_out'): readonly Known<Quote>[] {
    const targetOf = (price: Price) => this.#parts.targetOf(price, direction);
    return targets.map((price) =>
      this.#answer(direction, (curve) => {
        const reached =
          fees === 'left_out'
            ? curve.sellTo(targetOf(price))
            : curve.sellWhile(outPerIn(price, direction), (out) => targetOf(outPerIn(out, direction)));
        // No account holds more, and no instruction can name it.
        const sold = reached.amountIn > U64_MAX ? curve.quote(U64_MAX, 'in') : reached;
        return sold.status === 'missing_array' ? null : this.#seller(direction, sold);
      }),
    );
  }

  quote(direction: Direction, amount: bigint, exact: 'in' | 'out' = 'in'): Known<Quote> {
    return this.#answer(direction, (curve) => {
      const { from, to } = this.#fees(direction);
      const inside = exact === 'in' ? afterTransfer(amount, from) : beforeTransfer(amount, to);
      const quote = curve.quote(inside, exact);
      if (quote.status === 'missing_array') return null;
      if (quote.amountIn > U64_MAX) throw refusal('ARITHMETIC_OVERFLOW', 'input of a swap', 'a u64', quote.amountIn);
      const isPaid = exact === 'in' && quote.status === 'filled';
      const seller = this.#seller(direction, quote);
      return isPaid ? { ...seller, amountIn: amount } : seller;
    });
  }

  reach(direction: Direction): Quote | null {
    return this.#answer(direction, (curve) => this.#seller(direction, curve.quote(U64_MAX, 'in'))).value;
  }

  largest(direction: Direction, isEnough: (fill: Pick<Fill, 'amountIn' | 'amountOut'>) => boolean): Known<Quote> {
    return this.#answer(direction, (curve) => {
      const found = curve.largest((fill) => isEnough(this.#seller(direction, fill)));
      return found === null ? null : this.#seller(direction, found);
    });
  }

  /** Null of the computation is an array that was not read. */
  #answer(direction: Direction, compute: (curve: Curve<unknown, Target>) => Quote | null): Known<Quote> {
    if (this.halt !== null) return { value: NOTHING, unknown: null };
    if (this.#unknown !== null) return { value: null, unknown: this.#unknown };
    try {
      const value = compute(this.#curve(direction));
      if (value === null) return { value, unknown: 'missing_array' };
      return this.#isInVault(direction, value) ? { value, unknown: null } : { value: null, unknown: 'above_vault' };
    } catch (error) {
      // As the program fails: for amounts that no account holds, and for pools whose arrays contradict them.
      if (isLendingError(error) && error.code === 'ARITHMETIC_OVERFLOW')
        return { value: null, unknown: 'arithmetic_overflow' };
      throw error;
    }
  }

  /** A pool pays out of its vault: a curve that gives more was read wrong, or its bytes mean something else. */
  #isInVault(direction: Direction, { poolOut }: Quote): boolean {
    const { a, b } = this.#parts;
    const vault = direction === 'a_to_b' ? b.vault : a.vault;
    return vault === undefined || poolOut <= vault.amountRaw;
  }

  #curve(direction: Direction): Curve<unknown, Target> {
    const found = this.#curves.get(direction) ?? this.#parts.curveOf(direction);
    this.#curves.set(direction, found);
    return found;
  }

  #fees(direction: Direction) {
    const a = this.#parts.a.token?.transferFee ?? null;
    const b = this.#parts.b.token?.transferFee ?? null;
    return direction === 'a_to_b' ? { from: a, to: b } : { from: b, to: a };
  }

  #seller(direction: Direction, fill: Fill & Partial<CurveQuote>): Quote {
    const { from, to } = this.#fees(direction);
    return {
      amountIn: beforeTransfer(fill.amountIn, from),
      amountOut: afterTransfer(fill.amountOut, to),
      poolIn: fill.amountIn,
      poolOut: fill.amountOut,
      fee: fill.fee,
      endPrice: fill.endPrice,
      crossed: fill.crossed ?? 0,
      status: fill.status ?? 'filled',
    };
  }
}

function haltOf({ vault, token }: Side): Halt | null {
  if (vault?.isFrozen === true) return 'frozen_vault';
  return token?.isPaused === true ? 'paused_mint' : null;
}
