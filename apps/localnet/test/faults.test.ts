import { DEFAULT_SLOT_MS } from '../src/settings/localnet-options.ts';
import { decodeReserve } from '@tidemark/protocols/kamino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  call,
  CLOCK,
  type HandClock,
  KLEND,
  MAIN_USDC,
  post,
  readAccount,
  resultOf,
  START_SLOT,
  useLocalnets,
} from './support.ts';

const start = useLocalnets();
const GET_SLOT = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' });

test('429 and 5xx come at their rates, in the same order every time', async () => {
  const statuses = async (): Promise<number[]> => {
    const { rpcUrl } = await start({ slotMs: 0, faults: { seed: 5, http429Rate: 0.3, http5xxRate: 0.3 } });
    const seen: number[] = [];
    for (let index = 0; index < 60; index += 1) seen.push((await post(rpcUrl, GET_SLOT)).status);
    return seen;
  };
  const first = await statuses();
  expect(new Set(first)).toEqual(new Set([200, 429, 502, 503, 504]));
  expect(await statuses()).toEqual(first);
});

test('429 carries Retry-After', async () => {
  const { rpcUrl } = await start({ slotMs: 0, faults: { http429Rate: 1 } });
  const { status, headers } = await post(rpcUrl, GET_SLOT);
  expect([status, headers.get('retry-after')]).toEqual([429, '1']);
});

test('a timeout ends without an answer, a broken body in the middle of its JSON', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, faults: { timeoutRate: 1, timeoutMs: 1 } });
  await expect(post(rpcUrl, GET_SLOT)).rejects.toThrow('fetch failed');
  control.setFaults({ brokenBodyRate: 1 });
  const { status, text } = await post(rpcUrl, GET_SLOT);
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(0);
  expect(() => z.json().parse(JSON.parse(text))).toThrow(/JSON/);
});

test.each([
  [{ truncateRate: 1 }, 'WRONG_SIZE'],
  [{ wrongOwnerRate: 1 }, 'WRONG_OWNER'],
  [{ missingRate: 1 }, 'missing'],
])('accounts spoilt by %j are seen so, and the Clock is not', async (faults, outcome) => {
  const { rpcUrl } = await start({ slotMs: 0, faults });
  const params = [[MAIN_USDC, CLOCK], { encoding: 'base64' }];
  const account = z.object({ data: z.tuple([z.string(), z.string()]), owner: z.string() }).nullable();
  const { value } = await resultOf(z.object({ value: z.array(account) }), rpcUrl, 'getMultipleAccounts', params);
  const [reserve, clock] = value;
  expect(Buffer.from(clock?.data[0] ?? '', 'base64')).toHaveLength(40);
  expect(outcomeOf(reserve ?? null)).toBe(outcome);
});

function outcomeOf(account: { data: [string, string]; owner: string } | null): string {
  if (account === null) return 'missing';
  try {
    decodeReserve({ address: MAIN_USDC, owner: account.owner, data: Buffer.from(account.data[0], 'base64') });
    return 'decoded';
  } catch (error) {
    return z.object({ code: z.string() }).parse(error).code;
  }
}

test('garbage has the right size and never decodes to the reserve', async () => {
  const { rpcUrl } = await start({ slotMs: 0, faults: { garbageRate: 1 } });
  const outcomes = new Set<string>();
  for (let index = 0; index < 20; index += 1) {
    const { data } = await readAccount(rpcUrl, MAIN_USDC);
    expect(data).toHaveLength(8_624);
    outcomes.add(outcomeOf({ data: [data?.toString('base64') ?? '', 'base64'], owner: KLEND }));
  }
  expect(outcomes).toEqual(new Set(['WRONG_DISCRIMINATOR', 'UNSUPPORTED_VERSION']));
});

test('a lagging node serves an older bank as a whole, and minContextSlot tells', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const { rpcUrl, control } = await start({ nowMs: () => clock.nowMs });
  clock.nowMs += DEFAULT_SLOT_MS * 300;
  const past = await readAccount(rpcUrl, MAIN_USDC);
  clock.nowMs += DEFAULT_SLOT_MS * 200;
  const now = await readAccount(rpcUrl, MAIN_USDC);
  expect(now.data).not.toEqual(past.data);
  control.setFaults({ lagSlots: 200 });
  expect(await readAccount(rpcUrl, MAIN_USDC)).toEqual(past);
  expect((await readAccount(rpcUrl, CLOCK)).data?.readBigUInt64LE(0)).toBe(BigInt(past.slot));
  const reply = await call(rpcUrl, 'getSlot', [{ commitment: 'processed', minContextSlot: now.slot }]);
  expect(reply.error).toMatchObject({ code: -32016, data: { contextSlot: past.slot } });
  control.setFaults({});
  expect(await readAccount(rpcUrl, MAIN_USDC)).toEqual(now);
});

test('slotRegression makes contexts jump back and forth', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const { rpcUrl } = await start({ nowMs: () => clock.nowMs, faults: { slotRegression: 40, slotRegressionRate: 0.5 } });
  clock.nowMs += DEFAULT_SLOT_MS * 100;
  const seen = new Set<number>();
  for (let index = 0; index < 30; index += 1) seen.add((await readAccount(rpcUrl, MAIN_USDC)).slot);
  expect(seen).toEqual(new Set([START_SLOT + 100, START_SLOT + 60]));
});

test('a node that is behind says so with -32005', async () => {
  const { rpcUrl } = await start({ slotMs: 0, faults: { behindSlots: 42 } });
  expect((await call(rpcUrl, 'getHealth')).error).toEqual({
    code: -32005,
    message: 'Node is behind by 42 slots',
    data: { numSlotsBehind: 42 },
  });
  expect(await (await fetch(`${rpcUrl}/health`)).text()).toBe('behind');
});

test('methods are refused with -32601 or 403, the others answer', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, faults: { refuseMethods: ['getProgramAccounts'] } });
  expect((await call(rpcUrl, 'getProgramAccounts', [KLEND])).error?.code).toBe(-32601);
  control.setFaults({ refuseMethods: ['getProgramAccounts'], refuseWith: 'forbidden' });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params: [KLEND] });
  expect((await post(rpcUrl, body)).status).toBe(403);
  expect((await call(rpcUrl, 'getSlot')).result).toBe(START_SLOT);
  expect(control.state().faultCounts).toEqual({ refused: 2 });
});

test('one method is over its limit while the others answer', async () => {
  const { rpcUrl } = await start({ slotMs: 0, faults: { limitMethods: ['getProgramAccounts'] } });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params: [KLEND] });
  const { status, headers } = await post(rpcUrl, body);
  expect([status, headers.get('retry-after')]).toEqual([429, '3']);
  expect((await call(rpcUrl, 'getSlot')).result).toBe(START_SLOT);
});

test('a call can end in a code that nobody knows, and have fewer keys than usual', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, faults: { unknownCodeRate: 1 } });
  expect((await call(rpcUrl, 'getSlot')).error?.code).toBe(-39_123);
  control.setFaults({ maxKeys: 1 });
  const ask = (keys: string[]) => call(rpcUrl, 'getMultipleAccounts', [keys]);
  expect((await ask([MAIN_USDC, CLOCK])).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('max 1'),
  });
  expect((await ask([MAIN_USDC])).error).toBeUndefined();
});

test('a node that stands still goes on at processed alone, and leaps when it is well', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0 });
  const slotAt = async (commitment: string) => (await call(rpcUrl, 'getSlot', [{ commitment }])).result;
  control.setFaults({ standsStill: true });
  control.step(40);
  // Other faults come and go meanwhile.
  control.setFaults({ standsStill: true, latencyMs: 1 });
  control.step(60);
  expect([await slotAt('confirmed'), await slotAt('finalized')]).toEqual([START_SLOT, START_SLOT]);
  expect(await slotAt('processed')).toBe(START_SLOT + 100);
  control.setFaults({});
  expect(await slotAt('confirmed')).toBe(START_SLOT + 100);
});

test('a reserve can be absent once, and have the bytes of another one', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0, faults: { missingOnceRate: 1 } });
  const read = async () => (await readAccount(rpcUrl, MAIN_USDC)).data;
  expect(await read()).toBeNull();
  expect(await read()).toHaveLength(8_624);
  control.setFaults({ swapRate: 1 });
  const filters = [{ dataSize: 8_624 }];
  const { result } = await call(rpcUrl, 'getProgramAccounts', [KLEND, { encoding: 'base64', filters }]);
  const listed = z.array(z.object({ account: z.object({ data: z.tuple([z.string(), z.string()]) }) })).parse(result);
  expect(new Set(listed.map(({ account }) => account.data[0])).size).toBeLessThan(listed.length);
});

test('the Clock can say another time at its own slot', async () => {
  const { rpcUrl } = await start({ slotMs: 0, faults: { clockUnixTime: 1_900_000_000 } });
  const { data } = await readAccount(rpcUrl, CLOCK);
  expect([data?.readBigUInt64LE(0), data?.readBigInt64LE(32)]).toEqual([BigInt(START_SLOT), 1_900_000_000n]);
});

test('the Clock can be missing and the genesis hash another', async () => {
  const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  const { rpcUrl } = await start({ slotMs: 0, faults: { nullClock: true, genesisHash } });
  expect((await readAccount(rpcUrl, CLOCK)).data).toBeNull();
  expect((await readAccount(rpcUrl, MAIN_USDC)).data).toHaveLength(8_624);
  expect((await call(rpcUrl, 'getGenesisHash')).result).toBe(genesisHash);
});
