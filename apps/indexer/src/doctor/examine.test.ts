import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressesOf, type FakeNodeOptions, startFakeNode } from '../../test/fake-node.ts';
import type { FakeAnswer, FakeRpcServer } from '../../test/fake-rpc-server.ts';
import { confirm, startFakeSocketServer } from '../../test/fake-socket-server.ts';
import { systemClock } from '../rpc/index.ts';
import { advise, problemsOf } from './advice.ts';
import { compareEndpoints, examineEndpoint } from './examine.ts';
import { probeSocket } from './probe.ts';
import { describeAdvice, describeEndpoint } from './report.ts';

async function open(options: FakeNodeOptions = {}): Promise<FakeRpcServer> {
  const node = await startFakeNode(options);
  onTestFinished(() => node.close());
  return node;
}

/** A node that takes so many keys, and says so as the test wants. */
function taking(most: number, refusal: FakeAnswer): FakeNodeOptions {
  return {
    instead: (request) =>
      request.method === 'getMultipleAccounts' && addressesOf(request).length > most ? refusal : undefined,
  };
}

async function diagnose(...urls: readonly string[]) {
  const examined = await Promise.all(urls.map((url) => examineEndpoint(url, false, systemClock)));
  const standings = await compareEndpoints(examined, systemClock);
  const problems = problemsOf(examined, standings);
  const advice = advise(examined, standings, problems);
  const texts = examined.map((one, place) =>
    describeEndpoint(one, standings[place] ?? null, problems[place] ?? null, place + 1),
  );
  return { problems, advice, text: [...texts, describeAdvice(examined, advice)].join('\n') };
}

describe('one endpoint', () => {
  it('that does everything needs no settings, and is named without its key', async () => {
    const node = await open({ reserves: 4 });
    const { problems, advice, text } = await diagnose(`${node.url}/v2/key-of-somebody?api-key=hunter2`);
    expect(problems).toEqual([null]);
    expect(advice).toMatchObject({ order: [0], settings: [], reserves: 8, isListed: true });
    expect(text).toContain('mainnet-beta, version 2.3.6');
    expect(text).toContain('4 of kamino (getProgramAccounts)');
    expect(text).toContain('100 in a call');
    expect(text).toContain('SOLANA_RPC_URL=<URL 1>');
    expect(text).not.toMatch(/hunter2|key-of-somebody/);
  });

  it('that names how many keys it takes is asked for so many at once, and polls have room', async () => {
    const node = await open({
      reserves: 400,
      ...taking(5, { error: { code: -32602, message: 'Too many inputs provided; max 5' } }),
    });
    const { advice } = await diagnose(node.url);
    // 200 calls of four reserves and 25 of prices, at seven of ten calls a second.
    expect(advice.settings).toEqual([
      ['RPC_MAX_ACCOUNTS', 5],
      ['POLL_INTERVAL_MS', 33_000],
      ['PRICE_INTERVAL_MS', 33_000],
    ]);
    const asked = node.requests.filter(({ method }) => method === 'getMultipleAccounts');
    expect(asked.map((request) => addressesOf(request).length).slice(0, 2)).toEqual([100, 5]);
  });

  it('that refuses many keys in words of its own is asked for half of them, and so on', async () => {
    const node = await open(taking(30, { error: { code: -32600, message: 'nope' } }));
    const { advice } = await diagnose(node.url);
    expect(advice.settings).toEqual([['RPC_MAX_ACCOUNTS', 25]]);
  });

  it('that lists no accounts serves the reserves that are known', async () => {
    const node = await open({
      instead: ({ method }) =>
        method === 'getProgramAccounts' ? { error: { code: -32010, message: 'excluded' } } : undefined,
    });
    const { advice, problems, text } = await diagnose(node.url);
    expect(problems).toEqual([null]);
    expect(advice.isListed).toBe(false);
    expect(text).toContain('refuses to list kamino (METHOD_REFUSED');
  });

  it('that lists in pages alone says so', async () => {
    const pubkey = addressFromLabel('a reserve');
    const node = await open({
      instead({ method }) {
        if (method === 'getProgramAccounts') return { error: { code: -32010, message: 'excluded' } };
        return method === 'getProgramAccountsV2'
          ? { result: { accounts: [{ pubkey }], paginationKey: null } }
          : undefined;
      },
    });
    const { advice, text } = await diagnose(node.url);
    expect(advice.isListed).toBe(true);
    expect(text).toContain('1 of kamino (getProgramAccountsV2)');
  });

  it('whose chain has no reserves, or that answers without the Clock, cannot be run on', async () => {
    const empty = await open({ isAbsent: (address) => address !== CLOCK_SYSVAR_ADDRESS });
    const timeless = await open({ isAbsent: (address) => address === CLOCK_SYSVAR_ADDRESS });
    const { problems, advice } = await diagnose(empty.url, timeless.url);
    expect(problems[0]).toMatch(/none of the reserves/);
    expect(problems[1]).toMatch(/CLOCK_UNAVAILABLE/);
    expect(advice.order).toEqual([]);
  });

  it('says what the provider says of a limit that is used up', async () => {
    const node = await open({ instead: () => ({ error: { code: -32000, message: 'monthly quota exceeded' } }) });
    const { problems } = await diagnose(node.url);
    expect(problems[0]).toContain('monthly quota exceeded');
  });
});

describe('several endpoints', () => {
  it('are named in order: those that keep up first, then those that take more in a call', async () => {
    const slow = await open({ instead: ({ method }) => (method === 'getSlot' ? { result: 5 } : undefined) });
    const few = await open(taking(10, { error: { code: -32602, message: 'too many inputs, max 10' } }));
    const good = await open();
    const { advice, text } = await diagnose(slow.url, few.url, good.url);
    expect(advice.order).toEqual([2, 1, 0]);
    expect(text).toContain(`SOLANA_RPC_URL=${good.url},${few.url},${slow.url}`);
  });

  it('of another chain, or that cannot be reached, are left out', async () => {
    const other = await open({
      instead: ({ method }) =>
        method === 'getGenesisHash' ? { result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' } : undefined,
    });
    const good = await open();
    const { problems, advice } = await diagnose(other.url, good.url, 'http://127.0.0.1:1/secret-path-of-mine');
    expect(problems[0]).toMatch(/another chain/);
    expect(problems[2]).toMatch(/^CONNECTION_FAILED/);
    expect(problems[2]).not.toContain('secret');
    expect(advice.order).toEqual([1]);
  });
});

it('a WebSocket answers when it tells a slot', async () => {
  const telling = await startFakeSocketServer((request, socket) => {
    confirm(request, socket);
    const params = { subscription: request.id + 100, result: { slot: 7, parent: 6, root: 1 } };
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params }));
  });
  const refusing = await startFakeSocketServer((_, socket) => socket.close());
  onTestFinished(async () => {
    await Promise.all([telling.close(), refusing.close()]);
  });
  const beside = (url: string): string => `http://127.0.0.1:${Number(new URL(url).port) - 1}`;
  expect(await probeSocket(beside(telling.url))).toBeNull();
  expect(await probeSocket(beside(refusing.url))).toMatch(/^closed/);
});
