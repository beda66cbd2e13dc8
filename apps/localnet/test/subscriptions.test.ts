import { Connection, type KeyedAccountInfo, PublicKey, type SlotInfo } from '@solana/web3.js';
import { decodeClock, SYSVAR_OWNER_ADDRESS } from '@tidemark/core';
import { decodeReserve } from '@tidemark/protocols/kamino';
import { waitFor } from '@tidemark/testing';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CLOCK, type HandClock, KLEND, MAIN_USDC, START_SLOT, useLocalnets } from './support.ts';

const start = useLocalnets();
const sockets: WebSocket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A bare socket that keeps every message. */
async function openSocket(url: string) {
  const socket = new WebSocket(url);
  sockets.push(socket);
  const messages: unknown[] = [];
  let closed = false;
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))));
  socket.on('close', () => {
    closed = true;
  });
  await waitFor(() => socket.readyState === WebSocket.OPEN, { description: 'open socket' });
  return {
    messages,
    isClosed: () => closed,
    ask: async (id: number, method: string, params: unknown[] = []): Promise<unknown> => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return waitFor(() => messages.find((message) => Reflect.get(Object(message), 'id') === id));
    },
  };
}

test('web3.js finds the socket on the next port and receives slots, accounts and programs', async () => {
  const { rpcUrl, control } = await start({ slotMs: 0 });
  const connection = new Connection(rpcUrl, 'processed');
  const slots: SlotInfo[] = [];
  const reserves: { slot: number; data: Buffer }[] = [];
  const program: { slot: number; found: KeyedAccountInfo }[] = [];
  const ids = [
    connection.onSlotChange((info) => slots.push(info)),
    connection.onAccountChange(new PublicKey(MAIN_USDC), ({ data }, { slot }) => reserves.push({ slot, data })),
    connection.onProgramAccountChange(new PublicKey(KLEND), (found, { slot }) => program.push({ slot, found }), {
      filters: [{ dataSize: 8_624 }],
    }),
  ];
  await waitFor(() => control.state().subscriptions === 3, { description: 'three subscriptions' });
  control.step(300);
  const slotsOfUsdc = () =>
    program.filter(({ found }) => found.accountId.toBase58() === MAIN_USDC).map(({ slot }) => slot);
  // Each subscription has messages of its own, which need not arrive together.
  const isTold = () => slots.at(-1)?.slot === START_SLOT + 300 && slotsOfUsdc().length === reserves.length;
  await waitFor(() => program.length > 26 && reserves.length > 1 && isTold(), { description: 'notifications' });
  expect(slots.at(-1)).toEqual({ parent: START_SLOT + 299, root: START_SLOT + 268, slot: START_SLOT + 300 });
  for (const { slot, data } of reserves) {
    const reserve = decodeReserve({ address: MAIN_USDC, owner: KLEND, data });
    expect(reserve.lastUpdate.slot).toBe(BigInt(slot));
  }
  expect(slotsOfUsdc()).toEqual(reserves.map(({ slot }) => slot));
  await connection.removeSlotChangeListener(ids[0] ?? -1);
  await connection.removeAccountChangeListener(ids[1] ?? -1);
  await connection.removeProgramAccountChangeListener(ids[2] ?? -1);
  await waitFor(() => control.state().subscriptions === 0, { description: 'no subscription' });
});

test('notifications have the shapes of a node, on either port', async () => {
  const { rpcUrl, wsUrl, control } = await start({ slotMs: 0 });
  for (const url of [wsUrl, rpcUrl.replace('http:', 'ws:')]) {
    const { ask, messages } = await openSocket(url);
    const subscribed = await ask(1, 'accountSubscribe', [CLOCK, { encoding: 'base64', commitment: 'processed' }]);
    const subscription: unknown = Reflect.get(Object(subscribed), 'result');
    expect(subscription).toEqual(expect.any(Number));
    const slot = control.state().slot + 1;
    control.step(1);
    const note = await waitFor(() => messages.find((message) => Reflect.has(Object(message), 'method')));
    expect(note).toEqual({
      jsonrpc: '2.0',
      method: 'accountNotification',
      params: {
        result: {
          context: { slot },
          value: {
            data: [expect.any(String), 'base64'],
            executable: false,
            lamports: 1_169_280,
            owner: SYSVAR_OWNER_ADDRESS,
            rentEpoch: expect.any(Number),
            space: 40,
          },
        },
        subscription,
      },
    });
    const data = Buffer.from(String(Reflect.get(Object(note), 'params').result.value.data[0]), 'base64');
    expect(decodeClock({ address: CLOCK, owner: SYSVAR_OWNER_ADDRESS, data }).slot).toBe(BigInt(slot));
    expect(await ask(2, 'accountUnsubscribe', [subscription])).toMatchObject({ result: true });
    expect(await ask(3, 'accountUnsubscribe', [subscription])).toMatchObject({
      error: { code: -32602, message: 'Invalid subscription id.' },
    });
  }
});

test('a commitment is notified of a write only when its own slot is there', async () => {
  const clock: HandClock = { nowMs: 1_000_000 };
  const { wsUrl, control } = await start({ slotMs: 400, nowMs: () => clock.nowMs });
  const { ask, messages } = await openSocket(wsUrl);
  await ask(1, 'programSubscribe', [KLEND, { encoding: 'base64', commitment: 'processed' }]);
  await ask(2, 'programSubscribe', [KLEND, { encoding: 'base64', commitment: 'finalized' }]);
  const slotsOf = (subscription: number): number[] =>
    messages.flatMap((message) => {
      const params: unknown = Reflect.get(Object(message), 'params');
      if (Reflect.get(Object(params), 'subscription') !== subscription) return [];
      return [Number(Reflect.get(Object(params), 'result').context.slot)];
    });
  clock.nowMs += 200 * 400;
  control.state();
  await waitFor(() => Math.max(...slotsOf(1)) > START_SLOT + 168 && slotsOf(2).length > 5, {
    description: 'both notifications',
  });
  expect(Math.max(...slotsOf(2))).toBeLessThanOrEqual(START_SLOT + 168);
  expect(slotsOf(1).slice(0, slotsOf(2).length)).toEqual(slotsOf(2));
  clock.nowMs += 32 * 400;
  const upto = START_SLOT + 200;
  await waitFor(() => slotsOf(2).length >= slotsOf(1).filter((slot) => slot <= upto).length, {
    description: 'finality',
  });
});

test('a deleted account is sent as empty, and a ping without id gets no answer', async () => {
  const { wsUrl, control } = await start({ slotMs: 0 });
  const { ask, messages } = await openSocket(wsUrl);
  await ask(1, 'accountSubscribe', [MAIN_USDC, { encoding: 'base64' }]);
  control.deleteAccount(MAIN_USDC);
  const note = await waitFor(() => messages.find((message) => Reflect.has(Object(message), 'method')));
  expect(note).toMatchObject({ params: { result: { value: { lamports: 0, data: ['', 'base64'], space: 0 } } } });
  sockets[0]?.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping' }));
  const before = messages.length;
  expect(await ask(2, 'getSlot')).toMatchObject({ error: { code: -32601 } });
  expect(messages).toHaveLength(before + 1);
});

test('a socket that is gone leaves no subscription behind', async () => {
  const { wsUrl, control } = await start({ slotMs: 0 });
  const { ask } = await openSocket(wsUrl);
  await ask(1, 'slotSubscribe');
  expect(control.state().subscriptions).toBe(1);
  sockets[0]?.terminate();
  await waitFor(() => control.state().subscriptions === 0, { description: 'no subscription' });
});

test('dropSocketRate cuts the connection in place of a notification', async () => {
  const { wsUrl, control } = await start({ slotMs: 0, faults: { dropSocketRate: 1 } });
  const { ask, isClosed, messages } = await openSocket(wsUrl);
  await ask(1, 'slotSubscribe');
  control.step(1);
  await waitFor(isClosed, { description: 'cut socket' });
  expect(messages).toHaveLength(1);
});
