import { parseArgs } from 'node:util';
import type { Sql } from '../create-database.ts';
import { listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import {
  type ApiKeyInfo,
  apiKeyStateAt,
  API_KEY_PREFIX_LENGTH,
  type ApiKeyLimits,
  createApiKey,
  type IssuedApiKey,
} from './create-api-key.ts';
import { SchemaError } from '../schema-error.ts';

export const KEYS_USAGE = `Usage:
  keys create --username NAME [--expires 90d]   issue a key; it is printed once
       [--requests-per-minute N] [--concurrent-exports N]
  keys list                                     all keys, without the keys themselves
  keys revoke ID|PREFIX                         end a key now
  keys rotate ID|PREFIX [--grace 24h]           issue a new key, end the old one after the grace period (default: now)
       [--requests-per-minute N] [--concurrent-exports N]
Durations: 45s, 30m, 24h, 90d, 2w.
A user has at most two active keys. A key in its grace period is active: with two, rotate without --grace or revoke one.
Limits that are not given are those of the deployment, or of the key that is rotated.
The API believes a key for a few seconds (KEY_CACHE_MS): a revoked one may be taken that long.
`;

const LIMIT_OPTIONS = { 'requests-per-minute': { type: 'string' }, 'concurrent-exports': { type: 'string' } } as const;

/** Runs one command and returns what it prints. Throws `SchemaError` with one sentence for whatever is wrong with it. */
export async function runKeysCli(sql: Sql, args: readonly string[], now: Date = new Date()): Promise<string> {
  const [command, ...rest] = args;
  if (rest.some((arg) => arg === '--help' || arg === '-h')) return KEYS_USAGE;
  switch (command) {
    case 'create':
      return create(sql, rest, now);
    case 'list':
      parse(rest, {}, 0);
      return describeList(await listApiKeys(sql), now);
    case 'revoke':
      return revoke(sql, rest, now);
    case 'rotate':
      return rotate(sql, rest, now);
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return KEYS_USAGE;
    default:
      throw usageError(`there is no command ${command}; the commands are create, list, revoke and rotate`);
  }
}

async function create(sql: Sql, args: string[], now: Date): Promise<string> {
  const { values } = parse(args, { username: { type: 'string' }, expires: { type: 'string' }, ...LIMIT_OPTIONS }, 0);
  const username = values['username'];
  if (username === undefined) throw usageError('create needs --username NAME');
  const lifetimeMs = readDuration('--expires', values['expires']);
  const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  return describeIssued(await createApiKey(sql, { username, expiresAt, now, ...readLimits(values) }));
}

async function revoke(sql: Sql, args: string[], now: Date): Promise<string> {
  const { positionals } = parse(args, {}, 1);
  const { keyPrefix, username, revokedAt } = await revokeApiKey(sql, keyNameIn(positionals), now);
  return `The key ${keyPrefix} of ${username} is revoked since ${revokedAt?.toISOString()}.\n`;
}

async function rotate(sql: Sql, args: string[], now: Date): Promise<string> {
  const { values, positionals } = parse(args, { grace: { type: 'string' }, ...LIMIT_OPTIONS }, 1);
  const graceMs = readDuration('--grace', values['grace']) ?? 0;
  const issued = await rotateApiKey(sql, keyNameIn(positionals), { graceMs, now, ...readLimits(values) });
  const { keyPrefix, revokedAt, expiresAt } = issued.replaced;
  // A grace period does not outlive the key's own date of expiry.
  const endsAt = revokedAt !== null && expiresAt !== null && expiresAt < revokedAt ? expiresAt : revokedAt;
  return `${describeIssued(issued)}The old key ${keyPrefix} ends at ${endsAt?.toISOString()}.\n`;
}

/** Id or prefix of a key. A whole key, pasted in the place of its prefix, is never repeated in a message. */
function keyNameIn([name = '']: readonly string[]): string {
  return name.startsWith('tdm_') ? name.slice(0, API_KEY_PREFIX_LENGTH) : name;
}

function parse(args: string[], options: Record<string, { type: 'string' }>, positionalCount: number) {
  let parsed: { values: Record<string, string | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
  if (parsed.positionals.length !== positionalCount) {
    throw usageError(
      positionalCount === 1 ? 'name one key by its id or prefix' : `unexpected ${parsed.positionals.join(' ')}`,
    );
  }
  return parsed;
}

function readDuration(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const durationMs = parseDuration(text);
  if (durationMs === null) throw usageError(`${option} must be a duration such as 24h or 90d, not ${text}`);
  return durationMs;
}

function readLimits(values: Readonly<Record<string, string | undefined>>): ApiKeyLimits {
  const requestsPerMinute = readCount('requests-per-minute', values);
  const concurrentExports = readCount('concurrent-exports', values);
  return {
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
    ...(concurrentExports === null ? {} : { concurrentExports }),
  };
}

function readCount(option: string, values: Readonly<Record<string, string | undefined>>): number | null {
  const text = values[option];
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`--${option} must be a whole number above 0, not ${text}`);
  return Number(text);
}

function usageError(message: string): SchemaError {
  return new SchemaError('INVALID_API_KEY_REQUEST', message);
}

function describeIssued({ key, info }: IssuedApiKey): string {
  return [
    `key       ${key}`,
    `username  ${info.username}`,
    `id        ${info.id}`,
    `expires   ${info.expiresAt?.toISOString() ?? 'never'}`,
    ...limitLines(info),
    'Keep the key now: it is not stored and cannot be shown again.',
    '',
  ].join('\n');
}

/** A line per limit of the key's own. */
function limitLines({ requestsPerMinute, concurrentExports }: ApiKeyInfo): string[] {
  return [
    ...(requestsPerMinute === null ? [] : [`requests  ${requestsPerMinute} per minute`]),
    ...(concurrentExports === null ? [] : [`exports   ${concurrentExports} at a time`]),
  ];
}

function describeList(keys: readonly ApiKeyInfo[], now: Date): string {
  if (keys.length === 0) return 'No keys yet.\n';
  const rows = keys.map((key) => [
    key.keyPrefix,
    key.username,
    apiKeyStateAt(key, now),
    key.createdAt.toISOString(),
    key.expiresAt?.toISOString() ?? 'never',
    key.revokedAt?.toISOString() ?? '-',
    key.lastUsedAt?.toISOString() ?? 'never',
    `${key.requestsPerMinute ?? '-'}/${key.concurrentExports ?? '-'}`,
    key.id,
  ]);
  return formatTable([
    ['PREFIX', 'USERNAME', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED', 'LIMITS', 'ID'],
    ...rows,
  ]);
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90d`, `24h`, `30m`, `45s`, `2w` in milliseconds; null for anything else, and for more than a hundred years. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const durationMs = Number(count) * (UNIT_MS[unit] ?? 0);
  return durationMs > 0 && durationMs <= 100 * 365 * 86_400_000 ? durationMs : null;
}
