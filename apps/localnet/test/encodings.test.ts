import { decompress } from '@bokuweb/zstd-wasm';
import { decodeBase58 } from '@tidemark/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadZstd } from '../src/rpc/encode-account.ts';
import { call, CLOCK, KLEND, MAIN_USDC, readAccount, resultOf, useLocalnets } from './support.ts';

const start = useLocalnets();
const tooLong = {
  code: -32600,
  message: 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
};

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

test('base58 carries up to 128 bytes and refuses more', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const { data } = await readAccount(rpcUrl, CLOCK);
  const [text, name] = z.tuple([z.string(), z.string()]).parse(await dataOf(rpcUrl, CLOCK, { encoding: 'base58' }));
  expect(name).toBe('base58');
  expect(Buffer.from(decodeBase58(text))).toEqual(data);
  expect((await call(rpcUrl, 'getAccountInfo', [MAIN_USDC, { encoding: 'base58' }])).error).toEqual(tooLong);
  const sliced = { encoding: 'base58', dataSlice: { offset: 0, length: 128 } };
  expect(await dataOf(rpcUrl, MAIN_USDC, sliced)).toEqual([expect.any(String), 'base58']);
});

test('without an encoding, account data is bare base58 as for the oldest clients, and base64 in lists', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  expect(typeof (await dataOf(rpcUrl, CLOCK))).toBe('string');
  expect((await call(rpcUrl, 'getAccountInfo', [MAIN_USDC])).error).toEqual(tooLong);
  expect((await call(rpcUrl, 'getProgramAccounts', [KLEND])).error).toEqual(tooLong);
  const list = await call(rpcUrl, 'getMultipleAccounts', [[MAIN_USDC]]);
  expect(list.result).toMatchObject({ value: [{ data: [expect.any(String), 'base64'] }] });
});

test('a slice beyond the end is cut there', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const read = (offset: number, length: number) => readAccount(rpcUrl, CLOCK, { dataSlice: { offset, length } });
  expect((await read(32, 100)).data).toHaveLength(8);
  expect((await read(100, 4)).data).toHaveLength(0);
});

test('memcmp takes base58, base64 and byte lists alike', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  const bytes = [43, 242, 204, 202, 26, 247, 59, 127];
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
  expect(await count({ bytes: Buffer.from(bytes).toString('base64'), encoding: 'base64' })).toBe(26);
  expect(await count({ bytes })).toBe(26);
  expect(await count({ bytes, offset: 8_620 })).toBe(0);
});
