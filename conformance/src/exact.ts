import { Decimal } from 'decimal.js';

/**
 * Decimals wide enough to hold what the accounts hold exactly: a u256 has 78 digits before the point and its 60
 * fractional bits have 60 behind it.
 */
export const Exact = Decimal.clone({ precision: 160, toExpNeg: -400, toExpPos: 400 });
export type Exact = Decimal;

/** Half a unit in the last place of a double, relative: the most that one rounding changes a value. */
export const HALF_ULP: number = 2 ** -53;

const ONE_SF = new Exact(2).pow(60);

export function exact(value: bigint | Decimal): Exact {
  return new Exact(typeof value === 'bigint' ? value.toString() : value);
}

/** Exact value of a finite double; the decimal constructor alone would take its shortest decimal notation. */
export function exactDouble(value: number): Exact {
  let scaled = value;
  let bits = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bits++;
  }
  return new Exact(BigInt(scaled).toString()).div(new Exact(2).pow(bits));
}

/** Exact value of 60-bit fixed point. */
export function exactSf(sf: bigint): Exact {
  return exact(sf).div(ONE_SF);
}

export const ZERO: Exact = new Exact(0);
export const ONE: Exact = new Exact(1);
/** One unit of the program's fixed point. */
export const ULP_SF: Exact = ONE.div(ONE_SF);
