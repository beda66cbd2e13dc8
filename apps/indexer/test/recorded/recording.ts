import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';

/**
 * What the indexer does, in the words of its jobs. `late`: a poll of a bank that is older than the newest one that was read; `http`: prices of
 * services behind HTTP.
 */
const work = z.enum([
  'discover',
  'poll',
  'late',
  'follow',
  'http',
  'prices',
  'search',
  'pools',
  'rollup',
  'audit',
  'rederive',
]);

const line = z.discriminatedUnion('do', [
  /** Slot and time of the chain, and the time of the world around it, which never goes back, in unix milliseconds. */
  z.object({ do: z.literal('clock'), slot: z.int(), unixTime: z.int(), wall: z.int() }),
  z.object({ do: z.literal('put'), address: z.string(), owner: z.string(), data: z.base64() }),
  /** Bytes that replace others of an account: where, and which. */
  z.object({ do: z.literal('patch'), address: z.string(), edits: z.array(z.tuple([z.int(), z.base64()])) }),
  z.object({ do: z.literal('remove'), address: z.string() }),
  /** From now on no node answers, or nodes answer again. */
  z.object({ do: z.literal('away'), isAway: z.boolean() }),
  /** What the service behind HTTP says from now on: a price by mint. */
  z.object({ do: z.literal('says'), answer: z.record(z.string(), z.unknown()) }),
  /** The indexer is started, again where it ran; an older version stores wrong rates. */
  z.object({ do: z.literal('start'), listedMarkets: z.array(z.string()), isOlder: z.boolean() }),
  /** `code`: of the error that each call of it ends with; none where all goes well. */
  z.object({ do: z.literal('run'), work, code: z.string().optional() }),
]);

export type Work = z.output<typeof work>;
export type Line = z.output<typeof line>;

export interface RecordedAccount {
  readonly owner: string;
  readonly data: Uint8Array;
}
/** By address. */
export type RecordedAccounts = ReadonlyMap<string, RecordedAccount>;

const FILE = fileURLToPath(new URL('recording.jsonl.br', import.meta.url));

export async function readRecording(): Promise<Line[]> {
  const text = brotliDecompressSync(await readFile(FILE)).toString();
  return text.split('\n').map((each) => line.parse(JSON.parse(each)));
}

/** Returns its size in bytes. */
export async function writeRecording(lines: readonly Line[]): Promise<number> {
  const text = Buffer.from(lines.map((each) => JSON.stringify(each)).join('\n'));
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  const bytes = brotliCompressSync(text, { params });
  await writeFile(FILE, bytes);
  return bytes.length;
}

/** What makes the accounts `after` of those `before`. */
export function compare(before: RecordedAccounts, after: RecordedAccounts): Line[] {
  const removed = [...before.keys()].filter((address) => !after.has(address));
  const changed = [...after].flatMap(([address, account]): Line[] => {
    const known = before.get(address);
    if (known?.owner !== account.owner || known.data.length !== account.data.length) {
      return [{ do: 'put', address, owner: account.owner, data: Buffer.from(account.data).toString('base64') }];
    }
    const edits = editsOf(known.data, account.data);
    return edits.length === 0 ? [] : [{ do: 'patch', address, edits }];
  });
  return [...removed.map((address): Line => ({ do: 'remove', address })), ...changed];
}

/** Equal bytes between two changes that are not worth a new edit. */
const MERGED_BYTES = 4;

function editsOf(before: Uint8Array, after: Uint8Array): [number, string][] {
  const edits: [number, string][] = [];
  for (let from = 0; from < after.length; from += 1) {
    if (before[from] === after[from]) continue;
    let to = from + 1;
    for (let at = to; at < after.length && at - to <= MERGED_BYTES; at += 1) if (before[at] !== after[at]) to = at + 1;
    edits.push([from, Buffer.from(after.subarray(from, to)).toString('base64')]);
    from = to;
  }
  return edits;
}

export function patched(data: Uint8Array, edits: readonly (readonly [number, string])[]): Uint8Array {
  const copy = data.slice();
  for (const [at, bytes] of edits) copy.set(Buffer.from(bytes, 'base64'), at);
  return copy;
}
