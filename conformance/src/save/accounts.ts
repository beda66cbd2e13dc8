import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../../packages/protocols/src/common/test/random.ts';

const RESERVE_BYTES = 619;
const REAL = fileURLToPath(new URL('../../../../shared/save/accounts', import.meta.url));

/** The dumps of reserves that lie beside the repository. */
export function realReserves(): { readonly name: string; readonly data: Uint8Array }[] {
  if (!existsSync(REAL)) return [];
  return readdirSync(REAL)
    .map((name) => ({ name, data: new Uint8Array(readFileSync(`${REAL}/${name}`)) }))
    .filter(({ data }) => data.length === RESERVE_BYTES);
}

/** A reserve of random bytes that the program would read; its rates mostly rise along the curve. */
export function randomReserve(random: Random): Uint8Array {
  const data = Uint8Array.from({ length: RESERVE_BYTES }, () => random.below(256));
  const put = (offset: number, bytes: number, value: bigint): void => {
    for (let place = 0; place < bytes; place += 1) data[offset + place] = Number((value >> BigInt(8 * place)) & 255n);
  };
  const rising = (most: number, count: number): number[] =>
    Array.from({ length: count }, () => random.below(most)).toSorted((a, b) => a - b);
  const [optimal = 0, max = 0] = rising(101, 2);
  const [min = 0, atOptimal = 0, atMax = 0] = random.chance(0.9)
    ? rising(256, 3)
    : [random.below(256), random.below(256), random.below(256)];
  const bytes: readonly (readonly [offset: number, value: number])[] = [
    ...[[0, 1] as const, [9, random.below(2)] as const, [74, random.below(20)] as const, [299, optimal] as const],
    ...[[303, min] as const, [304, atOptimal] as const, [305, atMax] as const, [372, random.below(101)] as const],
    ...[[469, random.below(2)] as const, [470, max] as const, [521, random.below(2)] as const],
  ];
  for (const [offset, value] of bytes) data[offset] = value;
  // Above 2^53 the SDK throws; see the real limits of u64 in the fuzz test of packages/protocols.
  put(471, 8, BigInt(atMax) + random.upToBits(random.pick([0, 8, 16, 40])));
  put(171, 8, random.upToBits(random.pick([0, 20, 40, 63])));
  put(179, 16, random.upToBits(random.pick([0, 60, 100, 120])));
  put(373, 16, random.upToBits(random.pick([0, 40, 60])));
  return data;
}
