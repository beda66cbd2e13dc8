import { expect, it } from 'vitest';
import { endOneByOne } from './end-one-by-one.ts';

function logOf() {
  const log: string[] = [];
  return {
    log,
    end: async (place: number) => log.push(`end ${place}`),
    manage: async (left: readonly number[]) => log.push(`managed by ${left.join(', ')}`),
  };
}

it('each place is ended once, and after each end those that are left have to manage, in the end the last one alone', async () => {
  const { log, ...steps } = logOf();
  await endOneByOne(3, steps);
  expect(log).toEqual(['end 0', 'managed by 1, 2', 'end 1', 'managed by 2', 'end 2']);
});

it('a single place leaves no other that could take over', async () => {
  const { log, ...steps } = logOf();
  await endOneByOne(1, steps);
  expect(log).toEqual(['end 0']);
});

it('where those that are left do not manage, that is thrown, and they are left as they are', async () => {
  const { log, end } = logOf();
  const manage = () => Promise.reject(new Error('slot 7 did not come'));
  await expect(endOneByOne(2, { end, manage })).rejects.toThrow('slot 7 did not come');
  expect(log).toEqual(['end 0']);
});
