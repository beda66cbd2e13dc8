import type { AccountBytes } from '@tidemark/core';

/** One account of the simulated chain. Values are never changed in place: an update is a new object with new data. */
export interface ChainAccount {
  /** base58 address */
  readonly address: string;
  /** base58 address of the program that owns it */
  readonly owner: string;
  readonly lamports: bigint;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
  readonly data: Uint8Array;
}

/** The value of `rentEpoch` for a rent-exempt account, as every account on mainnet carries it. */
export const RENT_EXEMPT_EPOCH = 18_446_744_073_709_551_615n;

/** The account of a program, rent-exempt where no lamports are given. */
export function toChainAccount(
  { address, owner, data }: AccountBytes,
  lamports = rentExemptLamports(data.length),
): ChainAccount {
  return { address, owner, lamports, executable: false, rentEpoch: RENT_EXEMPT_EPOCH, data };
}

/** Owner of accounts that no program has claimed. */
export const SYSTEM_PROGRAM_ADDRESS = '11111111111111111111111111111111';

/** Size that the runtime adds to every account when it computes rent, in bytes. */
const ACCOUNT_STORAGE_OVERHEAD = 128n;
const LAMPORTS_PER_BYTE = 6_960n;

/** Lamports that make an account of `dataLength` bytes rent-exempt (two years at 3,480 lamports a byte-year). */
export function rentExemptLamports(dataLength: number): bigint {
  return (ACCOUNT_STORAGE_OVERHEAD + BigInt(dataLength)) * LAMPORTS_PER_BYTE;
}
