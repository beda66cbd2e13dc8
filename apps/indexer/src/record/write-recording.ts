import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '@tidemark/runtime';
import { clusterLabelOf } from '../identify-chain.ts';
import type { Recording } from './read-accounts.ts';

/** Content of meta.json. Integers that may exceed 53 bits are decimal strings. */
export interface RecordingMeta {
  readonly genesisHash: string;
  readonly cluster: string;
  readonly commitment: string;
  /** Host and port of the RPC endpoint. */
  readonly endpoint: string;
  /** ISO-8601 UTC, wall clock. */
  readonly recordedAt: string;
  /** The newest bank that accounts were read from. */
  readonly clock: { readonly slot: string; readonly unixTimestamp: string };
  readonly accounts: readonly RecordedFile[];
  readonly missing: readonly string[];
}

export interface RecordedFile {
  readonly file: string;
  readonly address: string;
  readonly kind: string;
  readonly owner: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly slot: string;
  readonly unixTimestamp: string;
}

/**
 * Writes a recording into a folder that is new or empty. The folder appears at once and whole: it is written beside its
 * place and then renamed. Throws an Error in words for the user when the folder holds something.
 */
export async function writeRecording(outDir: string, recording: Recording, now: Date): Promise<RecordingMeta> {
  const target = resolve(outDir);
  await refuseFilledFolder(target);
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const accounts = await writeAccounts(draft, recording);
    const meta = describeRecording(recording, accounts, now);
    await writeFile(join(draft, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`);
    // A temporary folder is its maker's alone; a recording is to be read.
    await chmod(draft, 0o755);
    await rmdir(target).catch(() => undefined);
    await rename(draft, target);
    return meta;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function refuseFilledFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new Error(`${folder} is not empty: recordings are never mixed`);
}

async function writeAccounts(folder: string, { accounts }: Recording): Promise<RecordedFile[]> {
  const files: RecordedFile[] = [];
  for (const { kind, account, slot, unixTimestamp } of accounts) {
    const file = `${account.address}.bin`;
    await writeFile(join(folder, file), account.data);
    files.push({
      file,
      address: account.address,
      kind,
      owner: account.owner,
      bytes: account.data.length,
      sha256: createHash('sha256').update(account.data).digest('hex'),
      slot: slot.toString(),
      unixTimestamp: unixTimestamp.toString(),
    });
  }
  return files;
}

function describeRecording(recording: Recording, accounts: readonly RecordedFile[], now: Date): RecordingMeta {
  const { genesisHash, commitment, endpoint, missing } = recording;
  const newest = recording.accounts.reduce(
    (best, { slot, unixTimestamp }) => (slot > best.slot ? { slot, unixTimestamp } : best),
    { slot: 0n, unixTimestamp: 0n },
  );
  return {
    genesisHash,
    cluster: clusterLabelOf(genesisHash),
    commitment,
    endpoint,
    recordedAt: now.toISOString(),
    clock: { slot: newest.slot.toString(), unixTimestamp: newest.unixTimestamp.toString() },
    accounts,
    missing,
  };
}
