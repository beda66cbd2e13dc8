import { errorCode } from '@tidemark/runtime';
import { expect, it } from 'vitest';
import { maintain } from './upkeep.ts';

it('takes every step, also after one that failed, and reports all failures with the code of the first', async () => {
  const taken: string[] = [];
  const step = (name: string) => async (): Promise<never> => {
    taken.push(name);
    throw Object.assign(new Error(name), { code: `NO_${name.toUpperCase()}` });
  };
  const failure: unknown = await maintain({
    partitionsMade: step('partitions'),
    batchesPurged: step('batches'),
    auditsPurged: async () => taken.push('audits'),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ message: '2 steps failed: partitions; batches' });
  expect(errorCode(failure)).toBe('NO_PARTITIONS');
  expect(taken).toEqual(['partitions', 'batches', 'audits']);
});
