import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

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

/** One line of a service's output, as far as the terminal is concerned. */
export interface LogLine {
  readonly level: 'warn' | 'error' | 'other';
  /** Short form for the terminal. */
  readonly text: string;
}

const pinoLine = z.looseObject({
  level: z.string(),
  msg: z.string().optional(),
  route: z.string().optional(),
  err: z.looseObject({ message: z.string().optional() }).optional(),
});

/** Fields that every line has, and the error, which is shown by its message. */
const QUIET_FIELDS: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err']);
const MAX_FIELDS_CHARACTERS = 300;

/** Reads a line: JSON of a logger by its level; anything else on stderr is an error in plain text. */
export function parseLogLine(line: string, stream: 'stdout' | 'stderr'): LogLine {
  const parsed = pinoLine.safeParse(parseJson(line));
  if (!parsed.success) return { level: stream === 'stderr' && line.trim() !== '' ? 'error' : 'other', text: line };
  const { level, msg = '', err, route } = parsed.data;
  const fields = Object.entries(parsed.data)
    .filter(([name, value]) => !QUIET_FIELDS.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const short = fields.length > MAX_FIELDS_CHARACTERS ? `${fields.slice(0, MAX_FIELDS_CHARACTERS)}…` : fields;
  const text = [msg, err?.message === undefined ? '' : `(${err.message})`, short]
    .filter((part) => part !== '')
    .join(' ');
  // The stack itself polls /ready during the start; the API's refusals are expected.
  return { level: route === '/ready' ? 'other' : levelOf(level), text };
}

function levelOf(level: string): LogLine['level'] {
  if (level === 'warn') return 'warn';
  return level === 'error' || level === 'fatal' ? 'error' : 'other';
}

function parseJson(line: string): unknown {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

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
