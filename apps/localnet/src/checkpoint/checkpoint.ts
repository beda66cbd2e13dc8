import { z } from 'zod';
import type { ChainAccount } from '../chain/chain-account.ts';

const u64 = z.string().regex(/^\d+$/).transform(BigInt);

const storedAccount = z.object({
  address: z.string(),
  owner: z.string(),
  lamports: u64,
  executable: z.boolean(),
  rentEpoch: u64,
  dataBase64: z.base64(),
});

/** A checkpoint as it lies in its file. */
export const storedCheckpoint = z.object({
  origin: z.object({
    source: z.string(),
    seed: z.string(),
    filesSha256: z.string().nullable(),
    activity: z.string(),
    accrualVariant: z.string(),
  }),
  genesisHash: z.string(),
  startSlot: z.number().int(),
  startUnixTimeMs: z.number(),
  slotMs: z.number(),
  reportedSlotMs: z.number(),
  anchor: z.object({ slot: z.number().int(), unixTimeMs: z.number(), wallMs: z.number() }),
  reachedSlot: z.number().int(),
  accounts: z.array(storedAccount),
});

/** What a chain was started with; a checkpoint continues only a chain of the same origin. */
export type ChainOrigin = z.output<typeof storedCheckpoint>['origin'];

/** Everything that a chain needs to continue after a restart. */
export interface Checkpoint extends Omit<z.output<typeof storedCheckpoint>, 'accounts'> {
  readonly accounts: readonly ChainAccount[];
}

/** The checkpoint as plain JSON. */
export function encodeCheckpoint(checkpoint: Checkpoint): z.input<typeof storedCheckpoint> {
  return {
    ...checkpoint,
    accounts: checkpoint.accounts.map((account) => ({
      address: account.address,
      owner: account.owner,
      lamports: account.lamports.toString(),
      executable: account.executable,
      rentEpoch: account.rentEpoch.toString(),
      dataBase64: Buffer.from(account.data).toString('base64'),
    })),
  };
}

/** The inverse of `encodeCheckpoint`. Throws where the value is no checkpoint. */
export function decodeCheckpoint(value: unknown): Checkpoint {
  const { accounts, ...rest } = storedCheckpoint.parse(value);
  return {
    ...rest,
    accounts: accounts.map(({ dataBase64, ...account }) => ({
      ...account,
      data: new Uint8Array(Buffer.from(dataBase64, 'base64')),
    })),
  };
}
