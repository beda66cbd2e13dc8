import { expect, test } from 'vitest';
import { CLOCK, MAIN_USDC, readAccount, START_SLOT, START_TIME, useLocalnets } from './support.ts';

const start = useLocalnets();

async function control(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

test('without the setting there is no control endpoint', async () => {
  const { rpcUrl } = await start({ slotMs: 0 });
  expect((await fetch(`${rpcUrl}/control/state`)).status).toBe(405);
  const reply = await control(rpcUrl, 'POST', '/faults', { lagSlots: 5 });
  expect(reply.body).toMatchObject({ error: { code: -32600 } });
});

test('faults, clock, step and accounts are set over HTTP', async () => {
  const { rpcUrl } = await start({ slotMs: 0, control: true });
  expect(await control(rpcUrl, 'POST', '/faults', { lagSlots: 5, nullClock: true })).toMatchObject({
    status: 200,
    body: { faults: { lagSlots: 5, nullClock: true, http429Rate: 0 } },
  });
  expect(await control(rpcUrl, 'POST', '/faults', {})).toMatchObject({
    body: { faults: { lagSlots: 0, nullClock: false } },
  });
  const slot = START_SLOT - 1_000;
  expect(await control(rpcUrl, 'POST', '/clock', { slot, unixTime: START_TIME + 7 })).toMatchObject({
    body: { slot, unixTime: START_TIME + 7 },
  });
  expect(await control(rpcUrl, 'POST', '/step', { slots: 10 })).toMatchObject({
    body: { slot: slot + 10, unixTime: START_TIME + 10 },
  });
  const dataBase64 = Buffer.from('tide').toString('base64');
  expect((await control(rpcUrl, 'POST', '/accounts', { address: MAIN_USDC, dataBase64 })).status).toBe(200);
  expect((await readAccount(rpcUrl, MAIN_USDC)).data?.toString()).toBe('tide');
  expect((await control(rpcUrl, 'DELETE', `/accounts/${MAIN_USDC}`)).status).toBe(200);
  expect((await readAccount(rpcUrl, MAIN_USDC)).data).toBeNull();
  expect((await control(rpcUrl, 'GET', '/state')).body).toMatchObject({ slot: slot + 10, frozen: true });
});

test('setting the clock back keeps the accounts visible', async () => {
  const { rpcUrl, control: local } = await start({ slotMs: 0 });
  local.step(500);
  const before = await readAccount(rpcUrl, MAIN_USDC);
  local.setClock({ slot: START_SLOT - 5 });
  expect(await readAccount(rpcUrl, MAIN_USDC)).toEqual({ ...before, slot: START_SLOT - 5 });
});

test('what cannot be done is refused with a reason', async () => {
  const { rpcUrl } = await start({ control: true });
  expect((await control(rpcUrl, 'POST', '/clock', { slot: 1 })).status).toBe(409);
  expect((await control(rpcUrl, 'POST', '/step', { slots: 1 })).status).toBe(409);
  expect((await control(rpcUrl, 'POST', '/faults', { http429Rate: 2 })).status).toBe(400);
  expect((await control(rpcUrl, 'POST', '/faults', { wetness: 1 })).status).toBe(400);
  expect((await control(rpcUrl, 'POST', '/accounts', { address: 'x', dataBase64: '' })).status).toBe(400);
  expect((await control(rpcUrl, 'POST', '/accounts', { address: CLOCK, dataBase64: '' })).status).toBe(409);
  expect((await control(rpcUrl, 'DELETE', '/accounts/x')).status).toBe(400);
  expect((await control(rpcUrl, 'GET', '/nothing')).status).toBe(404);
  const notJson = await fetch(`${rpcUrl}/control/faults`, { method: 'POST', body: '{}' });
  expect(notJson.status).toBe(415);
  expect(notJson.headers.get('access-control-allow-origin')).toBeNull();
});
