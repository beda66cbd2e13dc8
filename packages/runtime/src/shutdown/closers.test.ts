import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { Closers } from './create-shutdown.ts';

const logger = createLogger({ name: 't', level: 'silent' });
const never = () => new Promise<void>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('closers that never end share one time limit, and each one still gets its turn', async () => {
  const begun: string[] = [];
  const closers = new Closers(logger, { timeoutMs: 5_000, totalMs: 20_000 });
  const hang = (name: string) => () => {
    begun.push(name);
    return never();
  };
  for (const name of ['database', 'maintenance', 'queue', 'rpc']) closers.add(name, hang(name));
  closers.add('workers', hang('workers'), 20_000);
  closers.add('containment', hang('containment'));
  let failures: number | undefined;
  const closing = closers.closeAll().then((count) => (failures = count));
  // 5 s of the first, 15 s that are left for the second, and a quarter of a second for each of the other four.
  await vi.advanceTimersByTimeAsync(20_999);
  expect(failures).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect(failures).toBe(6);
  expect(begun).toEqual(['containment', 'workers', 'rpc', 'queue', 'maintenance', 'database']);
});

test('without a limit a closer is awaited for as long as it takes', async () => {
  const closers = new Closers(logger);
  closers.add('slow', () => new Promise<void>((resolve) => setTimeout(resolve, 3_600_000)));
  const closing = closers.closeAll();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await closing).toBe(0);
});
