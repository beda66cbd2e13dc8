import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '@tidemark/runtime';

const execFileAsync = promisify(execFile);

/** A file system of limited size, of the run's own. */
export interface Disk {
  readonly dir: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  clear(): Promise<void>;
  unmount(): Promise<void>;
}

/** Room for a cluster and its log; what a fault fills up lies in memory. */
const SIZE = '400m';
const MEBIBYTE = 2 ** 20;

/** Mounts one; null where this machine or user may not. */
export async function mountDisk(dir: string): Promise<Disk | null> {
  await mkdir(dir, { recursive: true });
  const isMounted = await execFileAsync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', dir]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return null;
  await chmod(dir, 0o711);
  const ballast = join(dir, 'ballast');
  // A simulation that is interrupted leaves no mount behind.
  const release = (): void => void execFileSync('umount', ['-l', dir]);
  process.once('exit', release);
  return {
    dir,
    fill: () => fillWith(ballast),
    clear: () => rm(ballast, { force: true }),
    unmount: async () => {
      process.off('exit', release);
      await execFileAsync('umount', ['-l', dir]);
    },
  };
}

/** Big pieces first, then small ones, until not one page is left. */
async function fillWith(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const size of [MEBIBYTE, 4_096]) {
      const piece = Buffer.alloc(size, 1);
      for (let hasRoom = true; hasRoom; ) {
        hasRoom = await file.write(piece).then(
          ({ bytesWritten }) => bytesWritten === size,
          (error: unknown) => {
            if (errorCode(error) === 'ENOSPC') return false;
            throw error;
          },
        );
      }
    }
  } finally {
    await file.close();
  }
}
