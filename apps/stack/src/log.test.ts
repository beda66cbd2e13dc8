import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile, parseLogLine } from './log.ts';

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

const common = { time: '2026-11-21T00:00:00.000Z', pid: 1, hostname: 'tide', name: 'indexer' };

test('warnings and errors are shortened to message, error and fields', () => {
  const line = {
    ...common,
    level: 'warn',
    msg: 'rpc failed',
    method: 'getSlot',
    attempt: 2,
    err: { message: 'timeout', stack: 's' },
  };
  expect(parseLogLine(JSON.stringify(line), 'stdout')).toEqual({
    level: 'warn',
    text: 'rpc failed (timeout) method=getSlot attempt=2',
  });
  expect(parseLogLine(JSON.stringify({ ...common, level: 'fatal', msg: 'gone' }), 'stdout')).toEqual({
    level: 'error',
    text: 'gone',
  });
});

test('information stays out of the terminal', () => {
  expect(parseLogLine(JSON.stringify({ ...common, level: 'info', msg: 'polled' }), 'stdout').level).toBe('other');
  expect(parseLogLine('plain words', 'stdout').level).toBe('other');
});

test('plain words on stderr are an error, blanks are not', () => {
  expect(parseLogLine('TypeError: tide', 'stderr')).toEqual({ level: 'error', text: 'TypeError: tide' });
  expect(parseLogLine('', 'stderr').level).toBe('other');
});

test('a refused readiness probe is no news', () => {
  const line = { ...common, level: 'warn', msg: 'request failed', route: '/ready' };
  expect(parseLogLine(JSON.stringify(line), 'stdout').level).toBe('other');
});

test('half a line of JSON is taken as it is', () => {
  expect(parseLogLine('{"level":"err', 'stdout')).toEqual({ level: 'other', text: '{"level":"err' });
});

test('long fields are cut', () => {
  const text = parseLogLine(JSON.stringify({ level: 'error', msg: 'm', body: 'x'.repeat(5_000) }), 'stdout').text;
  expect(text.length).toBeLessThan(320);
});
