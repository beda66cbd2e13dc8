import { describe, expect, it } from 'vitest';
import { parseMessage } from './subscriptions.ts';

const notification = (method: string, result: unknown, subscription: unknown = 7) =>
  JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription } });

describe('a message of a node', () => {
  it('is read for what was asked for', () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":1,"result":23784}')).toEqual({
      kind: 'subscribed',
      requestId: 1,
      subscription: 23_784,
    });
    expect(parseMessage('{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}')).toEqual({
      kind: 'refused',
      requestId: 2,
      code: -32_601,
    });
    expect(parseMessage(notification('slotNotification', { parent: 4, root: 1, slot: 5 }))).toEqual({
      kind: 'slot',
      subscription: 7,
      slot: 5n,
    });
    const value = { pubkey: 'Abc', account: { data: ['', 'base64'] } };
    expect(parseMessage(notification('programNotification', { context: { slot: 9 }, value }))).toEqual({
      kind: 'change',
      subscription: 7,
      slot: 9n,
      address: 'Abc',
    });
  });

  it('of one account does not name it', () => {
    const value = { data: ['', 'base64'], lamports: 1 };
    expect(parseMessage(notification('accountNotification', { context: { slot: 9 }, value }))).toEqual({
      kind: 'change',
      subscription: 7,
      slot: 9n,
      address: null,
    });
  });

  it.each([
    ['no JSON', '{"jsonrpc":'],
    ['no object', '[1,2]'],
    ['null', 'null'],
    ['an answer without an id', '{"jsonrpc":"2.0","result":3}'],
    ['an answer to an unsubscribe', '{"jsonrpc":"2.0","id":1,"result":true}'],
    ['a subscription that is no number', notification('slotNotification', { slot: 5 }, 'x')],
    ['a slot below zero', notification('slotNotification', { slot: -5 })],
    ['a slot that a double cannot hold', notification('slotNotification', { slot: 2 ** 60 })],
    ['a change without a context', notification('programNotification', { value: { pubkey: 'Abc' } })],
    ['a change of one account without a slot', notification('accountNotification', { context: {}, value: {} })],
    ['a change without an address', notification('programNotification', { context: { slot: 9 }, value: {} })],
    ['a notification of another kind', notification('rootNotification', { slot: 5 })],
    ['a notification without params', '{"jsonrpc":"2.0","method":"slotNotification"}'],
  ])('is left aside when it is %s', (_name, text) => {
    expect(parseMessage(text)).toBeUndefined();
  });
});
