import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { acquirePidLock, type PidLock } from '@tidemark/embedded-postgres';
import { errorCode } from '@tidemark/runtime';
import { z } from 'zod';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';

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
