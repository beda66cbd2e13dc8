import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { errorCode } from '@tidemark/runtime';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import { type AccountFileName, inferOwner, parseAccountFileName, parseAccountJson } from './account-file.ts';

/** Thrown where a folder of accounts cannot be used at all; the message is fit for the user. */
export class AccountFolderError extends Error {
  override readonly name = 'AccountFolderError';
}

/** The accounts of a folder, and one sentence for each file that was left out. */
export interface AccountFolder {
  readonly accounts: readonly ChainAccount[];
  readonly notes: readonly string[];
}

interface AccountFile {
  readonly fileName: string;
  readonly label: string;
  readonly format: 'bin' | 'json';
  readonly account: ChainAccount;
}

/**
 * Reads every account file of a folder: raw `ADDRESS.bin` and `ADDRESS@label.bin`, and the JSON of
 * `solana account --output json`. Of several files for one address a name without label wins (JSON before raw bytes,
 * because it names the owner), else the lexically last label. Throws `AccountFolderError`.
 */
export async function loadAccountFolder(folder: string): Promise<AccountFolder> {
  const notes: string[] = [];
  const files: AccountFile[] = [];
  for (const fileName of await listFiles(folder)) {
    const parsed = parseAccountFileName(fileName);
    if (parsed === null) notes.push(`${fileName}: skipped, the name is not an address with .bin or .json`);
    else await readInto(files, notes, { folder, fileName, parsed });
  }
  const accounts = chooseOnePerAddress(files, notes);
  if (accounts.length === 0) throw new AccountFolderError(`no account file in ${resolve(folder)}`);
  return { accounts, notes };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).toSorted();
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new AccountFolderError(`cannot read the accounts folder ${resolve(folder)}: ${reason}`);
  }
}

interface FileToRead {
  readonly folder: string;
  readonly fileName: string;
  readonly parsed: AccountFileName;
}

async function readInto(files: AccountFile[], notes: string[], file: FileToRead): Promise<void> {
  const { fileName, parsed } = file;
  try {
    const account = await readAccount(join(file.folder, fileName), parsed);
    if (account.address === CLOCK_SYSVAR_ADDRESS)
      notes.push(`${fileName}: skipped, the Clock sysvar is the chain's own`);
    else files.push({ fileName, label: parsed.label, format: parsed.format, account });
  } catch (error) {
    notes.push(`${fileName}: skipped, ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readAccount(path: string, name: AccountFileName): Promise<ChainAccount> {
  if (name.format === 'json') {
    const account = parseAccountJson(await readFile(path, 'utf8'));
    if (name.address === null || name.address === account.address) return account;
    throw new Error(`it holds the account ${account.address}`);
  }
  const data = new Uint8Array(await readFile(path));
  return toChainAccount({ address: name.address ?? '', owner: inferOwner(data), data });
}

function chooseOnePerAddress(files: readonly AccountFile[], notes: string[]): ChainAccount[] {
  const chosen = new Map<string, AccountFile>();
  for (const file of files.toSorted(byPreference)) {
    const winner = chosen.get(file.account.address);
    if (winner === undefined) chosen.set(file.account.address, file);
    else notes.push(`${file.fileName}: not used, ${winner.fileName} stands for ${file.account.address}`);
  }
  return [...chosen.values()].map((file) => file.account);
}

function byPreference(left: AccountFile, right: AccountFile): number {
  if ((left.label === '') !== (right.label === '')) return left.label === '' ? -1 : 1;
  if (left.label !== right.label) return left.label > right.label ? -1 : 1;
  return left.format === right.format ? 0 : left.format === 'json' ? -1 : 1;
}
