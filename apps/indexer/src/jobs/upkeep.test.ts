import { errorCode } from '@tidemark/runtime';
import { expect, it } from 'vitest';
import { createMaintainJob } from './upkeep.ts';

it('takes every step, also after one that failed, and tells of all failures with the code of the first', async () => {
  const taken: string[] = [];
  const step = (name: string) => async (): Promise<never> => {
    taken.push(name);
    throw Object.assign(new Error(name), { code: `NO_${name.toUpperCase()}` });
  };
  const job = createMaintainJob({
    makePartitions: step('partitions'),
    purgeBatches: step('batches'),
    purgeAudits: async () => taken.push('audits'),
  });
  const failure: unknown = await job.run({}, { id: 'maintain-1', timestamp: 0, attempt: 1, payload: {} }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ message: '2 steps failed: partitions; batches' });
  expect(errorCode(failure)).toBe('NO_PARTITIONS');
  expect(taken).toEqual(['partitions', 'batches', 'audits']);
});
