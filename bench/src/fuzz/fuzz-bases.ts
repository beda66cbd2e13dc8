import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
} from '@tidemark/protocols/kamino';
import { type BaseAccount, encodedBaseAccounts } from '@tidemark/protocols/kamino/fuzz';
import { sharedDir } from '@tidemark/testing';

/** Accounts to mutate: those of our own encoding, and the real ones where the reference folder is there. */
export function fuzzBases(): BaseAccount[] {
  const shared = sharedDir();
  const encoded = encodedBaseAccounts();
  if (shared === null) return encoded;
  const dir = join(shared, 'klend', 'accounts');
  const real = readdirSync(dir)
    .toSorted()
    .flatMap((file) => realBase(file, new Uint8Array(readFileSync(join(dir, file)))));
  return [...encoded, ...real];
}

/** Nothing for other accounts that lie there, such as price feeds. */
function realBase(name: string, data: Uint8Array): BaseAccount[] {
  const owner = KAMINO_LEND_PROGRAM_ADDRESS;
  if (data.length === RESERVE_ACCOUNT_SIZE) return [{ name, kind: 'reserve', owner, data }];
  if (data.length === LENDING_MARKET_ACCOUNT_SIZE) return [{ name, kind: 'market', owner, data }];
  return [];
}
