import { createHash } from 'node:crypto';
import { encodeBase58 } from '@tidemark/core';

/** An address that stands for an account which the scenario names but does not hold (vaults, mints of collateral). */
export function derivePseudoAddress(label: string): string {
  return encodeBase58(createHash('sha256').update(`tidemark localnet ${label}`).digest());
}
