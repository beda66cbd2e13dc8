import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountBytes } from '@tidemark/core';
import { SAVE_PROGRAM_ADDRESS } from '../../constants.ts';

/** Absolute path of `../shared/save` beside the repository, or null. */
export function sharedSaveDir(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const dir = join(here, '..', '..', '..', '..', '..', '..', '..', 'shared', 'save');
  return existsSync(join(dir, 'golden')) ? dir : null;
}

/** A recorded account by its file name, `ADDRESS@SLOT.bin`, as if the mainnet program owned it: some are of devnet. */
export function readSharedAccount(dir: string, file: string): AccountBytes {
  const address = file.split('@')[0] ?? file;
  const data = new Uint8Array(readFileSync(join(dir, 'accounts', file)));
  return { address, owner: SAVE_PROGRAM_ADDRESS, data };
}

/** The same account with other bytes at some absolute offsets, given as hexadecimal. */
export function patchAccount(account: AccountBytes, patches: readonly (readonly [number, string])[]): AccountBytes {
  const data = account.data.slice();
  for (const [offset, hex] of patches) data.set(Buffer.from(hex, 'hex'), offset);
  return { ...account, data };
}
