import { viewOf } from '../bytes.ts';
import {
  ACCOUNT_TYPE_MINT,
  ACCOUNT_TYPE_OFFSET,
  EXTENSIONS_OFFSET,
  METADATA_TEXTS,
  type Mint,
  MINT_ACCOUNT_SIZE,
  SCALED_UI_AMOUNT_EXTENSION,
  SCALED_UI_AMOUNT_SIZE,
  type ScaledUiAmount,
  TOKEN_METADATA_EXTENSION,
} from './mint.ts';

/** An initialized mint without supply and authorities; with those extensions whose values are given. */
export function encodeMint({
  decimals,
  scaledUiAmount,
  symbol = null,
}: Pick<Mint, 'decimals' | 'scaledUiAmount'> & Partial<Pick<Mint, 'symbol'>>): Uint8Array {
  const extensions = [
    ...(scaledUiAmount === null ? [] : [extensionOf(SCALED_UI_AMOUNT_EXTENSION, encodeScaled(scaledUiAmount))]),
    ...(symbol === null ? [] : [extensionOf(TOKEN_METADATA_EXTENSION, encodeMetadata(symbol))]),
  ];
  const start = extensions.length === 0 ? MINT_ACCOUNT_SIZE : EXTENSIONS_OFFSET;
  const data = new Uint8Array(start + extensions.reduce((sum, { length }) => sum + length, 0));
  data[44] = decimals;
  data[45] = 1;
  if (extensions.length === 0) return data;
  data[ACCOUNT_TYPE_OFFSET] = ACCOUNT_TYPE_MINT;
  let at = start;
  for (const extension of extensions) {
    data.set(extension, at);
    at += extension.length;
  }
  return data;
}

function extensionOf(type: number, value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + value.length);
  viewOf(bytes).setUint16(0, type, true);
  viewOf(bytes).setUint16(2, value.length, true);
  bytes.set(value, 4);
  return bytes;
}

function encodeScaled({ multiplier, newMultiplier, newMultiplierEffectiveAt }: ScaledUiAmount): Uint8Array {
  const value = new Uint8Array(SCALED_UI_AMOUNT_SIZE);
  const view = viewOf(value);
  view.setFloat64(32, multiplier, true);
  view.setBigInt64(40, newMultiplierEffectiveAt, true);
  view.setFloat64(48, newMultiplier, true);
  return value;
}

/** With an empty name and address of a page, and nothing more. */
function encodeMetadata(symbol: string): Uint8Array {
  const text = new TextEncoder().encode(symbol);
  const value = new Uint8Array(METADATA_TEXTS + 4 + 4 + text.length + 4 + 4);
  viewOf(value).setUint32(METADATA_TEXTS + 4, text.length, true);
  value.set(text, METADATA_TEXTS + 8);
  return value;
}
