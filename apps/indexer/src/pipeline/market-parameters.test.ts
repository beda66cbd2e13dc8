import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { createMarketDirectory, type MarketParameters } from './market-parameters.ts';

const fee = (referralFeeBps: number): MarketParameters => ({ referralFeeBps, rewardsMaxAprBps: 0 });

function setUp(stored: Record<string, MarketParameters>, onChain: Record<string, MarketParameters>) {
  const clock = createManualClock();
  const loads: (readonly string[])[] = [];
  const fetches: (readonly string[])[] = [];
  const pick = (from: Record<string, MarketParameters>, addresses: readonly string[]) =>
    new Map(Object.entries(from).filter(([address]) => addresses.includes(address)));
  const directory = createMarketDirectory({
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
});
