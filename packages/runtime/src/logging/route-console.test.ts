// oxlint-disable no-console -- what is written to the console is what is tested
import { Writable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';
import { routeConsole } from './route-console.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

function routed(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  undo.push(routeConsole(createLogger({ name: 'test', level: 'debug', destination })));
  return lines;
}

it('makes a line of the log of what a library writes to the console, once however often it says it', () => {
  const lines = routed();
  for (let i = 0; i < 27; i += 1) console.warn('IMPORTANT! Eviction policy is %s.', 'allkeys-lru');
  console.error(new TypeError('with postgres://user:secret@host/db in it'));
  expect(lines).toMatchObject([
    { level: 'warn', source: 'library', msg: 'IMPORTANT! Eviction policy is allkeys-lru.' },
    { level: 'error', source: 'library' },
  ]);
  expect(String(lines[1]?.['msg'])).toContain('TypeError');
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('makes a line of a warning of Node itself', async () => {
  const lines = routed();
  process.emitWarning('the module is old', 'DeprecationWarning', 'DEP0040');
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toMatchObject([{ level: 'warn', msg: 'DeprecationWarning: the module is old' }]);
});

it('gives the console back', () => {
  const { warn } = console;
  const listeners = process.listeners('warning');
  routed();
  expect(console.warn).not.toBe(warn);
  for (const one of undo.splice(0)) one();
  expect([console.warn, process.listeners('warning')]).toEqual([warn, listeners]);
});
