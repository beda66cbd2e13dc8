import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROTOCOL_NAMES, type Protocol, protocolOf } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import { clusterLabelOf } from './identify-chain.ts';
import { BankClock } from './pipeline/bank-clock.ts';
import { fetchBatch, inPieces } from './pipeline/fetch-batch.ts';
import { findAccounts } from './pipeline/find-accounts.ts';
import { fetchGenesisHash, type RpcClient, systemClock } from './rpc/index.ts';
import { parseAddresses, splitList } from './run-command.ts';

export const RECORD_USAGE = `usage: record --rpc URL[,URL] --out DIR (--reserves A,B | --market A,B | --all) [--protocol NAME]

Writes reserves and their lending markets as ADDRESS.bin into a new folder, with meta.json: the slot and time of the bank
that each was read from, the chain, and the SHA-256 of each file. Localnet serves such a folder (LOCALNET_ACCOUNTS).`;

/** Which reserves to record, those of every market where none is named; their lending markets come along. */
type Selection = { readonly reserves: readonly string[] } | { readonly markets: readonly string[] };

/** Reads the command line; throws an Error in words for the user. */
export function parseRecordArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rpc: { type: 'string' },
      out: { type: 'string' },
      reserves: { type: 'string' },
      market: { type: 'string' },
      all: { type: 'boolean' },
      protocol: { type: 'string', default: PROTOCOL_NAMES[0] ?? '' },
    },
  });
  const { out: outDir = '', reserves, market, all } = values;
  const rpcUrls = splitList(values.rpc);
  if (rpcUrls.length === 0) throw new Error('--rpc is missing');
  if (!rpcUrls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw new Error('--rpc takes http:// or https:// URLs');
  }
  if (outDir === '') throw new Error('--out is missing');
  const chosen: Selection[] = [
    ...(all === true ? [{ markets: [] }] : []),
    ...(market === undefined ? [] : [{ markets: parseAddresses('--market', market) }]),
    ...(reserves === undefined ? [] : [{ reserves: parseAddresses('--reserves', reserves) }]),
  ];
  const [selection] = chosen;
  if (selection === undefined || chosen.length > 1) throw new Error('give one of --reserves, --market and --all');
  return { rpcUrls, outDir, protocol: protocolOf(values.protocol), selection };
}

/** What was read, each account with the bank that it was read from. */
export type Recording = Awaited<ReturnType<typeof readAccounts>>;
type RecordedAccounts = Awaited<ReturnType<typeof readKind>>['accounts'];

/** Reads the chosen reserves and their markets as they are, whether they can be decoded or not. Fails with RpcError. */
export async function readAccounts(rpc: RpcClient, protocol: Protocol, selection: Selection) {
  const genesisHash = await fetchGenesisHash(rpc);
  rpc.pinGenesisHash(genesisHash);
  const chosen = 'markets' in selection ? selection.markets : [];
  const follow = { markets: chosen, reserves: [] };
  const addresses =
    'reserves' in selection
      ? selection.reserves
      : (await findAccounts(rpc, { protocol, follow, genesisHash, nothingKnown: false })).reserves;
  const reserves = await readKind(rpc, addresses, 'reserve');
  const marketAddresses = new Set([...chosen, ...marketsOf(protocol, reserves.accounts)]);
  const markets = await readKind(rpc, [...marketAddresses].toSorted(), 'lending_market');
  return {
    genesisHash,
    commitment: rpc.commitment,
    /** Host and port only. */
    endpoint: reserves.endpoint ?? markets.endpoint ?? '',
    accounts: [...markets.accounts, ...reserves.accounts],
    /** Addresses that were asked for and have no account. */
    missing: [...markets.missing, ...reserves.missing],
  };
}

function marketsOf(protocol: Protocol, reserves: RecordedAccounts): string[] {
  return reserves.flatMap(({ account }) => {
    try {
      return [protocol.identity(protocol.decodeReserve(account)).lendingMarket];
    } catch {
      // Recorded all the same: bytes that cannot be decoded are worth keeping most.
      return [];
    }
  });
}

/** There is no database: the clock of this machine takes the place of its clock. */
const newBankClock = (): BankClock =>
  new BankClock({
    wallClock: { now: () => Promise.resolve(new Date()) },
    loadNewest: () => Promise.resolve(null),
    toleranceMs: 120_000,
    clock: systemClock,
  });

async function readKind(rpc: RpcClient, addresses: readonly string[], kind: 'reserve' | 'lending_market') {
  const bankClock = newBankClock();
  const batches = await inPieces(rpc, addresses, (piece) => fetchBatch(rpc, piece, { bankClock }));
  const found = batches.flatMap(({ accounts, bank: { slot, unixTimestamp } }) =>
    [...accounts].map(([address, account]) => ({ address, account, slot, unixTimestamp })),
  );
  return {
    accounts: found.flatMap(({ account, slot, unixTimestamp }) =>
      account === null ? [] : [{ kind, account, slot, unixTimestamp }],
    ),
    missing: found.filter(({ account }) => account === null).map(({ address }) => address),
    endpoint: batches.at(-1)?.endpoint,
  };
}

/** Content of meta.json. */
export type RecordingMeta = Awaited<ReturnType<typeof writeRecording>>;

/**
 * Writes a recording into a folder that is new or empty. The folder appears at once and whole: it is written beside its
 * place and then renamed. Throws an Error in words for the user when the folder holds something.
 */
export async function writeRecording(outDir: string, recording: Recording, now: Date) {
  const target = resolve(outDir);
  const entries = await readdir(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new Error(`${target} is not empty: recordings are never mixed`);
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    for (const { account } of recording.accounts) await writeFile(join(draft, fileOf(account.address)), account.data);
    const meta = describeRecording(recording, now);
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

/** Integers that may exceed 53 bits are decimal strings. */
function describeRecording({ accounts, genesisHash, commitment, endpoint, missing }: Recording, now: Date) {
  const [newest] = accounts.toSorted((a, b) => Number(b.slot - a.slot));
  return {
    genesisHash,
    cluster: clusterLabelOf(genesisHash),
    commitment,
    endpoint,
    recordedAt: now.toISOString(),
    clock: { slot: String(newest?.slot ?? 0n), unixTimestamp: String(newest?.unixTimestamp ?? 0n) },
    accounts: accounts.map(({ kind, account, slot, unixTimestamp }) => ({
      file: fileOf(account.address),
      address: account.address,
      kind,
      owner: account.owner,
      bytes: account.data.length,
      sha256: createHash('sha256').update(account.data).digest('hex'),
      slot: slot.toString(),
      unixTimestamp: unixTimestamp.toString(),
    })),
    missing,
  };
}

function fileOf(address: string): string {
  return `${address}.bin`;
}
