import { createHash } from 'node:crypto';
import { encodeBase58 } from '@tidemark/core';
import type { ChainAccount } from './chain-account.ts';

/** Everything that makes one simulated chain another chain than the next. */
export interface ChainIdentity {
  /** `files` or `scenario`, and the version of what generates it. */
  readonly source: string;
  readonly seed: string;
  readonly startSlot: number;
  readonly startUnixTimeMs: number;
  /** `digestAccounts` of the accounts at the start. */
  readonly accountsSha256: string;
}

/** Genesis hash of a simulated chain: base58 of the SHA-256 of its identity. */
export function deriveGenesisHash(identity: ChainIdentity): string {
  const parts = [
    'tidemark localnet',
    identity.source,
    identity.seed,
    identity.startSlot,
    identity.startUnixTimeMs,
    identity.accountsSha256,
  ];
  return encodeBase58(createHash('sha256').update(JSON.stringify(parts)).digest());
}

/** SHA-256 (hex) over address, owner and data of all accounts, in the order of their addresses. */
export function digestAccounts(accounts: readonly ChainAccount[]): string {
  const hash = createHash('sha256');
  for (const account of accounts.toSorted((a, b) => (a.address < b.address ? -1 : 1))) {
    hash.update(`${account.address} ${account.owner} ${account.data.length}\n`);
    hash.update(account.data);
  }
  return hash.digest('hex');
}
