import { toDecimal } from '@tidemark/core';
import { kamino } from '@tidemark/protocols';

/** A number of parts of Kamino as answers write it. */
export const decimalOf = (parts: bigint | undefined): string => toDecimal(parts ?? -1n, kamino.scale);

/** A decimal in 10^-60, which no exact number is finer than: what adds up in it adds up exactly. */
export function unitsOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(60, '0'));
}
