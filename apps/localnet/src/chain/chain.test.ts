import { expect, test } from 'vitest';
import { AccountStore } from './account-store.ts';
import { type Activity, Chain, HISTORY_SLOTS } from './chain.ts';
import { type ChainAccount, RENT_EXEMPT_EPOCH } from './chain-account.ts';
import { SlotClock } from './slot-clock.ts';

const START_SLOT = 1_000_000;

function account(fill: number): ChainAccount {
  const data = new Uint8Array([fill]);
  return { address: 'a', owner: 'o', lamports: 1n, executable: false, rentEpoch: RENT_EXEMPT_EPOCH, data };
}

/** A chain on which the account is written in every slot. */
function busyChain() {
  const wall = { nowMs: 0 };
  const store = new AccountStore([account(0)]);
  const strides: number[] = [];
  const activity: Activity = {
    estimateEvents: (slots) => slots,
    run: (afterSlot, uptoSlot, stride) => {
      strides.push(stride);
      for (let slot = afterSlot + 1; slot <= uptoSlot; slot += 1) store.put(slot, account(slot % 256));
    },
  };
  const anchor = { slot: START_SLOT, unixTimeMs: 0, wallMs: 0 };
  const clock = new SlotClock({ anchor, slotMs: 400, reportedSlotMs: 400, nowMs: () => wall.nowMs });
  const chain = new Chain({
    genesisHash: 'g',
    store,
    clock,
    activity,
    reachedSlot: START_SLOT,
    earliestSlot: START_SLOT,
  });
  return { wall, chain, strides };
}

test('the last slots can be seen as they were, and memory holds no more than those', () => {
  const { wall, chain } = busyChain();
  wall.nowMs += 400 * 5_000;
  const reached = chain.advance();
  expect(reached).toBe(START_SLOT + 5_000);
  expect(chain.earliestSlot).toBe(reached - HISTORY_SLOTS);
  for (let slot = chain.earliestSlot; slot <= reached; slot += 1) {
    expect(chain.view(slot).getAccount('a')?.data[0]).toBe(slot % 256);
  }
  expect(chain.changes(0, reached).length).toBeLessThanOrEqual(HISTORY_SLOTS + 1);
  expect(chain.slotAt('finalized', 10_000)).toBe(chain.earliestSlot);
});

test('no slot before the first can be seen', () => {
  const { wall, chain } = busyChain();
  wall.nowMs += 400 * 10;
  chain.advance();
  expect([chain.slotAt('processed'), chain.slotAt('confirmed'), chain.slotAt('finalized')]).toEqual([
    START_SLOT + 10,
    START_SLOT + 9,
    START_SLOT,
  ]);
});

test('catching up runs every event, and skips only where there are too many', () => {
  const { wall, chain, strides } = busyChain();
  wall.nowMs += 400 * 20_000;
  chain.advance();
  expect(new Set(strides)).toEqual(new Set([1]));
  wall.nowMs += 400 * 60_000;
  chain.advance();
  expect(strides.at(-1)).toBe(2);
});
