import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the lines of a program go. */
export interface ProgramLog {
  write(line: string): void;
  /** Nothing comes any more. */
  end(): void;
}

/** A file for everything that runs under a name in the folder, also one after the other. */
export function openProgramLog(dir: string, name: string): ProgramLog {
  mkdirSync(dir, { recursive: true });
  const stream = createWriteStream(join(dir, `${name.replaceAll(' ', '-')}.log`), { flags: 'a' });
  // The folder of a seed that held goes while the last lines are still on their way; and a run is not to end for its log.
  stream.on('error', () => undefined);
  return { write: (line) => void stream.write(`${line}\n`), end: () => void stream.end() };
}

/** The last lines of a program. */
export interface LastLines {
  readonly name: string;
  readonly lines: readonly string[];
}

/** A log line may hold a whole script. */
const LONGEST_LINE = 300;

/** The last lines of every file of the folder, by name; those that said nothing are left out. */
export async function readLastLines(dir: string, count: number): Promise<LastLines[]> {
  const files = await readdir(dir).catch(() => []);
  const all = files.map(async (file) => {
    const text = await readFile(join(dir, file), 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    return { name: file.replace(/\.log$/, ''), lines: lines.slice(-count).map((line) => line.slice(0, LONGEST_LINE)) };
  });
  const said = (await Promise.all(all)).filter(({ lines }) => lines.length > 0);
  return said.toSorted((a, b) => a.name.localeCompare(b.name));
}
