import { errorCode } from '@tidemark/runtime';
import { expect, it } from 'vitest';
import { testConfig } from '../../test/test-config.ts';
import { createLiquidityJobs, LIQUIDITY_SEARCH_JOB, maintain } from './upkeep.ts';

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

it('requests a read of pools after a search that was the last one, and after no other', async () => {
  const reads: boolean[] = [];
  for (const isReadDue of [false, true]) {
    let requested = false;
    const liquidity = { poll: nothing, rollUp: nothing, search: () => Promise.resolve({ isReadDue }) };
    const requestRead = async () => {
      requested = true;
    };
    await searchOf(createLiquidityJobs(config, { liquidity }, { requestRead, isSearchDue: () => true }));
    reads.push(requested);
  }
  expect(reads).toEqual([false, true]);
});

it('searches for no pools before that is due', async () => {
  let [searches, isDue] = [0, false];
  const search = () => Promise.resolve({ isReadDue: false, searches: (searches += 1) });
  const liquidity = { poll: nothing, rollUp: nothing, search };
  const jobs = createLiquidityJobs(config, { liquidity }, { requestRead: async () => {}, isSearchDue: () => isDue });
  expect(await searchOf(jobs)).toEqual({ skipped: true });
  isDue = true;
  expect(await searchOf(jobs)).toMatchObject({ searches: 1 });
});

const config = testConfig({ databaseUrl: 'postgres://localhost/none', rpcUrls: ['http://localhost'] });

function searchOf(jobs: ReturnType<typeof createLiquidityJobs>) {
  const search = jobs.find(({ name }) => name === LIQUIDITY_SEARCH_JOB);
  return search?.run({}, { id: 'search', payload: {}, timestamp: 0, attempt: 1 });
}

const nothing = () => Promise.resolve({});
