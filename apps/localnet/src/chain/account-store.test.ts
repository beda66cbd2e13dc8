import { expect, test } from 'vitest';
import { AccountStore } from './account-store.ts';
import { type ChainAccount, RENT_EXEMPT_EPOCH } from './chain-account.ts';

function account(address: string, fill: number): ChainAccount {
  const data = new Uint8Array([fill]);
  return { address, owner: 'o', lamports: 1n, executable: false, rentEpoch: RENT_EXEMPT_EPOCH, data };
}

const fillAt = (store: AccountStore, address: string, slot: number) => store.at(address, slot)?.data[0] ?? null;

test('each slot sees the version that was current then', () => {
  const store = new AccountStore([account('a', 1)]);
  store.put(10, account('a', 2));
  store.put(20, account('a', 3));
  store.delete(30, 'a');
  store.put(40, account('a', 4));
  expect([0, 9, 10, 19, 20, 29, 30, 39, 40, 99].map((slot) => fillAt(store, 'a', slot))).toEqual([
    1,
    1,
    2,
    2,
    3,
    3,
    null,
    null,
    4,
    4,
  ]);
});

test('pruning keeps every version that a slot from there on can see', () => {
  const store = new AccountStore([account('a', 1), account('b', 1)]);
  store.put(10, account('a', 2));
  store.put(20, account('a', 3));
  store.delete(12, 'b');
  store.prune(15);
  expect([15, 19, 20].map((slot) => fillAt(store, 'a', slot))).toEqual([2, 2, 3]);
  expect(store.listAt(15).map((found) => found.address)).toEqual(['a']);
  expect(store.changes(0, 99).map((change) => change.slot)).toEqual([20]);
});

test('changes come in order, one per account and slot, after a sequence number', () => {
  const store = new AccountStore([]);
  store.put(5, account('a', 1));
  store.put(5, account('a', 2));
  store.put(5, account('b', 1));
  store.put(6, account('a', 3));
  store.delete(7, 'unknown');
  const all = store.changes(0, 99);
  expect(all.map(({ slot, address, account: written }) => [slot, address, written?.data[0]])).toEqual([
    [5, 'a', 2],
    [5, 'b', 1],
    [6, 'a', 3],
  ]);
  expect(store.changes(store.sequenceAt(5), 99).map((change) => change.slot)).toEqual([6]);
  expect(store.changes(0, 5)).toHaveLength(2);
});

test('collapsing makes the newest state visible at every slot', () => {
  const store = new AccountStore([account('a', 1), account('b', 1)]);
  store.put(50, account('a', 2));
  store.delete(50, 'b');
  store.collapse();
  expect(fillAt(store, 'a', 1)).toBe(2);
  expect(store.listAt(1).map((found) => found.address)).toEqual(['a']);
  expect(store.changes(0, 99)).toEqual([]);
});
