import { createTestDatabase } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { runCli } from '../../test/support/run-cli.ts';
import { parseDuration, KEYS_USAGE, runKeysCli } from './run-keys-cli.ts';
import { verifyApiKey } from './api-keys.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-06-15T12:00:00.000Z');
const run = (...args: string[]) => runKeysCli(database.sql, args, NOW);
const keyIn = (output: string): string => /tdm_[0-9A-Za-z]{49}/.exec(output)?.[0] ?? '';

describe('the keys command', () => {
  it('creates, lists, rotates and revokes, and prints a key only when it is made', async () => {
    expect(await run('list')).toBe('No keys yet.\n');
    const created = await run('create', '--username', 'alice', '--expires', '90d');
    const key = keyIn(created);
    expect(created).toContain('expires   2026-09-13T12:00:00.000Z');
    expect(await verifyApiKey(database.sql, key, NOW)).toMatchObject({ status: 'active', username: 'alice' });

    const rotated = await run('rotate', key.slice(0, 12), '--grace', '24h');
    expect(rotated).toContain(`The old key ${key.slice(0, 12)} ends at 2026-06-16T12:00:00.000Z.`);
    const newKey = keyIn(rotated);

    expect(await run('revoke', newKey.slice(0, 12))).toBe(
      `The key ${newKey.slice(0, 12)} of alice is revoked since 2026-06-15T12:00:00.000Z.\n`,
    );
    const list = await run('list');
    expect(list.split('\n').map((line) => line.split(/\s{2,}/).slice(0, 3))).toEqual(
      expect.arrayContaining([
        ['PREFIX', 'USERNAME', 'STATE'],
        [key.slice(0, 12), 'alice', 'active'],
        [newKey.slice(0, 12), 'alice', 'revoked'],
      ]),
    );
    expect(list).not.toContain(key.slice(12));
  });

  it.each([
    [['create'], 'create needs --username NAME'],
    [['create', '--username', 'x', '--expires', 'soon'], '--expires must be a duration such as 24h or 90d, not soon'],
    [['create', '--username', 'x', 'y'], 'unexpected y'],
    [['create', '--user', 'x'], "Unknown option '--user'"],
    [['revoke'], 'name one key by its id or prefix'],
    [['revoke', 'tdm_a', 'tdm_b'], 'name one key by its id or prefix'],
    [['rotate', 'tdm_aaaaaaaa'], 'no key has the id or prefix tdm_aaaaaaaa'],
    [['delete'], 'there is no command delete; the commands are create, list, revoke and rotate'],
  ])('refuses %j in one sentence', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  it('takes a whole key for its prefix, and never repeats one', async () => {
    const key = keyIn(await run('create', '--username', 'dora'));
    expect(await run('revoke', key)).toContain(`The key ${key.slice(0, 12)} of dora is revoked`);
    const unknown = `tdm_${'z'.repeat(49)}`;
    const refusal = await run('revoke', unknown).catch(String);
    expect(refusal).toContain('no key has the id or prefix tdm_zzzzzzzz');
    expect(refusal).not.toContain(unknown);
  });

  it('names the day on which the old key expires, where the grace period would outlast it', async () => {
    const key = keyIn(await run('create', '--username', 'erin', '--expires', '1h'));
    expect(await run('rotate', key.slice(0, 12), '--grace', '24h')).toContain('ends at 2026-06-15T13:00:00.000Z.');
  });

  it.each([[[]], [['--help']], [['-h']], [['rotate', '--help']]])(
    'explains itself when it is asked %j',
    async (args) => {
      expect(await run(...args)).toBe(KEYS_USAGE);
    },
  );

  it('runs as a process: the answer on stdout, a failure on stderr with an exit code', async () => {
    const created = await runCli('keys-cli.ts', ['create', '--username', 'proc'], { DATABASE_URL: database.url });
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(await verifyApiKey(database.sql, keyIn(created.stdout))).toMatchObject({ username: 'proc' });
    const unset = await runCli('keys-cli.ts', ['list'], {});
    expect(unset).toEqual({ code: 1, stdout: '', stderr: 'keys: DATABASE_URL is not set\n' });
    const malformed = await runCli('keys-cli.ts', ['list'], { DATABASE_URL: 'nonsense' });
    expect(malformed).toEqual({
      code: 1,
      stdout: '',
      stderr: 'keys: the database URL is not a valid connection string\n',
    });
  });

  it('says what to do about a database without tables', async () => {
    const { url, drop } = await createTestDatabase();
    expect(await runCli('keys-cli.ts', ['list'], { DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'keys: the database has no Tidemark tables yet; run the migration first\n',
    });
    await drop();
  });
});

describe('parseDuration', () => {
  it('reads seconds to weeks and nothing else', () => {
    expect(['45s', '30m', '24h', '90d', '2w'].map(parseDuration)).toEqual([
      45_000, 1_800_000, 86_400_000, 7_776_000_000, 1_209_600_000,
    ]);
    expect(['', '5', 'd', '0d', '-1d', '1.5h', '1y', '999999999d', '1d '].map(parseDuration)).toEqual(
      Array(9).fill(null),
    );
  });
});
