import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LEND = '/v1/kamino/lend';
const pathsOf = (label: string) => {
  const reserve = addressFromLabel(label);
  return [
    `${LEND}/reserves/${reserve}/history`,
    `${LEND}/reserves/${reserve}/config/changes`,
    `${LEND}/fees?reserve=${reserve}`,
    `/v1/coverage?reserve=${reserve}`,
  ];
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await seedReserves(database, ['SOL']);
      await commitBatch(database, 10, [buildState('SOL', 10)]);
    },
  });
});
afterAll(() => api.stop());

it('a reserve that the latest read knows is known to every other endpoint, from its very first moment', async () => {
  let seconds = 20;
  for (const label of ['first', 'second', 'third']) {
    const before = await Promise.all(pathsOf(label).map((path) => api.call(path)));
    expect(before.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await seedReserves(api.database, [label]);
    await commitBatch(api.database, (seconds += 10), [buildState(label, seconds)]);
    const latest = `${LEND}/reserves/${addressFromLabel(label)}/latest`;
    await waitFor(async () => (await api.call(latest)).status === 200);
    const after = await Promise.all(pathsOf(label).map((path) => api.call(path)));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});
