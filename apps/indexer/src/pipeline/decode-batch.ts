import type { AccountBytes } from '@tidemark/core';
import type { FoundAccounts, Protocol } from '@tidemark/protocols';
import type { QuarantineInput } from '@tidemark/schema';
import { sha256, toQuarantineEntry } from './quarantine-entry.ts';

/** A decoded reserve. What it holds is the protocol's own: `reserve` is only handed back to it. */
export interface DecodedReserve {
  readonly account: AccountBytes;
  readonly accountSha256: Uint8Array;
  readonly lendingMarket: string;
  readonly reserve: unknown;
}

export interface DecodedBatch {
  readonly decoded: readonly DecodedReserve[];
  /** Addresses whose account does not exist. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

/** Decodes each account of a batch alone: one that cannot be read goes to the quarantine, the rest goes on. */
export function decodeBatch(protocol: Protocol, addresses: readonly string[], accounts: FoundAccounts): DecodedBatch {
  const decoded: DecodedReserve[] = [];
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const address of addresses) {
    const account = accounts.get(address) ?? null;
    if (account === null) {
      missing.push(address);
      continue;
    }
    try {
      const reserve = protocol.decodeReserve(account);
      const { lendingMarket } = protocol.identity(reserve);
      decoded.push({ account, accountSha256: sha256(account.data), lendingMarket, reserve });
    } catch (error) {
      quarantined.push(toQuarantineEntry(account, 'reserve', error));
    }
  }
  return { decoded, missing, quarantined };
}
