import { createHash } from 'node:crypto';
import {
  decodeReserve,
  deriveReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  refreshReserve,
  type Reserve,
} from '@tidemark/protocols/kamino';
import { hashText, type Scenario, SCENARIOS } from '@tidemark/protocols/localnet';
import { expect, test } from 'vitest';
import { AccountStore } from '../chain/account-store.ts';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import { reservesOf } from '../chain/chain-source.ts';
import { Walk } from './walk.ts';

const START_SLOT = 460_000_000;
const unixTimeAt = (slot: number): number => 1_790_000_000 + Math.floor(((slot - START_SLOT) * 400) / 1000);

interface Transition {
  readonly slot: number;
  readonly account: ChainAccount;
  readonly kind: string;
}

const scenario = scenarioOf('kamino');
const decodeReserves = (accounts: readonly ChainAccount[]): Reserve[] =>
  reservesOf(accounts, scenario).map((account) => decodeReserve(account));

function scenarioOf(wanted: string): Scenario {
  const found = SCENARIOS.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no scenario of ${wanted}`);
  return found;
}

function createWalk(seedText: string) {
  const seed = hashText(seedText);
  const accounts = scenario
    .build({ seed, startSlot: START_SLOT, unixTimeAt, reserves: 0 })
    .map((account) => toChainAccount(account));
  const store = new AccountStore(accounts);
  const transitions: Transition[] = [];
  const skipped: unknown[] = [];
  const mover = scenario.createMover({
    seed,
    startAccounts: reservesOf(accounts, scenario),
    startSlot: START_SLOT,
    newest: (address) => store.newest(address),
    unixTimeAt,
    arithmetic: 'since-1.17',
  });
  const walk = new Walk({
    seed,
    movers: [mover],
    store,
    onTransition: (slot, account, kind) => transitions.push({ slot, account, kind }),
    onSkipped: (_event, error) => skipped.push(error),
  });
  return { accounts, store, walk, transitions, skipped };
}

test('50,000 slots of activity keep every reserve decodable, solvent and plausible', { timeout: 600_000 }, () => {
  const { accounts, walk, transitions, skipped } = createWalk('invariants');
  const before = new Map<string, Reserve>(decodeReserves(accounts).map((reserve) => [reserve.address, reserve]));
  const kinds = new Set<string>();
  // One assertion at the end: one for each of thousands of states would take longer than the walk.
  const brokenAt: object[] = [];
  walk.run(START_SLOT, START_SLOT + 50_000, 1);
  expect(skipped).toEqual([]);
  expect(transitions.length).toBeGreaterThan(26 * 300);
  for (const { slot, account, kind } of transitions) {
    kinds.add(kind);
    const reserve = decodeReserve(account);
    const previous = before.get(account.address);
    if (previous === undefined) throw new Error(`no state of ${account.address}`);
    before.set(account.address, reserve);
    const { liquidity, lastUpdate } = reserve;
    const derived = deriveReserve(reserve, {
      slot: BigInt(slot),
      unixTimestamp: BigInt(unixTimeAt(slot)),
      slotDurationMs: 400,
      referralFeeBps: 0,
    });
    // An oracle answer of 8 decimals, scaled the way the program scales it.
    const answer = (liquidity.marketPriceSf * 100_000_000n + (1n << 60n) - 1n) >> 60n;
    const held = {
      slot: lastUpdate.slot === BigInt(slot),
      timestamp: lastUpdate.timestamp === unixTimeAt(slot),
      stale: lastUpdate.stale === (kind !== 'refresh'),
      rateAscends: liquidity.cumulativeBorrowRateBsf >= previous.liquidity.cumulativeBorrowRateBsf,
      available: liquidity.availableAmountRaw >= 0n,
      utilization: derived.utilizationF < 1,
      supplied: derived.suppliedAmountF > 0,
      priceUsable: derived.priceUsable === (reserve.tokenSymbol !== 'BSOL'),
      price: (answer << 60n) / 100_000_000n === liquidity.marketPriceSf,
    };
    const broken = Object.entries(held).flatMap(([name, holds]) => (holds ? [] : [name]));
    if (broken.length > 0) brokenAt.push({ slot, kind, address: account.address, broken });
  }
  expect(brokenAt).toEqual([]);
  expect(kinds).toEqual(
    new Set(['refresh', 'deposit', 'withdraw', 'borrow', 'repay', 'collect_fees', 'set_deposit_limit']),
  );
});

test('a refresh of the walk is the refresh of the program', () => {
  const { accounts, walk, transitions } = createWalk('refresh');
  const before = new Map<string, Reserve>(decodeReserves(accounts).map((reserve) => [reserve.address, reserve]));
  walk.run(START_SLOT, START_SLOT + 3_000, 1);
  let compared = 0;
  for (const { slot, account, kind } of transitions) {
    const after = decodeReserve(account);
    const previous = before.get(account.address);
    before.set(account.address, after);
    if (kind !== 'refresh' || previous === undefined) continue;
    const expected = refreshReserve(previous, {
      slot: BigInt(slot),
      unixTimestamp: BigInt(unixTimeAt(slot)),
      referralFeeBps: 0,
    });
    expect(after.liquidity.borrowedAmountSf).toBe(expected.liquidity.borrowedAmountSf);
    expect(after.liquidity.cumulativeBorrowRateBsf).toBe(expected.liquidity.cumulativeBorrowRateBsf);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(50);
});

test('one reserve has a price that the program mostly finds too old, keeps it, and now and then gets a new one', () => {
  const { accounts, walk, transitions } = createWalk('aged');
  const aged = decodeReserves(accounts).filter(
    ({ lastUpdate, liquidity }) => lastUpdate.priceStatus === 0 && liquidity.marketPriceSf > 0n,
  );
  expect(aged).toHaveLength(1);
  walk.run(START_SLOT, START_SLOT + 20_000, 1);
  const states = transitions
    .filter(({ account }) => account.address === aged[0]?.address)
    .map(({ slot, account }) => ({ now: BigInt(unixTimeAt(slot)), reserve: decodeReserve(account) }));
  const tooOld = states.filter(({ reserve }) => reserve.lastUpdate.priceStatus === 0);
  const kept = states.filter(({ now, reserve }) => {
    const age = now - reserve.liquidity.marketPriceUpdatedAt;
    return reserve.lastUpdate.priceStatus === 63 && age > 3n;
  });
  expect(tooOld.length).toBeGreaterThan(states.length / 4);
  expect(kept.length).toBeGreaterThan(5);
  for (const { now, reserve } of tooOld) {
    expect(reserve.liquidity.marketPriceSf).toBeGreaterThan(0n);
    expect(now - reserve.liquidity.marketPriceUpdatedAt).toBeGreaterThanOrEqual(180n);
  }
  for (const { now, reserve } of kept) expect(now - reserve.liquidity.marketPriceUpdatedAt).toBeLessThan(180n);
});

test('deposits and withdrawals leave the value of a collateral token to the suppliers', () => {
  const { accounts, walk, transitions } = createWalk('exchange');
  const value = (reserve: Reserve): number => {
    const supply = deriveReserve(reserve, {
      slot: reserve.lastUpdate.slot,
      unixTimestamp: BigInt(reserve.lastUpdate.timestamp),
      slotDurationMs: 400,
      referralFeeBps: 0,
    }).suppliedAmountF;
    return supply / Number(reserve.collateral.mintTotalSupplyRaw);
  };
  const last = new Map(decodeReserves(accounts).map((reserve) => [reserve.address, value(reserve)]));
  walk.run(START_SLOT, START_SLOT + 5_000, 1);
  for (const { account } of transitions) {
    const now = value(decodeReserve(account));
    expect(now / (last.get(account.address) ?? now)).toBeGreaterThan(1 - 1e-9);
    last.set(account.address, now);
  }
});

test('the state at a slot does not depend on the steps that led there', () => {
  const digest = (store: AccountStore): string => {
    const hash = createHash('sha256');
    for (const account of store.listAt(Number.MAX_SAFE_INTEGER)) hash.update(account.address).update(account.data);
    return hash.digest('hex');
  };
  const atOnce = createWalk('steps');
  atOnce.walk.run(START_SLOT, START_SLOT + 900, 1);
  const stepwise = createWalk('steps');
  for (let slot = 0; slot < 900; slot += 1) stepwise.walk.run(START_SLOT + slot, START_SLOT + slot + 1, 1);
  expect(digest(stepwise.store)).toBe(digest(atOnce.store));
  const other = createWalk('other steps');
  other.walk.run(START_SLOT, START_SLOT + 900, 1);
  expect(digest(other.store)).not.toBe(digest(atOnce.store));
});

test('the scenario holds what the specification of a good default asks for', () => {
  const reserves = decodeReserves(createWalk('1').accounts);
  expect(reserves).toHaveLength(26);
  expect(reserves.filter((reserve) => reserve.config.interestRateBasis === 'true_apr')).toHaveLength(1);
  expect(reserves.filter((reserve) => reserve.config.status !== 'active')).toHaveLength(1);
  expect(reserves.filter((reserve) => reserve.liquidity.marketPriceSf === 0n)).toHaveLength(1);
  expect(reserves.filter((reserve) => reserve.config.hostFixedInterestRateBps > 0).length).toBeGreaterThan(0);
  expect(reserves.filter((reserve) => reserve.liquidity.rewardsAvailableRaw > 0n)).toHaveLength(1);
});

test('a reserve that became garbage is skipped, and the others go on', () => {
  const { accounts, store, walk, transitions, skipped } = createWalk('garbage');
  const victim = accounts.find((account) => account.data.length === 8_624);
  if (victim === undefined) throw new Error('no reserve');
  store.put(START_SLOT, { ...victim, data: new Uint8Array(5) });
  walk.run(START_SLOT, START_SLOT + 500, 1);
  expect(skipped.length).toBeGreaterThan(2);
  expect(transitions.some(({ account }) => account.address === victim.address)).toBe(false);
  expect(new Set(transitions.map(({ account }) => account.address)).size).toBe(25);
  expect(transitions.every(({ account }) => account.owner === KAMINO_LEND_PROGRAM_ADDRESS)).toBe(true);
});
