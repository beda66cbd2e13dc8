import { expect, it } from 'vitest';
import { createMemoryWindows } from './memory-windows.ts';

const WINDOW_MS = 60_000;

function windowsOf(mostNames: number) {
  let at = 1_000;
  const windows = createMemoryWindows({ windowMs: WINDOW_MS, mostNames, now: () => at });
  const pass = (ms: number): void => {
    at += ms;
  };
  return { windows, pass };
}

it('counts by name from the first event on, for as long as the window is', () => {
  const { windows, pass } = windowsOf(10);
  expect(windows.read('a')).toEqual({ count: 0, resetMs: WINDOW_MS });
  expect(windows.add('a')).toEqual({ count: 1, resetMs: WINDOW_MS });
  pass(WINDOW_MS - 1);
  expect(windows.add('a')).toEqual({ count: 2, resetMs: 1 });
  expect(windows.add('b')).toEqual({ count: 1, resetMs: WINDOW_MS });
  expect(windows.read('a')).toEqual({ count: 2, resetMs: 1 });
  pass(1);
  expect(windows.read('a')).toEqual({ count: 0, resetMs: WINDOW_MS });
  expect(windows.add('a')).toEqual({ count: 1, resetMs: WINDOW_MS });
  expect(windows.read('b').count).toBe(1);
});

it('has never more names than there are places, and forgets the window that was opened first', () => {
  const { windows, pass } = windowsOf(3);
  for (const name of ['a', 'b', 'c']) {
    windows.add(name);
    pass(1);
  }
  windows.add('a');
  windows.add('d');
  expect([windows.size(), windows.read('a').count, windows.read('b').count]).toEqual([3, 0, 1]);
  for (let address = 0; address < 10_000; address += 1) windows.add(`address ${address}`);
  expect(windows.size()).toBe(3);
});

it('gives back the places of windows that have ended, but of no other', () => {
  const { windows, pass } = windowsOf(100);
  for (let name = 0; name < 50; name += 1) windows.add(`early ${name}`);
  pass(WINDOW_MS / 2);
  for (let name = 0; name < 20; name += 1) windows.add(`late ${name}`);
  pass(WINDOW_MS / 2);
  windows.add('last');
  expect(windows.size()).toBe(21);
  expect(windows.read('late 0').count).toBe(1);
});

it('gives a name whose window is opened again the place of a new one', () => {
  const { windows, pass } = windowsOf(2);
  windows.add('a');
  pass(WINDOW_MS);
  windows.add('b');
  windows.add('a');
  windows.add('c');
  expect([windows.read('b').count, windows.read('a').count, windows.read('c').count]).toEqual([0, 1, 1]);
});
