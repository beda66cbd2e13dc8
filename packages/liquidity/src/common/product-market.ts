import type { Halt, LowerBound, Market, PoolHead, Unknown } from '../source.ts';
import { ProductPath, reserveAt } from './constant-product.ts';
import { Curve } from './curve.ts';
import { PoolMarket, type Side } from './market.ts';
import type { Direction, Fraction } from './price.ts';

export interface ProductParts {
  readonly pool: PoolHead;
  readonly a: Side;
  readonly b: Side;
  /** What of the vaults belongs to others than the pool. */
  readonly owedA: bigint;
  readonly owedB: bigint;
  readonly halt: Halt | null;
  readonly unknown: Unknown | null;
  readonly feesOf: (direction: Direction) => { readonly inputFee: Fraction; readonly outputFee: Fraction | null };
}

const NOTHING_LEFT_OUT: readonly LowerBound[] = [];

/** A pool whose reserves are its vaults, less what it owes. */
export function openProduct({ pool, a, b, owedA, owedB, halt, unknown, feesOf }: ProductParts): Market {
  const reserveOf = ({ vault }: Side, owed: bigint): bigint => {
    const rest = (vault?.amountRaw ?? 0n) - owed;
    // As in the program: it cannot owe more than it holds, and does not trade where it does.
    return rest > 0n ? rest : 0n;
  };
  const [x, y] = [reserveOf(a, owedA), reserveOf(b, owedB)];
  const isRead = a.vault !== undefined && b.vault !== undefined;
  return new PoolMarket({
    pool,
    a,
    b,
    spot: x > 0n && y > 0n ? { numerator: y, denominator: x } : null,
    halt: halt ?? (isRead && (x === 0n || y === 0n) ? 'no_liquidity' : null),
    unknown,
    lowerBound: NOTHING_LEFT_OUT,
    curveOf: (direction) => {
      const [reserveIn, reserveOut] = direction === 'a_to_b' ? [x, y] : [y, x];
      return new Curve(new ProductPath({ reserveIn, reserveOut, ...feesOf(direction) }));
    },
    targetOf: (price, direction) => {
      const [reserveIn, reserveOut] = direction === 'a_to_b' ? [x, y] : [y, x];
      return reserveAt(price, direction, reserveIn, reserveOut);
    },
  });
}
