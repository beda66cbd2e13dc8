import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 20_000_000;

export interface LogFile {
  readonly path: string;
  readonly write: (line: string) => void;
}

/**
 * A file that a service's lines are added to. At 20 MB it becomes `.1` and a new one begins. Lines are written at once, so
 * that nothing is missing after a crash.
 */
export function openLogFile(path: string, maxBytes = MAX_BYTES): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    path,
    write: (line) => {
      if (bytes > maxBytes) {
        renameSync(path, `${path}.1`);
        bytes = 0;
      }
      const text = `${line}\n`;
      appendFileSync(path, text, { mode: 0o600 });
      bytes += Buffer.byteLength(text);
    },
  };
}
