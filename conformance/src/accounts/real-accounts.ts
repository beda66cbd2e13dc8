import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
} from '../../../packages/protocols/src/kamino/index.ts';
import type { BaseAccount } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';

const DIR = new URL('../../../../shared/klend/accounts/', import.meta.url);

/** Reserves and lending markets dumped from mainnet; none where the reference folder is not beside the repository. */
export function realAccounts(): BaseAccount[] {
  const dir = fileURLToPath(DIR);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((file) => file.endsWith('.bin'))
    .toSorted()
    .flatMap((file) => toBase(file.slice(0, -'.bin'.length), new Uint8Array(readFileSync(new URL(file, DIR)))));
}

/** Nothing for other accounts that lie there, such as price feeds. */
function toBase(name: string, data: Uint8Array): BaseAccount[] {
  const owner = KAMINO_LEND_PROGRAM_ADDRESS;
  if (data.length === RESERVE_ACCOUNT_SIZE) return [{ name, kind: 'reserve', owner, data }];
  if (data.length === LENDING_MARKET_ACCOUNT_SIZE) return [{ name, kind: 'market', owner, data }];
  return [];
}
