import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountBytes, isLendingError, U64_MAX, U128_MAX } from '@tidemark/core';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../common/test/random.ts';
import { NO_COMPANIONS } from '../protocol.ts';
import { save } from './adapter.ts';
import type { AccountField } from '../common/account-layout.ts';
import { RESERVE } from './reserve.ts';
import { ADDRESS, makeReserveAccount } from './test/support/reserve-fixtures.ts';
import { readSharedAccount, sharedSaveDir } from './test/support/shared-save.ts';
import { WAD } from './wad.ts';

const SEED = 20_261_123;
const COUNT = 10_000;
/** Balances, prices and settings: offset and width. */
const { version, lastUpdate, liquidity, collateral, config: CONFIG, rateLimiter } = RESERVE;
const FIELDS: readonly (readonly [number, number])[] = [
  ...[liquidity.borrowedAmountWads, liquidity.cumulativeBorrowRateWads].map(wide(16)),
  ...[liquidity.accumulatedProtocolFeesWads, liquidity.extraMarketPriceWads].map(wide(16)),
  ...[liquidity.marketPriceWads, liquidity.smoothedMarketPriceWads].map(wide(16)),
  ...[liquidity.availableAmountRaw, collateral.mintTotalSupplyRaw, lastUpdate.slot].map(wide(8)),
  ...[CONFIG.superMaxBorrowRatePct, CONFIG.fees.borrowFeeWad, CONFIG.depositLimitRaw].map(wide(8)),
  ...[CONFIG.borrowLimitRaw].map(wide(8)),
  ...[rateLimiter.maxOutflow, rateLimiter.windowSlots, rateLimiter.windowStartSlot].map(wide(8)),
  ...[CONFIG.optimalUtilizationPct, CONFIG.maxUtilizationPct, CONFIG.minBorrowRatePct].map(wide(1)),
  ...[CONFIG.optimalBorrowRatePct, CONFIG.maxBorrowRatePct, CONFIG.protocolTakeRatePct].map(wide(1)),
  ...[liquidity.mintDecimals, version, lastUpdate.stale, CONFIG.reserveType, CONFIG.fees.hostFeePct].map(wide(1)),
];

function wide(size: number): (field: AccountField<unknown>) => readonly [number, number] {
  return ({ at }) => [at, size];
}

/** Accounts of our own encoding, and the recorded ones where they are at hand. */
function baseAccounts(): AccountBytes[] {
  const dir = sharedSaveDir();
  const recorded = dir === null ? [] : readdirSync(join(dir, 'accounts')).filter((name) => !name.endsWith('@2022.bin'));
  return [
    makeReserveAccount(),
    makeReserveAccount({ liquidity: { availableAmountRaw: 0n }, config: { protocolTakeRatePct: 100 } }),
    makeReserveAccount({ liquidity: { borrowedAmountWads: 0n, marketPriceWads: 0n }, mintTotalSupplyRaw: 0n }),
    ...recorded.map((name) => ({ ...readSharedAccount(dir ?? '', name), address: ADDRESS })),
  ];
}

function mutate(random: Random, account: AccountBytes): AccountBytes {
  const data = account.data.slice();
  for (let left = 1 + random.below(4); left > 0; left--) {
    if (random.chance(0.3)) {
      const offset = random.below(data.length);
      data[offset] = (data[offset] ?? 0) ^ (1 << random.below(8));
      continue;
    }
    const [offset, size] = random.pick(FIELDS);
    let value = random.pick([0n, 1n, U128_MAX, WAD, random.upToBits(8 * size), random.bits(8 * size)]);
    for (let i = offset; i < offset + size; i++, value >>= 8n) data[i] = Number(value & 0xffn);
  }
  const cut = random.chance(0.01) ? data.subarray(0, random.below(data.length)) : data;
  return { ...account, data: cut, owner: random.chance(0.002) ? ADDRESS : account.owner };
}

function elapsed(random: Random): bigint {
  const which = random.below(10);
  if (which < 4) return BigInt(random.below(7));
  if (which < 8) return BigInt(random.below(2_000_000));
  return which < 9 ? random.upToBits(40) : -BigInt(random.below(1_000));
}

/** `ok`, the code of a typed error, or a sentence that says which promise was broken. */
function judge(account: AccountBytes, random: Random): string {
  try {
    const reserve = save.decodeReserve(account);
    const state = save.state(reserve, NO_COMPANIONS, save.arithmetics[0]);
    const config = save.config(reserve);
    const terms = save.terms(config, null, save.identity(reserve).tokenDecimals);
    const moment = { slot: state.lastUpdateSlot + elapsed(random), unixSeconds: 0 };
    const { accrued, numbers } = save.derive(state, terms, moment, 250 + random.below(300));
    const headroom = save.headroom(state, accrued, save.limits(config, null), moment);
    const split = save.interest(state, terms, accrued);
    const isFinite = Object.values(numbers).every((value) => value === null || Number.isFinite(value));
    if (!isFinite) return `not finite: ${JSON.stringify(numbers)}`;
    if ((numbers.priceUsdF === null) !== (state.price === 0n)) return 'a price without a value, or the other way round';
    if (accrued.borrowed > U128_MAX || accrued.borrowIndex > U128_MAX) return 'beyond the account';
    if (accrued.borrowed < state.borrowed || accrued.borrowIndex < state.borrowIndex) return 'interest lowered a debt';
    if (split.supplySide < 0n || split.supplySide + split.protocol !== split.interest) return 'interest was lost';
    if (save.supplied(accrued) !== accrued.supplied) return 'supply is not available + borrowed - fees';
    const most = headroom.depositable?.amountRaw ?? 0n;
    return most < 0n || most > U64_MAX ? `a deposit of ${most}` : 'ok';
  } catch (error) {
    if (!isLendingError(error)) return `threw ${String(error)}`;
    return error.context.address === ADDRESS ? error.code : `${error.code} without the account's address`;
  }
}

test(`${COUNT} mutated accounts end in a typed error or in finite numbers that add up`, () => {
  const bases = baseAccounts();
  const outcomes = new Map<string, number>();
  for (let index = 0; index < COUNT; index++) {
    const random = createRandom(SEED, index);
    const outcome = judge(mutate(random, random.pick(bases)), random);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Mutations that are all refused, or all accepted, would prove nothing.
  expect(outcomes.get('ok')).toBeGreaterThan(COUNT / 3);
  expect([...outcomes.keys()].toSorted()).toEqual([
    'ARITHMETIC_OVERFLOW',
    'INVALID_CURVE',
    'INVALID_DECIMALS',
    'INVALID_FLAG',
    'INVALID_TAKE_RATE',
    'NEGATIVE_SUPPLY',
    'RATE_OUT_OF_RANGE',
    'SLOT_BEFORE_LAST_UPDATE',
    'UNKNOWN_RESERVE_TYPE',
    'UNSUPPORTED_VERSION',
    'WRONG_OWNER',
    'WRONG_SIZE',
    'ok',
  ]);
});
