import { z } from 'zod';

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
  // The stack itself asks for readiness all through the start; the API's refusals are no news.
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
