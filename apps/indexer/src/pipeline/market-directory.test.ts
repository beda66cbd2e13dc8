import type { ConfigJson } from '@tidemark/core';
import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { type MarketConfigs, MarketDirectory } from './market-directory.ts';

const fee = (referralFeeBps: number): ConfigJson => ({ referralFeeBps });

function setUp(stored: Record<string, ConfigJson>, onChain: Record<string, ConfigJson>) {
  const clock = createManualClock();
  const loads: (readonly string[])[] = [];
  const fetches: (readonly string[])[] = [];
  const pick = (from: Record<string, ConfigJson>, addresses: readonly string[]) =>
    new Map(Object.entries(from).filter(([address]) => addresses.includes(address)));
  const directory = new MarketDirectory({
    clock,
    load: async (addresses) => {
      loads.push(addresses);
      return pick(stored, addresses);
    },
    fetch: async (addresses) => {
      fetches.push(addresses);
      return pick(onChain, addresses);
    },
  });
  return { clock, loads, fetches, directory };
}

/** Nothing is stored, and the chain answers when it is told to: each time the question that has waited longest. */
function setUpSlow() {
  const loads: (readonly string[])[] = [];
  const fetches: (readonly string[])[] = [];
  const listeners: ((answer: MarketConfigs | Error) => void)[] = [];
  const directory = new MarketDirectory({
    clock: createManualClock(),
    load: (addresses) => {
      loads.push(addresses);
      return Promise.resolve(new Map());
    },
    fetch: (addresses) => {
      fetches.push(addresses);
      return new Promise((resolve, reject) => {
        listeners.push((found) => (found instanceof Error ? reject(found) : resolve(found)));
      });
    },
  });
  const answer = (found: MarketConfigs | Error): void => listeners.shift()?.(found);
  return { loads, fetches, directory, answer };
}

describe('market directory', () => {
  it('asks the chain only for what is not stored', async () => {
    const { directory, loads, fetches } = setUp({ a: fee(1) }, { b: fee(2) });
    const markets = await directory.get(['a', 'b', 'c', 'a']);
    expect([...markets]).toEqual([
      ['a', fee(1)],
      ['b', fee(2)],
    ]);
    expect([loads, fetches]).toEqual([[['a', 'b', 'c']], [['b', 'c']]]);
  });

  it('remembers for half a minute what is there and what is not', async () => {
    const { directory, clock, loads, fetches } = setUp({ a: fee(1) }, {});
    await directory.get(['a', 'c']);
    clock.advance(29_000);
    expect((await directory.get(['a', 'c'])).has('c')).toBe(false);
    expect([loads.length, fetches.length]).toEqual([1, 1]);
    clock.advance(2_000);
    await directory.get(['a', 'c']);
    expect([loads.length, fetches.length]).toEqual([2, 2]);
  });

  it('sees a change of parameters within half a minute', async () => {
    const stored = { a: fee(1) };
    const { directory, clock } = setUp(stored, {});
    await directory.get(['a']);
    stored.a = fee(9);
    clock.advance(31_000);
    expect((await directory.get(['a'])).get('a')).toEqual(fee(9));
  });

  it('does not take a market for absent because the chain did not answer', async () => {
    const { directory, fetches, answer } = setUpSlow();
    const failed = directory.get(['a']);
    await waitFor(() => fetches.length === 1);
    answer(new Error('no answer'));
    await expect(failed).rejects.toThrow('no answer');
    const second = directory.get(['a']);
    await Promise.race([second, waitFor(() => fetches.length === 2)]);
    answer(new Map([['a', fee(1)]]));
    expect((await second).get('a')).toEqual(fee(1));
    expect(fetches).toHaveLength(2);
  });

  it('lets a batch wait for what another one is asking for, and asks for the rest', async () => {
    const { directory, loads, fetches, answer } = setUpSlow();
    const first = directory.get(['a']);
    await waitFor(() => fetches.length === 1);
    const second = directory.get(['a']);
    const third = directory.get(['b', 'a']);
    await Promise.race([third, waitFor(() => loads.length === 3 && fetches.length === 2)]);
    expect(fetches).toEqual([['a'], ['b']]);
    answer(new Map([['a', fee(1)]]));
    answer(new Map());
    for (const markets of await Promise.all([first, second, third])) expect([...markets]).toEqual([['a', fee(1)]]);
    await directory.get(['a', 'b']);
    expect(fetches).toHaveLength(2);
  });
});
