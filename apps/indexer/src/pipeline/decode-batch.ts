import { type AccountBytes } from '@tidemark/core';
import { decodeReserve, type Reserve } from '@tidemark/protocols/kamino';
import type { QuarantineInput } from '@tidemark/schema';
import { sha256, toQuarantineEntry } from './quarantine-entry.ts';

export interface DecodedReserve {
  readonly account: AccountBytes;
  readonly accountSha256: Uint8Array;
  readonly reserve: Reserve;
}

export interface DecodedBatch {
  readonly decoded: readonly DecodedReserve[];
  /** Addresses whose account does not exist. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

/** Decodes each account of a batch alone: one that cannot be read goes to the quarantine, the rest goes on. */
export function decodeBatch(addresses: readonly string[], accounts: readonly (AccountBytes | null)[]): DecodedBatch {
  const decoded: DecodedReserve[] = [];
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const [index, address] of addresses.entries()) {
    const account = accounts[index] ?? null;
    if (account === null) {
      missing.push(address);
      continue;
    }
    try {
      decoded.push({ account, accountSha256: sha256(account.data), reserve: decodeReserve(account) });
    } catch (error) {
      quarantined.push(toQuarantineEntry(account, 'reserve', error));
    }
  }
  return { decoded, missing, quarantined };
}
