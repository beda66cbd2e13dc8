import { isAddress } from '@tidemark/core';
import { PROTOCOLS } from '@tidemark/protocols';
import { z } from 'zod';
import { type ChainAccount, SYSTEM_PROGRAM_ADDRESS } from '../chain/chain-account.ts';

/** What the name of an account file says. */
export interface AccountFileName {
  /** null where the name is not an address; a JSON file then names the account inside. */
  readonly address: string | null;
  /** What follows `@`; '' for a plain name. */
  readonly label: string;
  readonly format: 'bin' | 'json';
}

const PATTERN = /^(?<stem>[^@]+)(?:@(?<label>.*))?\.(?<format>bin|json)$/;

/** Reads `ADDRESS.bin`, `ADDRESS@label.bin` and the same with `.json`; null for names that are neither. */
export function parseAccountFileName(name: string): AccountFileName | null {
  const groups = PATTERN.exec(name)?.groups;
  if (groups === undefined) return null;
  const stem = groups['stem'] ?? '';
  const address = isAddress(stem) ? stem : null;
  const format = groups['format'] === 'json' ? 'json' : 'bin';
  if (address === null && format === 'bin') return null;
  return { address, label: groups['label'] ?? '', format };
}

const address = z.string().refine(isAddress, 'is not an address');
const u64 = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)]).transform(BigInt);

const accountFile = z.object({
  pubkey: address,
  account: z.object({
    lamports: u64,
    data: z.tuple([z.base64(), z.literal('base64')]),
    owner: address,
    executable: z.boolean(),
    rentEpoch: u64,
  }),
});

// JSON.parse rounds integers above 2^53, and the rent epoch of every mainnet account is 2^64 − 1.
const BIG_FIELDS = /("(?:lamports|rentEpoch)"\s*:\s*)(\d+)/g;

/**
 * Reads the output of `solana account --output json` (also what `solana-test-validator --account` takes). Throws an
 * Error that names what is wrong.
 */
export function parseAccountJson(text: string): ChainAccount {
  const result = accountFile.safeParse(parseJson(text.replace(BIG_FIELDS, '$1"$2"')));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new Error(
      `not the JSON of an account: ${issue?.path.join('.') || 'top level'} ${issue?.message ?? ''}`.trim(),
    );
  }
  const { pubkey, account } = result.data;
  return {
    address: pubkey,
    owner: account.owner,
    lamports: account.lamports,
    executable: account.executable,
    rentEpoch: account.rentEpoch,
    data: new Uint8Array(Buffer.from(account.data[0], 'base64')),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('not JSON');
  }
}

const PROTOCOL_KINDS = PROTOCOLS.flatMap(({ accounts: { reserve, market } }) => [
  reserve,
  ...(market === null ? [] : [market]),
]);

/**
 * Owner of an account whose file holds only its data: the program of the protocol whose reserve or market it looks like, else the
 * system program.
 */
export function inferOwner(data: Uint8Array): string {
  return PROTOCOL_KINDS.find((known) => known.looksValid(data))?.program ?? SYSTEM_PROGRAM_ADDRESS;
}
