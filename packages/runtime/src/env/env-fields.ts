import { parseDatabaseUrl } from '@tidemark/core';
import { z } from 'zod';

/** `read` turns the text of a variable into a value; undefined where it is none, an error that says in words why where that helps. */
function field<Value>(expected: string, read: (text: string) => Value | undefined) {
  return z
    .string()
    .transform((text, context): Value => {
      try {
        const value = read(text);
        if (value !== undefined) return value;
        context.issues.push({ code: 'invalid_value', values: [], input: text });
      } catch (error) {
        context.issues.push({ code: 'custom', message: error instanceof Error ? error.message : '', input: text });
      }
      return z.NEVER;
    })
    .describe(expected);
}

/** Bounds of a whole number, both inclusive. */
export interface IntegerRange {
  readonly min?: number;
  readonly max?: number;
}

function integer(range: IntegerRange = {}, unit = 'a whole number') {
  const min = range.min ?? 0;
  const max = range.max ?? Number.MAX_SAFE_INTEGER;
  const bounds = range.max === undefined ? `${min} or more` : `${min} to ${max}`;
  return field(`${unit} (${bounds})`, (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
  });
}

function url(protocols: readonly string[]) {
  const expected = `a URL with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
  return field(expected, (text) => (isUrl(text, protocols) ? text : undefined));
}

function urlList(protocols: readonly string[]) {
  const expected = `a comma-separated list of URLs with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
  return field(expected, (text): readonly string[] | undefined => {
    const urls = splitList(text);
    const wrong = urls.flatMap((part, index) => (isUrl(part, protocols) ? [] : [index + 1]));
    if (wrong.length > 0) throw new Error(`entry ${wrong.join(', ')} is not such a URL`);
    return urls.length > 0 ? urls : undefined;
  });
}

function boolean() {
  return field('true or false (also 1, 0, yes, no, on, off)', (text) => {
    if (/^(true|1|yes|on)$/i.test(text)) return true;
    return /^(false|0|no|off)$/i.test(text) ? false : undefined;
  });
}

function commaList(what = 'entries') {
  return field(`a comma-separated list of ${what}`, (text): readonly string[] | undefined => {
    const parts = splitList(text);
    return parts.length > 0 ? parts : undefined;
  });
}

/** `because` says why there are no others. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, because?: string) {
  return field(
    `one of ${values.join(', ')}${because === undefined ? '' : ` (${because})`}`,
    (text): Values[number] | undefined => (values.includes(text) ? text : undefined),
  );
}

function number(range: { readonly min: number; readonly max: number }) {
  return field(`a number (${range.min} to ${range.max})`, (text) => {
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    return value >= range.min && value <= range.max ? value : undefined;
  });
}

/**
 * Common kinds of variables as zod fields, each with the sentence that `parseEnv` prints when the value is wrong.
 * Add `.default(value)` (already typed) or `.optional()` where a variable may be left out.
 */
export const envFields = {
  /** A TCP port; 0 asks the system for any free one. */
  port: () => integer({ min: 0, max: 65_535 }, 'a port'),
  /** A whole number of milliseconds. */
  milliseconds: (range: IntegerRange = {}) => integer(range, 'milliseconds, a whole number'),
  /** A whole number; 0 or more unless a range says otherwise. */
  integer: (range: IntegerRange = {}) => integer(range),
  /** A decimal number within a range. */
  number,
  /** One URL of the given protocols, for example `['http', 'https']`. The text stays as given. */
  url,
  /** URLs of the given protocols, separated by commas; at least one. */
  urlList,
  /** A Postgres connection URL. */
  postgresUrl: () =>
    field('a URL with postgres:// or postgresql://', (text) => {
      if (!isUrl(text, ['postgres', 'postgresql'])) return undefined;
      parseDatabaseUrl(text);
      return text;
    }),
  /** true/false, 1/0, yes/no, on/off. */
  boolean,
  /** Texts separated by commas, trimmed, empty ones dropped; at least one. */
  commaList,
  /** One of a fixed list of texts. */
  oneOf,
  /** Any text that is not empty. */
  text: (expected = 'a text') => z.string().describe(expected),
  /** The pino levels, and `silent`. */
  logLevel: () => oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
} as const;

function isUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const parsed = new URL(text);
  return protocols.includes(parsed.protocol.slice(0, -1)) && parsed.host !== '';
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
