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

/** An account of an oracle that its first bytes and its size give away. */
interface OracleKind {
  readonly discriminatorHex: string;
  readonly size: number;
  readonly owner: string;
}

const SCOPE_PROGRAM = 'HFn8GnPADiny6XqUoWE8uRPPxb29ikn4yTuPa9MF2fWJ';
const PYTH_RECEIVER_PROGRAM = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
const SWITCHBOARD_PROGRAM = 'SBondMDrcV3K4kxZR1HNVT7osZxAHVHgYXL5Ze1oMUv';

const ORACLE_KINDS: readonly OracleKind[] = [
  { discriminatorHex: '598076dd0648b492', size: 28_712, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c08b1bfa35a6653d', size: 344_136, owner: SCOPE_PROGRAM },
  { discriminatorHex: '28f46e50ffd6f3bc', size: 29_704, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'dd6b40674300a516', size: 86_024, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c04fac1e15ad192b', size: 10_240, owner: SCOPE_PROGRAM },
  { discriminatorHex: '22f123639d7ef4cd', size: 134, owner: PYTH_RECEIVER_PROGRAM },
  { discriminatorHex: 'c41b6cc40ad7db28', size: 3_208, owner: SWITCHBOARD_PROGRAM },
];

const DISCRIMINATOR_BYTES = 8;
const PROTOCOL_KINDS = PROTOCOLS.flatMap(({ accounts: { reserve, market } }) => [
  reserve,
  ...(market === null ? [] : [market]),
]);

/**
 * Owner of an account whose file holds only its data, from its first bytes and its size; the system program where they say
 * nothing. Reserves and markets of the protocols, Scope's accounts, Pyth price updates and Switchboard pull feeds are known.
 */
export function inferOwner(data: Uint8Array): string {
  const discriminatorHex = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  const oracle = ORACLE_KINDS.find(
    (known) => known.size === data.length && known.discriminatorHex === discriminatorHex,
  );
  const kind = PROTOCOL_KINDS.find((known) => known.looksValid(data));
  return kind?.program ?? oracle?.owner ?? SYSTEM_PROGRAM_ADDRESS;
}
