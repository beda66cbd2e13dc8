import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

const MEMORY = '/dev/shm';
/** Several times what the databases of a run hold at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * A new folder for a throwaway Postgres: in memory where there is plenty, since a run makes hundreds of databases and each
 * is some three hundred files; a copy on disk takes several times the processor time.
 */
export async function makeThrowawayDir(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? MEMORY : tmpdir(), prefix));
}

/** In containers `/dev/shm` is often there, and tiny. */
async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
