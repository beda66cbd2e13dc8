import { viewOf } from '../bytes.ts';
import {
  ACCOUNT_TYPE_MINT,
  ACCOUNT_TYPE_OFFSET,
  EXTENSIONS_OFFSET,
  type Mint,
  MINT_ACCOUNT_SIZE,
  SCALED_UI_AMOUNT_EXTENSION,
  SCALED_UI_AMOUNT_SIZE,
} from './mint.ts';

/** An initialized mint without supply and authorities; with the ScaledUiAmount extension where it is given. */
export function encodeMint({ decimals, scaledUiAmount }: Omit<Mint, 'address'>): Uint8Array {
  const data = new Uint8Array(
    scaledUiAmount === null ? MINT_ACCOUNT_SIZE : EXTENSIONS_OFFSET + 4 + SCALED_UI_AMOUNT_SIZE,
  );
  data[44] = decimals;
  data[45] = 1;
  if (scaledUiAmount === null) return data;
  data[ACCOUNT_TYPE_OFFSET] = ACCOUNT_TYPE_MINT;
  const view = viewOf(data);
  view.setUint16(EXTENSIONS_OFFSET, SCALED_UI_AMOUNT_EXTENSION, true);
  view.setUint16(EXTENSIONS_OFFSET + 2, SCALED_UI_AMOUNT_SIZE, true);
  const value = EXTENSIONS_OFFSET + 4;
  view.setFloat64(value + 32, scaledUiAmount.multiplier, true);
  view.setBigInt64(value + 40, scaledUiAmount.newMultiplierEffectiveAt, true);
  view.setFloat64(value + 48, scaledUiAmount.newMultiplier, true);
  return data;
}
