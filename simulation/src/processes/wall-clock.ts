import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The wall clock of one place of a process, which can be set wrong. A process that is started there again has it too. */
export interface WallClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets it ahead, or back where negative. */
  shift(milliseconds: number): Promise<void>;
  /** How often the process asked for the time while the clock was wrong. */
  askedWhileOff(): Promise<number>;
}

const PRELOAD = pathToFileURL(fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))).href;

export async function createWallClock(file: string): Promise<WallClock> {
  const set = async (milliseconds: number): Promise<void> => {
    // Never read half written.
    await writeFile(`${file}.new`, String(milliseconds));
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    env: { SIMULATION_CLOCK_FILE: file, NODE_OPTIONS: `--stack-trace-limit=60 --import=${PRELOAD}` },
    shift: set,
    askedWhileOff: async () => Number(await readFile(`${file}.asked`, 'utf8').catch(() => '0')),
  };
}
