import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { codeFromOutput, EmbeddedPostgresError } from './server-account.ts';

test.each([
  ['initdb: error: could not write file "x": No space left on device', 'DISK_FULL'],
  ['FATAL:  could not write lock file "postmaster.pid": Disk quota exceeded', 'DISK_FULL'],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'PORT_TAKEN'],
  ['FATAL:  database files are incompatible with server', 'VERSION_MISMATCH'],
  ['FATAL:  something else', 'START_FAILED'],
])('%s means %s', (output, code) => {
  expect(codeFromOutput(output, 'START_FAILED')).toBe(code);
});

test('a platform without binaries is refused by name', async () => {
  await expect(findBinaries('sunos-sparc')).rejects.toMatchObject({
    code: 'BINARIES_MISSING',
    message: expect.stringMatching(/sunos-sparc.*DATABASE_URL/),
  });
});

test('the message carries the last words of the server', () => {
  const error = new EmbeddedPostgresError('START_FAILED', 'It ended.', { serverLog: 'FATAL: why\n' });
  expect(error.message).toBe('It ended.\nFATAL: why');
});
