import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountBytes } from '@tidemark/core';
import { KAMINO_LEND_PROGRAM_ADDRESS } from '../../index.ts';

/** Absolute path of `../shared/klend` beside the repository, or null. */
export function sharedKlendDir(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const dir = join(here, '..', '..', '..', '..', '..', '..', '..', 'shared', 'klend');
  return existsSync(join(dir, 'golden')) ? dir : null;
}

/** A recorded mainnet account by its file label, `address` or `address@year`. */
export function readSharedAccount(dir: string, label: string): AccountBytes {
  const address = label.split('@')[0] ?? label;
  const data = new Uint8Array(readFileSync(join(dir, 'accounts', `${label}.bin`)));
  return { address, owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
}

/** The same account with other bytes at some absolute offsets, given as hexadecimal. */
export function patchAccount(account: AccountBytes, patches: readonly (readonly [number, string])[]): AccountBytes {
  const data = account.data.slice();
  for (const [offset, hex] of patches) data.set(Buffer.from(hex, 'hex'), offset);
  return { ...account, data };
}
