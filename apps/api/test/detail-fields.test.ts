import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { bankAt, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/detail/latest';
const LABELS = ['SOL', 'USDC'];
const COLUMNS = ['utilization_f', 'reserve', 'own'];
const envelopeSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())), meta: z.unknown() });

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await seedReserves(api.database, LABELS);
  await commitBatch(
    api.database,
    10,
    LABELS.map((label) => buildState(label, 10)),
  );
});
afterAll(async () => {
  await api.stop();
});

const read = async (query: string) => envelopeSchema.parse((await api.call(`${ALL}${query}`)).json());

it('fields chooses columns of the details in the wanted order, with the values and the meta of the whole answer', async () => {
  const whole = await read('');
  const chosen = await read(`?fields=${COLUMNS.join()}`);
  expect(whole.data.length).toBe(LABELS.length);
  expect(chosen.meta).toEqual(whole.meta);
  expect(JSON.stringify(chosen.data)).toBe(
    JSON.stringify(whole.data.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))),
  );
});

it('what is chosen follows the reserves, and goes with filters', async () => {
  await commitBatch(api.database, 20, [buildState('SOL', 20)]);
  const slots = async () => (await read('?fields=slot,reserve')).data.map(({ slot }) => slot);
  await expect.poll(slots).toContain(Number(bankAt(20).slot));
  const one = await read(`?fields=slot,reserve&reserve=${addressFromLabel('SOL')}`);
  expect(one.data).toEqual([{ slot: Number(bankAt(20).slot), reserve: addressFromLabel('SOL') }]);
});

it('many choices, one after the other, have each their own columns', async () => {
  const columns = ['slot', 'reserve', 'timestamp', 'supply_apy_f', 'borrow_apy_f', 'token_symbol', 'price_usd_f'];
  for (const second of columns.slice(1)) {
    for (const fields of [`slot,${second}`, `${second},slot`]) {
      const { data } = await read(`?fields=${fields}`);
      expect(data.map((row) => Object.keys(row).join())).toEqual(LABELS.map(() => fields));
    }
  }
});

it.each(['slot,slot', 'nothing', '', 'reserve,'])('refuses the fields "%s"', async (fields) => {
  expect((await api.call(`${ALL}?fields=${fields}`)).json()).toMatchObject({ error: { code: 40003 } });
});
