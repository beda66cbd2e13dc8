import { describe, expect, it } from 'vitest';
import { thrownCode } from '../../test/expect-lending-error.ts';
import { encodeMint } from './encode-mint.ts';
import { decodeMint, TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from './mint.ts';

const ADDRESS = 'XsbEhLAtcf6HdfpFZ5xEMdqW8nfAvcsP5bdudRLJzJp';

// Written by hand after the layout of the Token-2022 interface, not by the encoder: 82 bytes of mint, zeros up to 165, the
// kind of account, then extensions as type u16, length u16 and value.
const plainMint = (decimals: number): number[] => {
  const bytes = new Array<number>(82).fill(0);
  bytes[44] = decimals;
  bytes[45] = 1;
  return bytes;
};
const extended = (...extensions: readonly (readonly number[])[]): Uint8Array =>
  new Uint8Array([...plainMint(8), ...new Array<number>(83).fill(0), 1, ...extensions.flat()]);
const authority = new Array<number>(32).fill(7);
const ONE_AND_A_HALF = [0, 0, 0, 0, 0, 0, 0xf8, 0x3f];
const TWO = [0, 0, 0, 0, 0, 0, 0, 0x40];
/** 1,760,000,000. */
const AT = [0x00, 0x78, 0xe7, 0x68, 0, 0, 0, 0];
const scaled = (multiplier = ONE_AND_A_HALF, newMultiplier = TWO) => [
  ...[25, 0, 56, 0],
  ...authority,
  ...multiplier,
  ...AT,
  ...newMultiplier,
];
const otherExtension = [18, 0, 3, 0, 9, 9, 9];
const of = (data: Uint8Array, owner = TOKEN_2022_PROGRAM_ADDRESS) => ({ address: ADDRESS, owner, data });

const SCALED = { multiplier: 1.5, newMultiplier: 2, newMultiplierEffectiveAt: 1_760_000_000n };

describe('decodeMint', () => {
  it('reads multiplier, new multiplier and its time, wherever among the extensions they stand', () => {
    const expected = { address: ADDRESS, decimals: 8, scaledUiAmount: SCALED, symbol: null };
    expect(decodeMint(of(extended(scaled())))).toEqual(expected);
    expect(decodeMint(of(extended(otherExtension, scaled(), otherExtension)))).toEqual(expected);
    expect(decodeMint(of(extended(otherExtension, scaled(), [0, 0, 0])))).toEqual(expected);
  });

  it('has none for a mint without the extension, of either program', () => {
    expect(decodeMint(of(new Uint8Array(plainMint(9)))).scaledUiAmount).toBeNull();
    expect(decodeMint(of(new Uint8Array(plainMint(9)), TOKEN_PROGRAM_ADDRESS)).decimals).toBe(9);
    // What follows a type of 0 is no extension; neither is a last byte.
    expect(decodeMint(of(extended(otherExtension, [0, 0], scaled()))).scaledUiAmount).toBeNull();
    expect(decodeMint(of(extended(otherExtension, [25]))).scaledUiAmount).toBeNull();
  });

  it('refuses what is no mint, with its reason', () => {
    const tokenAccount = extended(scaled());
    tokenAccount[165] = 2;
    const uninitialized = extended(scaled());
    uninitialized[45] = 0;
    expect(thrownCode(() => decodeMint(of(extended(), ADDRESS)))).toBe('WRONG_OWNER');
    expect(thrownCode(() => decodeMint(of(extended(scaled()), TOKEN_PROGRAM_ADDRESS)))).toBe('WRONG_SIZE');
    expect(thrownCode(() => decodeMint(of(new Uint8Array(165))))).toBe('WRONG_SIZE');
    expect(thrownCode(() => decodeMint(of(new Uint8Array(0))))).toBe('WRONG_SIZE');
    expect(thrownCode(() => decodeMint(of(tokenAccount)))).toBe('WRONG_DISCRIMINATOR');
    expect(thrownCode(() => decodeMint(of(uninitialized)))).toBe('UNINITIALIZED_MINT');
  });

  it('refuses extensions that do not fit the account', () => {
    const cut = (bytes: number) => extended(scaled()).slice(0, -bytes);
    expect(thrownCode(() => decodeMint(of(cut(1))))).toBe('INVALID_EXTENSION');
    expect(thrownCode(() => decodeMint(of(extended([18, 0, 4, 0, 9, 9, 9]))))).toBe('INVALID_EXTENSION');
    expect(thrownCode(() => decodeMint(of(extended([25, 0, 40, 0], new Array(40).fill(0)))))).toBe('INVALID_EXTENSION');
    expect(thrownCode(() => decodeMint(of(extended([18, 0, 3]))))).toBe('INVALID_EXTENSION');
  });

  const bytesOf = (text: string) => [...new TextEncoder().encode(text)];
  // Authority, mint, name, symbol, URI and no further pairs, after the layout of the interface.
  const metadata = (name: string, symbol: readonly number[], cut = 0) => {
    const texts = [bytesOf(name), symbol, [104]];
    const value = [...authority, ...authority, ...texts.flatMap((text) => [text.length, 0, 0, 0, ...text]), 0, 0, 0, 0];
    const kept = value.slice(0, value.length - cut);
    return [19, 0, kept.length, 0, ...kept];
  };
  const symbolIn = (...extension: Parameters<typeof metadata>) =>
    decodeMint(of(extended(otherExtension, scaled(), metadata(...extension)))).symbol;

  it('reads the symbol of the metadata that a mint holds itself', () => {
    expect(symbolIn('Global Dollar', bytesOf('USDG'))).toBe('USDG');
    expect(symbolIn('', bytesOf('$WIF\0\0\0 '))).toBe('$WIF');
  });

  it.each([
    ['empty', bytesOf('')],
    ['of spaces', bytesOf('   ')],
    ['too long', bytesOf('A'.repeat(17))],
    ['padded beyond measure', bytesOf(`A${'\0'.repeat(70)}`)],
    ['with a space inside', bytesOf('USD C')],
    ['with a line break', bytesOf('USD\nC')],
    ['of letters that look like others', bytesOf('USD\u0421')],
    ['with a mark that turns the direction of text', bytesOf('\u202eCDSU')],
    ['no UTF-8', [0xff, 0xfe]],
  ])('has no symbol where it is %s, and refuses no mint for it', (_, symbol) => {
    expect(symbolIn('name', symbol)).toBeNull();
  });

  it('has no symbol where the texts go beyond the extension', () => {
    for (const cut of [10, 14, 18]) expect(symbolIn('name', bytesOf('USDG'), cut)).toBeNull();
    const endless = metadata('name', bytesOf('USDG'));
    endless.splice(4 + 64, 4, 255, 255, 255, 255);
    expect(decodeMint(of(extended(endless))).symbol).toBeNull();
  });

  it.each([
    ['zero', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['negative', [0, 0, 0, 0, 0, 0, 0xf8, 0xbf]],
    ['subnormal', [1, 0, 0, 0, 0, 0, 0, 0]],
    ['infinite', [0, 0, 0, 0, 0, 0, 0xf0, 0x7f]],
    ['not a number', [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]],
  ])('refuses a multiplier that is %s, as the program does', (_, bytes) => {
    expect(thrownCode(() => decodeMint(of(extended(scaled(bytes)))))).toBe('INVALID_MULTIPLIER');
    expect(thrownCode(() => decodeMint(of(extended(scaled(TWO, bytes)))))).toBe('INVALID_MULTIPLIER');
  });
});

describe('encodeMint', () => {
  it('writes what is read', () => {
    for (const scaledUiAmount of [null, SCALED]) {
      for (const symbol of [null, 'USDG']) {
        const data = encodeMint({ decimals: 6, scaledUiAmount, symbol });
        expect(decodeMint(of(data))).toEqual({ address: ADDRESS, decimals: 6, scaledUiAmount, symbol });
      }
    }
  });

  it('writes the extension where the layout has it', () => {
    const byHand = extended(scaled());
    byHand.fill(0, 170, 202);
    expect(encodeMint({ decimals: 8, scaledUiAmount: SCALED })).toEqual(byHand);
  });
});
