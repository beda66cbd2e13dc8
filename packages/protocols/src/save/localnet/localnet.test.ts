import { encodeBase58 } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../common/test/random.ts';
import { RESERVE_ACCOUNT_SIZE } from '../constants.ts';
import { decodeLendingMarket, decodeMarketMetadata, decodeReserve } from '../accounts.ts';
import { save } from '../adapter.ts';
import { configFlagsOf } from '../config-flags.ts';
import { NO_COMPANIONS } from '../../protocol.ts';
import { buildAccounts, type ScenarioTools, toWads } from './build-accounts.ts';
import { baselineOf, moveReserve } from './move-reserve.ts';

const START = 400_000_000n;

function labelHash(label: string): number {
  let hash = 0;
  for (const char of label) hash = Math.imul(hash, 31) + (char.codePointAt(0) ?? 0);
  return hash >>> 0;
}

const tools = (seed: number): ScenarioTools => ({
  address: (label) => {
    const random = createRandom(labelHash(label));
    return encodeBase58(new Uint8Array(32).map(() => random.below(256)));
  },
  random: (label) => createRandom(seed, labelHash(label)).below(1_000_000) / 1_000_000,
});
const isReserve = ({ data }: { readonly data: Uint8Array }) => data.length === RESERVE_ACCOUNT_SIZE;

/** The reserves after so many events each, about 100 slots apart, and how often each kind of event happened. */
function walk(seed: number, events: number) {
  const kinds = new Map<string, number>();
  const reserves = buildAccounts(tools(seed), START).filter(isReserve);
  const ends = reserves.map((start) => {
    const baseline = baselineOf(start);
    const { marketPriceWads } = decodeReserve(start).liquidity;
    const indices = [0n];
    let account = start;
    for (let i = 0; i < events; i++) {
      const random = createRandom(seed, labelHash(start.address), i);
      const draw = () => random.below(1_000_000) / 1_000_000;
      const event = {
        slot: START + BigInt(100 * (i + 1)),
        oraclePriceWads: (marketPriceWads * BigInt(980 + random.below(40))) / 1_000n,
        pull: { supply: Math.sin(i / 40), utilization: Math.cos(i / 30) },
        random: draw,
      };
      const { data, kind } = moveReserve(account, baseline, event);
      account = { ...account, data };
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      indices.push(decodeReserve(account).liquidity.cumulativeBorrowRateWads);
    }
    return { start, account, baseline, indices };
  });
  return { ends, kinds };
}

describe('simulated accounts of Save', () => {
  it('are three markets, two of them with a name, and eight sound reserves of which two are of 2022', () => {
    const accounts = buildAccounts(tools(1), START);
    const markets = accounts.filter(({ data }) => data.length === 290).map(decodeLendingMarket);
    expect(markets.map(({ rateLimiter }) => rateLimiter.windowSlots)).toEqual([9_000n, 0n, 0n]);
    const names = accounts
      .filter(({ data }) => data.length === 829)
      .map((account) => decodeMarketMetadata(account).name);
    expect(names).toEqual(['Main Pool', 'Turbo Pool']);
    const reserves = accounts.filter(isReserve).map((account) => decodeReserve(account));
    expect(reserves.map(({ lendingMarket }) => markets.findIndex(({ address }) => address === lendingMarket))).toEqual([
      0, 0, 0, 0, 1, 1, 2, 2,
    ]);
    expect(reserves.flatMap(configFlagsOf)).toEqual([]);
    expect(reserves.filter(({ liquidity }) => liquidity.smoothedMarketPriceWads === 0n).length).toBe(2);
  });

  it('are the same for a seed, and others for another', () => {
    expect(buildAccounts(tools(7), START)).toEqual(buildAccounts(tools(7), START));
    expect(buildAccounts(tools(7), START)).not.toEqual(buildAccounts(tools(8), START));
  });

  it('move by every kind of event, keep their books and stay near where they began', () => {
    const { ends, kinds } = walk(3, 400);
    expect([...kinds.keys()].toSorted()).toEqual([
      'borrow',
      'collect_fees',
      'deposit',
      'refresh',
      'repay',
      'set_deposit_limit',
      'withdraw',
    ]);
    for (const { account, baseline, indices } of ends) {
      const reserve = decodeReserve(account);
      const state = save.state(reserve, NO_COMPANIONS, save.arithmetics[0]);
      const terms = save.terms(save.config(reserve), null, reserve.liquidity.mintDecimals);
      const { accrued, numbers } = save.derive(state, terms, { slot: state.lastUpdateSlot + 50n, unixSeconds: 0 }, 400);
      const ratio = Number(accrued.supplied / 10n ** 18n) / Number(baseline.suppliedRaw);
      expect(ratio > 0.8 && ratio < 1.2, `${account.address}: supply ${ratio}`).toBe(true);
      expect(Math.abs(numbers.utilizationF - baseline.utilization)).toBeLessThan(0.15);
      expect(indices).toEqual(indices.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });

  it('are moved the same way by the same events', () => {
    const bytes = (run: ReturnType<typeof walk>) => run.ends.map(({ account }) => account.data);
    expect(bytes(walk(5, 40))).toEqual(bytes(walk(5, 40)));
  });

  it('raise the zeros of 2022 with their first event, as the program does', () => {
    const old = buildAccounts(tools(1), START).find(({ address }) => address.startsWith('29Znf6'));
    if (old === undefined) throw new Error('no reserve of 2022');
    expect([old.data[470], old.data[554]]).toEqual([0, 0]);
    const event = { slot: START, oraclePriceWads: toWads(0.1), pull: { supply: 0, utilization: 0 }, random: () => 0.1 };
    const { data, kind } = moveReserve(old, baselineOf(old), event);
    expect([kind, data[470], data[554]]).toEqual(['refresh', 80, 255]);
  });
});
