import { createRequire } from 'node:module';
import { quietly } from '../quietly.ts';

/** A decoded account of the SDK; its integers, decimals and keys are objects that say themselves as text. */
export interface SdkReserve {
  readonly config: object;
}

interface Text {
  toString(): string;
}

interface Sdk {
  parseReserve(key: Text, account: { readonly data: Buffer }): { readonly info: SdkReserve } | null;
  calculateBorrowInterest(reserve: SdkReserve, showApy: boolean): Text;
  calculateSupplyInterest(reserve: SdkReserve, showApy: boolean): Text;
}

// Its root does not load under Node 20; the modules that read accounts and calculate rates do, by their paths.
const require = createRequire(new URL('../../save/package.json', import.meta.url));
const from = (path: string) => quietly(() => require(`@solendprotocol/solend-sdk/${path}`));
const sdk: Sdk = { ...from('state/reserve'), ...from('core/utils/rates') };
const { PublicKey }: { readonly PublicKey: new (address: string) => Text } = quietly(() => require('@solana/web3.js'));
const manifest: { readonly version: string } = require('@solendprotocol/solend-sdk/package.json');

export const SDK_VERSION: string = manifest.version;

/** Throws where the SDK does not take the bytes for a reserve. */
export function decodeWithSdk(address: string, data: Uint8Array): SdkReserve {
  const parsed = sdk.parseReserve(new PublicKey(address), { data: Buffer.from(data) });
  if (parsed === null) throw new RangeError('the SDK takes it for no reserve');
  return parsed.info;
}

/** Every leaf as the text that it says itself as; plain numbers stay. */
export function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return (value as Text).toString();
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainOf(item)]));
}

export function ratesWithSdk(reserve: SdkReserve) {
  return {
    borrowApr: Number(sdk.calculateBorrowInterest(reserve, false)),
    supplyApr: Number(sdk.calculateSupplyInterest(reserve, false)),
    borrowApy: Number(sdk.calculateBorrowInterest(reserve, true)),
    supplyApy: Number(sdk.calculateSupplyInterest(reserve, true)),
  };
}
