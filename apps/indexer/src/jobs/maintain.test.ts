import { expect, it } from 'vitest';
import { createMaintainJob } from './maintain.ts';

it('takes every step, also after one that failed, and fails with the first failure', async () => {
  const taken: string[] = [];
  const step = (name: string) => async (): Promise<never> => {
    taken.push(name);
    throw new Error(name);
  };
  const job = createMaintainJob({
    makePartitions: step('partitions'),
    purgeBatches: step('batches'),
    purgeAudits: async () => taken.push('audits'),
  });
  await expect(job.run({}, { id: 'maintain-1', timestamp: 0, attempt: 1, payload: {} })).rejects.toThrow('partitions');
  expect(taken).toEqual(['partitions', 'batches', 'audits']);
});
