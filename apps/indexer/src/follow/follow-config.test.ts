import { describe, expect, it } from 'vitest';
import { deriveWsUrl, resolveWsUrls } from './follow-config.ts';

describe('WebSocket URLs', () => {
  it.each([
    ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
    ['https://rpc.example/key?token=x', 'wss://rpc.example/key?token=x'],
    ['https://rpc.example:8443/key', 'wss://rpc.example:8444/key'],
    ['http://[::1]:8899', 'ws://[::1]:8900/'],
    ['http://host:65535', 'ws://host:65535/'],
    ['https://rpc.example/#part', 'wss://rpc.example/'],
  ])('of %s is %s', (rpcUrl, wsUrl) => {
    expect(deriveWsUrl(rpcUrl)).toBe(wsUrl);
  });

  it('are one for each RPC endpoint, in its order, when they are to be derived', () => {
    expect(resolveWsUrls(['auto'], ['http://one:1', 'https://two'])).toEqual({
      urls: ['ws://one:2/', 'wss://two/'],
      wrongEntries: [],
    });
  });

  it('are taken as given otherwise, and wrong ones are named by their place', () => {
    const entries = ['wss://one/key', 'https://two', 'auto', 'nonsense', 'ws://three#part'];
    expect(resolveWsUrls(entries, [])).toEqual({ urls: entries, wrongEntries: [2, 3, 4, 5] });
  });
});
