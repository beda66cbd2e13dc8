import type { AccountBytes } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { hashNumber, hashText } from '../../localnet/prng.ts';
import { RESERVE_ACCOUNT_SIZE } from '../constants.ts';
import { decodeReserve } from '../accounts.ts';
import { save } from '../adapter.ts';
import { saveScenario } from './scenario.ts';

const START = { startSlot: 400_000_000, unixTimeAt: (slot: number) => 1_760_000_000 + slot * 0.4, reserves: 0 };

/** The accounts after some hours: every reserve is used every hundred slots or so. */
function run(seed: number, events: number) {
  const accounts = new Map(saveScenario.build({ ...START, seed }).map((account) => [account.address, account]));
  const startAccounts = [...accounts.values()].filter(({ data }) => data.length === RESERVE_ACCOUNT_SIZE);
  const mover = saveScenario.createMover({
    seed,
    startAccounts,
    startSlot: START.startSlot,
    newest: (address) => accounts.get(address) ?? null,
    unixTimeAt: START.unixTimeAt,
    arithmetic: save.arithmetics[0],
  });
  for (let i = 1; i <= events; i++) {
    for (const address of mover.addresses) {
      const event = { slot: START.startSlot + 100 * i, address, key: hashNumber(hashText(address), i) };
      const account: AccountBytes | undefined = accounts.get(address);
      const move = mover.move(event);
      if (account !== undefined && move !== null) accounts.set(address, { ...account, data: move.data });
    }
  }
  return { accounts, mover };
}

describe('scenario of Save', () => {
  it('moves every reserve, its price too, the same way for a seed', () => {
    const { accounts, mover } = run(11, 30);
    expect(mover.addresses.length).toBe(8);
    const start = new Map(saveScenario.build({ ...START, seed: 11 }).map((account) => [account.address, account]));
    for (const address of mover.addresses) {
      const [before, after] = [start.get(address), accounts.get(address)];
      if (before === undefined || after === undefined) throw new Error(`${address} is gone`);
      expect(saveScenario.lastUpdateSlot(after)).toBe(400_003_000n);
      expect(decodeReserve(after).liquidity.marketPriceWads).not.toBe(decodeReserve(before).liquidity.marketPriceWads);
    }
    expect([...run(11, 30).accounts]).toEqual([...accounts]);
    expect([...run(12, 30).accounts]).not.toEqual([...accounts]);
  });

  it('does nothing to an account that is gone, and needs no market beside a reserve', () => {
    const { accounts, mover } = run(3, 0);
    const [address = ''] = mover.addresses;
    const account = accounts.get(address);
    accounts.delete(address);
    expect(mover.move({ slot: START.startSlot + 1, address, key: 1 })).toBeNull();
    expect(account === undefined ? 'none' : saveScenario.standInMarket(account)).toBeNull();
  });
});
