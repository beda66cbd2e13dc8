import { parseArgs } from 'node:util';
import type { Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { apiKeyStateAt, type ApiKeyInfo } from './api-key-info.ts';
import { createApiKey, type IssuedApiKey } from './create-api-key.ts';
import { API_KEY_PREFIX_LENGTH } from './generate-api-key.ts';
import { listApiKeys, revokeApiKey, rotateApiKey } from './manage-api-keys.ts';
import { parseDuration } from './parse-duration.ts';

export const KEYS_USAGE = `Usage:
  keys create --username NAME [--expires 90d]   issue a key; it is printed once
  keys list                                     all keys, without the keys themselves
  keys revoke ID|PREFIX                         end a key now
  keys rotate ID|PREFIX [--grace 24h]           issue a new key, end the old one after the grace period
Durations: 45s, 30m, 24h, 90d, 2w.
`;

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
  const { values } = parse(args, { username: { type: 'string' }, expires: { type: 'string' } }, 0);
  const username = values['username'];
  if (username === undefined) throw usageError('create needs --username NAME');
  const lifetimeMs = readDuration('--expires', values['expires']);
  const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  return describeIssued(await createApiKey(sql, { username, expiresAt, now }));
}

async function revoke(sql: Sql, args: string[], now: Date): Promise<string> {
  const { positionals } = parse(args, {}, 1);
  const { keyPrefix, username, revokedAt } = await revokeApiKey(sql, keyNameIn(positionals), now);
  return `The key ${keyPrefix} of ${username} is revoked since ${revokedAt?.toISOString()}.\n`;
}

async function rotate(sql: Sql, args: string[], now: Date): Promise<string> {
  const { values, positionals } = parse(args, { grace: { type: 'string' } }, 1);
  const graceMs = readDuration('--grace', values['grace']) ?? 0;
  const issued = await rotateApiKey(sql, keyNameIn(positionals), { graceMs, now });
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

function usageError(message: string): SchemaError {
  return new SchemaError('INVALID_API_KEY_REQUEST', message);
}

function describeIssued({ key, info }: IssuedApiKey): string {
  return [
    `key       ${key}`,
    `username  ${info.username}`,
    `id        ${info.id}`,
    `expires   ${info.expiresAt?.toISOString() ?? 'never'}`,
    'Keep the key now: it is not stored and cannot be shown again.',
    '',
  ].join('\n');
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
    key.id,
  ]);
  return formatTable([['PREFIX', 'USERNAME', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED', 'ID'], ...rows]);
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
