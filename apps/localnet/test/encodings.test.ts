import { decompress } from '@bokuweb/zstd-wasm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadZstd } from '../src/rpc/encode-account.ts';
import { call, CLOCK, KLEND, MAIN_USDC, readAccount, resultOf, useLocalnets } from './support.ts';

const start = useLocalnets();
const anyData = z.object({ value: z.object({ data: z.unknown() }) });

async function dataOf(url: string, address: string, config?: object): Promise<unknown> {
  const params = config === undefined ? [address] : [address, config];
  return (await resultOf(anyData, url, 'getAccountInfo', params)).value.data;
}

test('base64+zstd decompresses to the bytes of base64, whole and sliced', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  await loadZstd();
  const { data } = await readAccount(rpcUrl, MAIN_USDC);
  const [packed, name] = z
    .tuple([z.string(), z.string()])
    .parse(await dataOf(rpcUrl, MAIN_USDC, { encoding: 'base64+zstd' }));
  expect(name).toBe('base64+zstd');
  expect(packed.length).toBeLessThan(3_000);
  expect(Buffer.from(decompress(Buffer.from(packed, 'base64')))).toEqual(data);
  const dataSlice = { offset: 128, length: 32 };
  const sliced = z
    .tuple([z.string(), z.string()])
    .parse(await dataOf(rpcUrl, MAIN_USDC, { encoding: 'base64+zstd', dataSlice }));
  expect(Buffer.from(decompress(Buffer.from(sliced[0], 'base64')))).toEqual(data?.subarray(128, 160));
});

test('without an encoding account data are base64', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const { data } = await readAccount(rpcUrl, MAIN_USDC);
  expect(await dataOf(rpcUrl, MAIN_USDC)).toEqual([data?.toString('base64'), 'base64']);
  const list = await call(rpcUrl, 'getMultipleAccounts', [[MAIN_USDC]]);
  expect(list.result).toMatchObject({ value: [{ data: [data?.toString('base64'), 'base64'] }] });
});

test('a slice beyond the end is cut there', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const read = (offset: number, length: number) => readAccount(rpcUrl, CLOCK, { dataSlice: { offset, length } });
  expect((await read(32, 100)).data).toHaveLength(8);
  expect((await read(100, 4)).data).toHaveLength(0);
});

test('memcmp takes base58 and base64 alike', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const bytes = Buffer.from([43, 242, 204, 202, 26, 247, 59, 127]).toString('base64');
  const count = async (memcmp: object): Promise<number> => {
    const config = {
      encoding: 'base64',
      dataSlice: { offset: 0, length: 0 },
      filters: [{ memcmp: { offset: 0, ...memcmp } }],
    };
    return (await resultOf(z.array(z.unknown()), rpcUrl, 'getProgramAccounts', [KLEND, config])).length;
  };
  expect(await count({ bytes: '8MMas8GHex6' })).toBe(26);
  expect(await count({ bytes: '8MMas8GHex6', encoding: 'base58' })).toBe(26);
  expect(await count({ bytes, encoding: 'base64' })).toBe(26);
  expect(await count({ bytes, encoding: 'base64', offset: 8_620 })).toBe(0);
});
