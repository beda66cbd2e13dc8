import { type AccountBytes, LendingError, ZERO_ADDRESS } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { MAPPINGS, mappingsAccount, PRICES, pricesAccount, PYTH_ACCOUNT, scopeEntry } from '../../test/fixtures.ts';
import { CLOCK, observeOne } from '../../test/observations.ts';
import { decimalText } from '../decimal.ts';
import { accountsOf, decodeAccounts } from '../oracles.ts';
import type { PriceObservation } from '../source.ts';
import { linksOf, multiplyLegs } from './chain.ts';
import { KNOWN_SCOPE_FEEDS } from './known-accounts.ts';
import { entryTypeName, SCOPE_PROGRAM_ADDRESS } from './kinds.ts';
import { rootsOf } from './roots.ts';
import { scope, scopeFeed } from './source.ts';
import { ScopeMappings } from './mappings.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const NO_LIMITS = { maxAgeSeconds: null, maxAverageAgeSeconds: null };
const feedOf = (chain: readonly number[], averageChain: readonly number[] = [], maxAgeSeconds: bigint | null = null) =>
  scopeFeed(MINT, { address: PRICES, chain, averageChain }, { ...NO_LIMITS, maxAgeSeconds });

function observe(
  accounts: readonly AccountBytes[],
  chain: readonly number[] = [0],
  averageChain: readonly number[] = [],
  maxAgeSeconds: bigint | null = null,
): PriceObservation {
  const reads = decodeAccounts(accounts.map((account) => [account.address, account]));
  return observeOne(feedOf(chain, averageChain, maxAgeSeconds), reads);
}

const reasonOf = ({ verdict }: PriceObservation) => verdict.reason;
const sound = [pricesAccount({ 0: scopeEntry() }), mappingsAccount({ 0: {} })];

describe('a price of Scope', () => {
  it('has the value, the time and the slot of its entry', () => {
    expect(observe(sound)).toMatchObject({
      feed: `scope:${PRICES}/0`,
      price: { mantissa: 15_000_000_000n, exponent: -8 },
      confidence: null,
      publishedAt: CLOCK.unixTimestamp - 10n,
      ageSeconds: 10n,
      publishedSlot: CLOCK.slot - 25n,
      roots: [`pyth:${PYTH_ACCOUNT}`],
      legs: [{ place: `${PRICES}/0`, kind: 'pyth_pull' }],
      verdict: { isUsable: true },
    });
  });

  it('is a product with the oldest of its times, its legs in the order of the chain, and the roots of all', () => {
    const prices = pricesAccount({
      0: scopeEntry(),
      51: scopeEntry({ value: 11n, exp: 1n, unixTimestamp: CLOCK.unixTimestamp - 70n, lastUpdatedSlot: 5n }),
    });
    const pool = MAPPINGS;
    const observation = observe(
      [prices, mappingsAccount({ 0: {}, 51: { type: 5, account: pool } })],
      [51, 0, 65535, 65535],
    );
    expect(observation.price === null ? '' : decimalText(observation.price)).toBe('165');
    expect(observation.legs.map(({ place, kind }) => [place, kind])).toEqual([
      [`${PRICES}/51`, 'spl_stake'],
      [`${PRICES}/0`, 'pyth_pull'],
    ]);
    expect(observation).toMatchObject({ ageSeconds: 70n, publishedSlot: 5n });
    expect(observation.roots).toEqual([`spl_stake:${pool}`, `pyth:${PYTH_ACCOUNT}`]);
  });

  it('is not usable while any leg is too old for its reserve', () => {
    const prices = pricesAccount({ 0: scopeEntry(), 1: scopeEntry({ unixTimestamp: CLOCK.unixTimestamp - 61n }) });
    const mappings = mappingsAccount({ 0: {}, 1: {} });
    expect(reasonOf(observe([prices, mappings], [0], [], 60n))).toBeNull();
    expect(reasonOf(observe([prices, mappings], [0, 1], [], 61n))).toBeNull();
    expect(reasonOf(observe([prices, mappings], [0, 1], [], 60n))).toBe('stale');
    expect(observe([prices, mappings], [0, 1], [], 60n).price).not.toBeNull();
  });

  it('has the average of its chain: a twap, or the publisher’s own moving average', () => {
    const prices = pricesAccount({ 0: scopeEntry(), 52: scopeEntry({ value: 149n, exp: 0n }) });
    const average = (type: number) =>
      observe([prices, mappingsAccount({ 0: {}, 52: { type, twapSource: 0 } })], [0], [52]).average;
    expect(average(12)).toMatchObject({ kind: 'twap', price: { mantissa: 149n, exponent: 0 } });
    expect(average(22)).toMatchObject({ kind: 'ema', publishedAt: CLOCK.unixTimestamp - 10n });
    expect(observe([prices, mappingsAccount({ 0: {} })], [0], [52]).average).toBeNull();
  });

  it.each([
    ['unused', { type: 0, account: ZERO_ADDRESS }, {}],
    ['frozen', { isFrozen: true }, {}],
    ['suspended', { type: 37 }, { generic: `${'00'.repeat(8)}01${'00'.repeat(15)}` }],
    ['empty', {}, { value: 0n }],
    ['empty', { type: 23 }, { value: 0n, unixTimestamp: 0n }],
    ['not_positive', { type: 23 }, { value: 0n }],
    ['in_future', {}, { unixTimestamp: CLOCK.unixTimestamp + 61n }],
    [null, {}, { unixTimestamp: CLOCK.unixTimestamp + 60n }],
    [null, { type: 0 }, {}],
    [null, { type: 99 }, {}],
    [null, { type: 26 }, { generic: `${'00'.repeat(8)}01${'00'.repeat(15)}` }],
  ] as const)('%s: %o %o', (reason, mapping, entry) => {
    const observation = observe([pricesAccount({ 0: scopeEntry(entry) }), mappingsAccount({ 0: mapping })]);
    expect(reasonOf(observation)).toBe(reason);
  });

  it.each([
    ['unused', { type: 0, account: ZERO_ADDRESS }],
    ['frozen', { isFrozen: true }],
  ] as const)('is %s where any of its legs is, also one behind the first', (reason, mapping) => {
    const prices = pricesAccount({ 0: scopeEntry(), 7: scopeEntry() });
    const observation = observe([prices, mappingsAccount({ 0: {}, 7: mapping })], [0, 7]);
    expect(observation.verdict).toMatchObject({ reason, detail: 'entry 7' });
  });

  it('ages of the future are 0', () => {
    const ahead = pricesAccount({ 0: scopeEntry({ unixTimestamp: CLOCK.unixTimestamp + 9n }) });
    expect(observe([ahead, mappingsAccount({ 0: {} })], [0], [], 0n)).toMatchObject({
      ageSeconds: 0n,
      verdict: { isUsable: true },
    });
  });

  it('cannot be trusted without its mappings, and says nothing of what it rests on', () => {
    const [prices] = sound;
    expect(observe(prices === undefined ? [] : [prices])).toMatchObject({
      price: { mantissa: 15_000_000_000n },
      verdict: { reason: 'not_read', detail: MAPPINGS },
      roots: ['*'],
      legs: [{ kind: null }],
    });
  });

  it('says why there is none: not read, missing, not decoded, of another kind', () => {
    expect(reasonOf(observe([]))).toBe('not_read');
    expect(reasonOf(scope.observe(feedOf([0]), new Map([[PRICES, null]]), CLOCK))).toBe('account_missing');
    const error = new LendingError('WRONG_SIZE', { address: PRICES });
    expect(scope.observe(feedOf([0]), new Map([[PRICES, error]]), CLOCK).verdict).toMatchObject({
      reason: 'undecodable',
      detail: 'WRONG_SIZE',
    });
    expect(reasonOf(observe([{ ...mappingsAccount({}), address: PRICES }]))).toBe('undecodable');
  });

  it('has no price of a chain without links, of digits beyond the program’s, and of products beyond its integers', () => {
    const huge = scopeEntry({ value: 2n ** 64n - 1n, exp: 0n });
    const prices = pricesAccount({ 0: scopeEntry({ exp: 37n }), 1: huge, 2: huge, 3: scopeEntry({ exp: 2n ** 63n }) });
    const mappings = mappingsAccount({ 0: {}, 1: {}, 2: {}, 3: {} });
    const reason = (chain: readonly number[]) => reasonOf(observe([prices, mappings], chain));
    expect([reason([0, 0, 0, 0]), reason([65535, 0, 0, 0]), reason([512])]).toEqual(Array(3).fill('invalid_chain'));
    expect([reason([0]), reason([3]), reason([1, 3])]).toEqual(Array(3).fill('invalid_exponent'));
    expect([reason([1, 2]), reason([1])]).toEqual(['overflow', null]);
  });
});

describe('a chain', () => {
  it.each([
    [[0, 65535, 65535, 65535], [0]],
    [
      [51, 0, 65535, 65535],
      [51, 0],
    ],
    [[51, 512, 0, 3], [51]],
    [
      [1, 2, 3, 511],
      [1, 2, 3, 511],
    ],
    [[0, 0, 0, 0], []],
    [[0], [0]],
    [[], []],
  ])('%j has the links %j', (chain, links) => {
    expect(linksOf(chain)).toEqual(links);
  });

  it('is cut where its digits are too many, and then its order matters', () => {
    const [a, b, c] = [
      { value: 1_234_567_890_123_456_789n, exp: 18n },
      { value: 987_654_321_098_765_432n, exp: 18n },
      { value: 17_858_116_104n, exp: 20n },
    ];
    const [one, other] = [multiplyLegs([a, b, c]), multiplyLegs([c, b, a])];
    expect([one.reason, other.reason]).toEqual([null, null]);
    // By hand: a × b cut to 18 digits, c cut to 18.
    const [product, last] = [(a.value * b.value) / 10n ** 18n, c.value / 100n];
    expect(one.price).toEqual({ mantissa: product * last, exponent: -36 });
    expect(one.price).not.toEqual(other.price);
  });
});

describe('what an entry rests on', () => {
  const roots = (mappings: Parameters<typeof mappingsAccount>[0], index = 9) =>
    rootsOf(new ScopeMappings(mappingsAccount(mappings)), index);
  const u16 = (...values: number[]) =>
    values.map((value) => Buffer.from([value & 0xff, value >> 8]).toString('hex')).join('');
  const padded = (hex: string) => hex.padEnd(40, '0');
  const [A, B] = [`pyth:${PYTH_ACCOUNT}`, `switchboard:${PYTH_ACCOUNT}`];
  const two = { 0: {}, 1: { type: 24 } };

  it.each([
    ['most_recent_of', 28, padded(u16(0, 1, 512, 65535)), [A, B]],
    ['capped_most_recent_of', 39, u16(0, 512, 512, 512, 9, 0, 0, 0, 0, 1), [A, B]],
    ['capped_floored with a cap alone', 33, padded(`${u16(0)}01${u16(1)}00`), [A, B]],
    ['capped_floored with a floor alone', 33, padded(`${u16(0)}0001${u16(1)}`), [A, B]],
    ['capped_floored with neither', 33, padded(`${u16(1)}0000`), [B]],
    ['multiplication_chain', 43, padded(u16(1, 0, 512, 512, 512, 512)), [B, A]],
    ['pyth_lazer', 29, padded(''), ['pyth:*']],
    ['conditional', 47, padded(''), ['*']],
    ['chainlink', 26, padded(''), [`chainlink:${PYTH_ACCOUNT}`]],
    ['unknown_99', 99, padded(''), ['*']],
  ] as const)('%s', (_name, type, generic, expected) => {
    expect(roots({ ...two, 9: { type, generic } })).toEqual(expected);
  });

  it('an average rests on what it is the average of', () => {
    expect(roots({ ...two, 9: { type: 12, twapSource: 1 } })).toEqual([B]);
  });

  it('a known account of Pyth has the root of its feed, which is that of the account of the other receiver', () => {
    const sol = '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE';
    expect(roots({ 9: { type: 21, account: sol } })).toEqual([
      'pyth:ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
      `pyth:${sol}`,
    ]);
  });

  it('a circle of entries may rest on anything, and ends', () => {
    expect(roots({ 8: { type: 12, twapSource: 9 }, 9: { type: 12, twapSource: 8 } })).toEqual(['*']);
  });

  it('names types of later releases without refusing them', () => {
    expect([entryTypeName(0), entryTypeName(21), entryTypeName(50)]).toEqual(['unused', 'pyth_pull', 'unknown_50']);
  });
});

describe('the accounts of a feed', () => {
  it('are the prices and what these name; of a known feed both at once', () => {
    const reads = decodeAccounts([[PRICES, pricesAccount({})]]);
    expect(accountsOf([feedOf([0])])).toEqual([PRICES]);
    expect(accountsOf([feedOf([0]), feedOf([1])], reads)).toEqual([PRICES, MAPPINGS]);
    const [known] = KNOWN_SCOPE_FEEDS;
    const feed = scopeFeed(MINT, { address: known?.prices ?? '', chain: [0], averageChain: [] }, NO_LIMITS);
    expect(accountsOf([feed])).toEqual([known?.prices, known?.mappings]);
  });

  it('are refused under another owner, with another size, and with other first bytes', () => {
    const account = pricesAccount({});
    const codeOf = (change: Partial<AccountBytes>) => {
      const read = decodeAccounts([[PRICES, { ...account, ...change }]]).get(PRICES);
      return read instanceof LendingError ? read.code : null;
    };
    expect(codeOf({})).toBeNull();
    expect(codeOf({ owner: ZERO_ADDRESS })).toBe('WRONG_OWNER');
    expect(codeOf({ data: account.data.slice(1) })).toBe('WRONG_DISCRIMINATOR');
    expect(codeOf({ data: account.data.slice(0, -1) })).toBe('WRONG_SIZE');
    expect(codeOf({ data: new Uint8Array(), owner: SCOPE_PROGRAM_ADDRESS })).toBe('WRONG_DISCRIMINATOR');
  });
});
