import { parseArgs } from 'node:util';
import { isAddress } from '@tidemark/core';
import { PROTOCOL_NAMES, type Protocol, protocolOf } from '@tidemark/protocols';

export interface RecordArguments {
  /** In order of preference. */
  readonly rpcUrls: readonly string[];
  readonly outDir: string;
  readonly protocol: Protocol;
  readonly selection: RecordSelection;
}

/** Which reserves to record; their lending markets come along. */
export type RecordSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'markets'; readonly addresses: readonly string[] }
  | { readonly kind: 'reserves'; readonly addresses: readonly string[] };

export const RECORD_USAGE = `usage: record --rpc URL[,URL] --out DIR (--reserves A,B | --market A,B | --all) [--protocol NAME]

Writes reserves and their lending markets as ADDRESS.bin into a new folder, with meta.json: the slot and time of the bank
that each was read from, the chain, and the SHA-256 of each file. Localnet serves such a folder (LOCALNET_ACCOUNTS).`;

/** Reads the command line; throws an Error in words for the user. */
export function parseRecordArguments(args: readonly string[]): RecordArguments {
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
  const rpcUrls = splitList(values.rpc);
  if (rpcUrls.length === 0) throw new Error('--rpc is missing');
  if (!rpcUrls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw new Error('--rpc takes http:// or https:// URLs');
  }
  if (values.out === undefined || values.out === '') throw new Error('--out is missing');
  return { rpcUrls, outDir: values.out, protocol: protocolOf(values.protocol), selection: parseSelection(values) };
}

function parseSelection(values: { reserves?: string; market?: string; all?: boolean }): RecordSelection {
  const chosen: RecordSelection[] = [];
  if (values.all === true) chosen.push({ kind: 'all' });
  if (values.market !== undefined)
    chosen.push({ kind: 'markets', addresses: parseAddresses('--market', values.market) });
  if (values.reserves !== undefined) {
    chosen.push({ kind: 'reserves', addresses: parseAddresses('--reserves', values.reserves) });
  }
  const [selection] = chosen;
  if (selection === undefined || chosen.length > 1) throw new Error('give one of --reserves, --market and --all');
  return selection;
}

function parseAddresses(flag: string, text: string): string[] {
  const addresses = splitList(text);
  const foreign = addresses.filter((address) => !isAddress(address));
  if (addresses.length === 0 || foreign.length > 0) {
    throw new Error(`${flag} takes base58 addresses${foreign.length > 0 ? `, not ${foreign.join(', ')}` : ''}`);
  }
  return addresses;
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
