import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from './log-file.ts';
import { createRepeatFilter } from './repeat-filter.ts';

test('lines are added to what is there, and a full file becomes .1', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-log-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'logs', 'a.log');
  openLogFile(path, 10).write('12345');
  const log = openLogFile(path, 10);
  log.write('67890');
  log.write('next');
  expect(await readFile(`${path}.1`, 'utf8')).toBe('12345\n67890\n');
  expect(await readFile(path, 'utf8')).toBe('next\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a repeated text is let through once per period, with the number left out', () => {
  const filter = createRepeatFilter(100);
  expect([filter('a', 0), filter('a', 50), filter('b', 60), filter('a', 99), filter('a', 100)]).toEqual([
    0,
    null,
    0,
    null,
    2,
  ]);
});
