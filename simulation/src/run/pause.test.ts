import type { ManagedProcess } from '@tidemark/embedded-postgres';
import { expect, it } from 'vitest';
import { pause } from './pause.ts';

function placeOf(name: string | null) {
  const signals: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which one it is, is all that is asked
  const processOf = (text: string | null) => (text === null ? null : { name: text }) as ManagedProcess | null;
  let current = processOf(name);
  return {
    signals,
    running: () => current,
    signal: (signal: string) => void signals.push(signal),
    replace: (text: string | null) => {
      current = processOf(text);
    },
  };
}

it('a pause meets the process that runs, and none where none does', async () => {
  const place = placeOf('indexer');
  const struck = pause(place, 0);
  expect(await struck.effects()).toBe(1);
  await struck.end();
  expect(place.signals).toEqual(['SIGSTOP', 'SIGCONT']);
  expect(await pause(placeOf(null), 0).effects()).toBe(0);
});

it('a sleep for longer than the locks of jobs counts once it has been longer, and only of the same process', async () => {
  let now = 1_000;
  const place = placeOf('indexer');
  const struck = pause(place, 10_000, () => now);
  now += 9_999;
  expect(await struck.effects()).toBe(0);
  now += 1;
  expect(await struck.effects()).toBe(1);
  place.replace('its successor');
  expect(await struck.effects()).toBe(0);
  place.replace(null);
  expect(await struck.effects()).toBe(0);
  expect(await pause(placeOf(null), 10_000, () => (now += 10_000)).effects()).toBe(0);
});
