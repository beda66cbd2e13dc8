import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { acquirePidLock, type PidLock } from '@tidemark/embedded-postgres';
import { errorCode } from '@tidemark/runtime';
import { z } from 'zod';
import type { ChainAccount } from '../chain/chain-account.ts';

const FILE_NAME = 'checkpoint.json';
const FORMAT = 1;

const envelope = z.object({ format: z.literal(FORMAT), sha256: z.string(), body: z.string() });

/** What a state folder holds. */
export type CheckpointOnDisk =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly checkpoint: Checkpoint }
  /** The file cannot be used; it was renamed to `movedTo`. */
  | { readonly kind: 'corrupt'; readonly movedTo: string; readonly reason: string };

/** The state folder of one chain: a checkpoint, replaced as a whole, and a lock against a second process. */
export class CheckpointStore {
  readonly #folder: string;
  readonly #lock: PidLock;

  private constructor(folder: string, lock: PidLock) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Makes the folder where needed and locks it. Throws where another process that is alive holds it. */
  static async open(folder: string): Promise<CheckpointStore> {
    await mkdir(folder, { recursive: true });
    return new CheckpointStore(folder, await acquirePidLock(join(folder, 'localnet.lock')));
  }

  /** Reads the checkpoint. A file that cannot be used is moved aside. */
  async load(): Promise<CheckpointOnDisk> {
    const file = join(this.#folder, FILE_NAME);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { kind: 'none' };
      throw error;
    }
    try {
      return { kind: 'found', checkpoint: parseCheckpoint(text) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'corrupt', movedTo: await this.moveAside('corrupt'), reason };
    }
  }

  /** Replaces the checkpoint; a crash at any moment leaves the old one or the new one. */
  async save(checkpoint: Checkpoint): Promise<void> {
    const body = JSON.stringify(encodeCheckpoint(checkpoint));
    const text = JSON.stringify({ format: FORMAT, sha256: sha256(body), body });
    const file = join(this.#folder, FILE_NAME);
    const draft = `${file}.tmp`;
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  }

  /** Renames the checkpoint so that a new chain can begin; returns the new name. */
  async moveAside(reason: string): Promise<string> {
    const file = join(this.#folder, FILE_NAME);
    const target = `${file}.${reason}-${Date.now()}`;
    await rename(file, target);
    return target;
  }

  /** Unlocks the folder. */
  async close(): Promise<void> {
    await this.#lock.release();
  }
}

function parseCheckpoint(text: string): Checkpoint {
  const { sha256: expected, body } = envelope.parse(JSON.parse(text));
  if (sha256(body) !== expected) throw new Error('the checksum does not match');
  return decodeCheckpoint(JSON.parse(body));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

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
