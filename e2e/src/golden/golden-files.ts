import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One execution of refresh_reserve by a real program build, read back from the account. */
export interface OnchainCase {
  readonly program: string;
  readonly reserve: string;
  readonly referralFeeBps: number;
  readonly slots: string;
  readonly fromSlot: string;
  readonly after: {
    readonly totalAvailableAmount: string;
    readonly borrowedAmountSf: string;
    readonly totalSupplySf: string;
    readonly utilizationSf: string;
  };
}

/** What the published SDK says of a reserve at a slot. */
export interface SdkCase {
  readonly recentSlotDurationMs: number;
  readonly slotDelta: string;
  readonly slot: string;
  readonly referralFeeBps: number;
  readonly borrowAPY: string;
  readonly supplyAPY: string;
}

export interface SdkReserve {
  readonly address: string;
  readonly lastUpdateSlot: string;
  readonly static: { readonly symbol: string; readonly decimals: number; readonly priceSaved: string };
  readonly at: readonly SdkCase[];
}

export function readOnchainCases(sharedDir: string): readonly OnchainCase[] {
  const file: { cases: OnchainCase[] } = JSON.parse(readText(join(sharedDir, 'klend', 'golden', 'onchain.json')));
  return file.cases;
}

export function readSdkReserves(sharedDir: string): Readonly<Record<string, SdkReserve>> {
  const file: { reserves: Record<string, SdkReserve> } = JSON.parse(
    readText(join(sharedDir, 'klend', 'golden', 'sdk.json')),
  );
  return file.reserves;
}

/**
 * The double nearest to `value / (2^bits · 10^decimals)`, by a way of its own: every such fraction has a finite decimal
 * expansion, and reading a decimal rounds correctly.
 */
export function nearestDouble(value: bigint, bits: number, decimals: number): number {
  const digits = (value * 5n ** BigInt(bits)).toString();
  return Number(`${digits}e-${bits + decimals}`);
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
