/** What the user of `npm start` sees. */
export interface Terminal {
  /** A finished step, with its duration. */
  readonly done: (text: string, startedAtMs?: number) => void;
  /** A step that takes a while. */
  readonly busy: (text: string) => void;
  /** Something out of the ordinary that does not stop the start. */
  readonly note: (text: string) => void;
  readonly problem: (text: string) => void;
  readonly plain: (text: string) => void;
}

/** Writes to the given function, with colours only if asked. */
export function createTerminal(write: (text: string) => void, colour: boolean): Terminal {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    done: (text, startedAtMs) => {
      const seconds = startedAtMs === undefined ? '' : paint(2, ` (${formatSeconds(performance.now() - startedAtMs)})`);
      write(`${paint(32, '✓')} ${text}${seconds}\n`);
    },
    busy: (text) => write(`${paint(2, '…')} ${text}\n`),
    note: (text) => write(`${paint(33, '!')} ${text}\n`),
    problem: (text) => write(`${paint(31, '✗')} ${text}\n`),
    plain: (text) => write(`${text}\n`),
  };
}

function formatSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
