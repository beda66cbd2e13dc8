import { expect, test } from 'vitest';
import { pauseAfter, waitFor } from './wait-for.ts';

test('the first result that is something is returned, zero and the empty text too', async () => {
  let calls = 0;
  expect(await waitFor(() => (++calls < 3 ? null : calls), { intervalMs: 1 })).toBe(3);
  expect(await waitFor(() => 0)).toBe(0);
  expect(await waitFor(() => '')).toBe('');
});

test('a condition that throws is asked again', async () => {
  let calls = 0;
  const condition = () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return Promise.resolve('now');
  };
  expect(await waitFor(condition, { intervalMs: 1 })).toBe('now');
});

test('at the deadline the error says what was waited for and why it did not come', async () => {
  const condition = () => {
    throw new Error('the sea is calm');
  };
  await expect(waitFor(condition, { timeoutMs: 5, intervalMs: 1, description: 'high tide' })).rejects.toThrow(
    'high tide not met within 5 ms: the sea is calm',
  );
});

test('a condition that does not answer is given up at the deadline', async () => {
  const never = () => new Promise<boolean>(() => undefined);
  await expect(waitFor(never, { timeoutMs: 5, description: 'an answer of the sea' })).rejects.toThrow(
    'an answer of the sea not met within 5 ms: the last attempt took longer than 5 ms',
  );
});

test('a condition is asked for ever less often, but never more than a quarter of a second late', () => {
  expect([0, 100, 1_000, 4_000, 60_000].map(pauseAfter)).toEqual([20, 25, 70, 220, 250]);
});
