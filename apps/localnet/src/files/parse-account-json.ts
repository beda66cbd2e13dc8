import { isAddress } from '@tidemark/core';
import { z } from 'zod';
import type { ChainAccount } from '../chain/chain-account.ts';

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
