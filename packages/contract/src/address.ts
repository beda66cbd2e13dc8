const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ADDRESS_BYTES = 32;

/** Shape of an address in base58. Necessary, not sufficient: 44 characters can stand for more than 32 bytes. */
export const ADDRESS_PATTERN = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';

const shape = new RegExp(ADDRESS_PATTERN);
const valueOf = new Map(Array.from(ALPHABET, (character, value) => [character, BigInt(value)]));

/**
 * True when the text is the base58 form of exactly 32 bytes, which is what a Solana address is. Says nothing about
 * whether an account lies there.
 */
export function isAddress(text: string): boolean {
  if (!shape.test(text)) return false;
  let value = 0n;
  for (const character of text) value = value * 58n + (valueOf.get(character) ?? 0n);
  let leadingZeros = 0;
  while (text[leadingZeros] === '1') leadingZeros += 1;
  const significantBytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return leadingZeros + significantBytes === ADDRESS_BYTES;
}
