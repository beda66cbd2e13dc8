import { PROTOCOLS, protocolOf } from '@tidemark/protocols';

/** Parts of one that sums count: the scale of every protocol divides it, so that sums over several protocols are exact. */
export const EXACT_SCALE: bigint = PROTOCOLS.map(({ scale }) => scale).reduce(leastCommonMultiple);

const PARTS = new Map(PROTOCOLS.map(({ name, scale }) => [name, EXACT_SCALE / scale]));

/** How many parts of a sum one part of the protocol's own exact numbers is. */
export function partsOf(protocol: string): bigint {
  return PARTS.get(protocol) ?? EXACT_SCALE / protocolOf(protocol).scale;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
