import { type AccountBytes, LendingError, type PriceConfig } from '@tidemark/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAPPINGS,
  mappingsAccount,
  PRICES,
  pricesAccount,
  PYTH_ACCOUNT,
  pythAccount,
  scopeEntry,
  SWITCHBOARD_ACCOUNT,
  switchboardAccount,
} from '../test/fixtures.ts';
import { CLOCK } from '../test/observations.ts';
import { aggregatePrices } from './aggregate/aggregate.ts';
import { decimalText, decimalToDouble } from './decimal.ts';
import { accountsOf, decodeAccounts, feedsOf, observeFeeds, ORACLE_SOURCES } from './oracles.ts';
import { observeReserve, type ReservePrice } from './reserve-price.ts';
import { type PriceObservation, UNUSABLE_REASONS } from './source.ts';

/** Fixed, because a test counts what came of it. */
const SEED = 20_261_125;

// The contract of a source: what the rest of the house relies on, whichever it is.

const MINT = 'So11111111111111111111111111111111111111112';
const none = { chain: [], averageChain: [], averageAddress: null };
const CONFIG: PriceConfig = {
  sources: [
    { ...none, kind: 'pyth', address: PYTH_ACCOUNT },
    { ...none, kind: 'switchboard', address: SWITCHBOARD_ACCOUNT },
    {
      kind: 'scope',
      address: PRICES,
      chain: [51, 0, 65535, 65535],
      averageChain: [52, 65535, 65535, 65535],
      averageAddress: null,
    },
    { ...none, kind: 'extra', address: MAPPINGS },
  ],
  maxAgeSeconds: 180n,
  maxAverageAgeSeconds: 240n,
  maxAverageDivergenceBps: 300n,
};
const FEEDS = feedsOf([{ mint: MINT, config: CONFIG }]);
const ACCOUNTS: readonly AccountBytes[] = [
  pricesAccount({ 0: scopeEntry(), 51: scopeEntry({ value: 1n, exp: 0n }), 52: scopeEntry() }),
  mappingsAccount({ 0: {}, 51: { type: 5 }, 52: { type: 12, twapSource: 0 } }),
  pythAccount(),
  switchboardAccount(),
];
const readAll = (accounts = ACCOUNTS) => decodeAccounts(accounts.map((account) => [account.address, account]));

describe('the sources together', () => {
  it('find the feeds of a reserve, and none of a kind that nobody decodes', () => {
    expect(FEEDS.map(({ id }) => id)).toEqual(
      [`pyth:${PYTH_ACCOUNT}`, `scope:${PRICES}/51-0~52`, `switchboard:${SWITCHBOARD_ACCOUNT}`].toSorted((a, b) =>
        a < b ? -1 : 1,
      ),
    );
    expect(FEEDS.every(({ maxAgeSeconds, origin }) => maxAgeSeconds === 180n && origin === 'reserve')).toBe(true);
  });

  it('have one feed of reserves that name the same place, with the strictest age; and two where mints differ', () => {
    const strict = { ...CONFIG, maxAgeSeconds: 60n };
    const merged = feedsOf([
      { mint: MINT, config: CONFIG },
      { mint: MINT, config: strict },
    ]);
    expect(merged.map(({ id, maxAgeSeconds }) => [id, maxAgeSeconds])).toEqual(FEEDS.map(({ id }) => [id, 60n]));
    expect(
      feedsOf([
        { mint: MINT, config: { ...strict, maxAgeSeconds: null } },
        { mint: MINT, config: strict },
      ]),
    ).toEqual(merged);
    expect(
      feedsOf([
        { mint: MINT, config: CONFIG },
        { mint: PRICES, config: CONFIG },
      ]).length,
    ).toBe(2 * FEEDS.length);
  });

  it('need their accounts once, and in the second call those that the first ones name', () => {
    expect([...accountsOf(FEEDS)].toSorted()).toEqual([PRICES, PYTH_ACCOUNT, SWITCHBOARD_ACCOUNT].toSorted());
    expect([...accountsOf(FEEDS, readAll())].toSorted()).toEqual(
      [PRICES, MAPPINGS, PYTH_ACCOUNT, SWITCHBOARD_ACCOUNT].toSorted(),
    );
  });

  it('give an observation for each feed', () => {
    const observations = observeFeeds(FEEDS, readAll(), CLOCK);
    expect(observations.map(({ feed }) => feed)).toEqual(FEEDS.map(({ id }) => id));
    expect(observations.map(({ verdict }) => verdict.isUsable)).toEqual([true, true, true]);
    expect(observations.map(({ price }) => (price === null ? null : decimalText(price)))).toEqual([
      '150',
      '150',
      '150',
    ]);
    expect(aggregatePrices(MINT, observations, CLOCK)).toMatchObject({ status: 'ok', candidateCount: 2 });
  });

  it('give an observation for a feed of a source that is not here', () => {
    const [feed] = FEEDS;
    if (feed === undefined) throw new Error('no feed');
    expect(observeFeeds([{ ...feed, source: 'jupiter' }], readAll(), CLOCK)[0]?.verdict.reason).toBe('not_configured');
  });

  it.each([
    ['Pyth v2', 'FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH'],
    ['Switchboard v2', 'SW1TCH7qEPTdLsDHRgPuMQjbQxKdH2aBStViMFnt64f'],
  ])('call a feed dead whose account belongs to %s, whatever it holds, and refuse no account for it', (name, owner) => {
    const reads = readAll(ACCOUNTS.map((account) => ({ ...account, owner, data: account.data.subarray(0, 7) })));
    expect([...reads.values()].filter((read) => read instanceof LendingError)).toEqual([]);
    const observations = observeFeeds(FEEDS, reads, CLOCK);
    expect(observations.map(({ price, verdict }) => ({ price, ...verdict }))).toEqual(
      FEEDS.map(() => ({ price: null, isUsable: false, reason: 'dead_feed', detail: name })),
    );
    expect(aggregatePrices(MINT, observations, CLOCK).status).not.toBe('ok');
  });

  it('have a text for every reason', () => {
    expect(Object.values(UNUSABLE_REASONS).filter((text) => text.length < 10)).toEqual([]);
  });

  it('have names and first bytes of their own', () => {
    const kinds = ORACLE_SOURCES.flatMap(({ accountKinds }) => accountKinds);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
    expect(new Set(kinds.map(({ discriminator }) => discriminator.join(' '))).size).toBe(kinds.length);
  });
});

describe('the price that a reserve stores', () => {
  const stored: ReservePrice = {
    reserve: PRICES,
    mint: MINT,
    price: 150n << 60n,
    scale: 1n << 60n,
    updatedAt: CLOCK.unixTimestamp - 30n,
    lastUpdateSlot: CLOCK.slot - 10n,
    maxAgeSeconds: 180n,
    isAccepted: true,
  };
  const observe = (change: Partial<ReservePrice>, roots = ['pyth:a']) =>
    observeReserve({ ...stored, ...change }, roots, CLOCK);

  it('is exact, has its own time, and rests on what its feeds rest on', () => {
    const { price, ...rest } = observe({ price: (150n << 60n) + 1n });
    expect(price === null ? null : decimalText(price)).toBe(
      `150.000000000000000000867361737988403547205962240695953369140625`,
    );
    expect(rest).toMatchObject({
      ageSeconds: 30n,
      roots: ['pyth:a'],
      feed: `reserve:${PRICES}`,
      verdict: { isUsable: true },
    });
  });

  it('is as old as the last refresh where the program keeps no time of it', () => {
    expect(observe({ updatedAt: null })).toMatchObject({ ageSeconds: 4n, isTimeEstimated: true });
  });

  it.each([
    ['empty', { price: 0n }],
    ['refused_by_program', { isAccepted: false }],
    [null, { isAccepted: null }],
    ['stale', { updatedAt: CLOCK.unixTimestamp - 181n }],
  ] as const)('%s: %o', (reason, change) => {
    expect(observe(change).verdict.reason).toBe(reason);
  });

  it('may rest on anything where nothing is known of its feeds', () => {
    expect(observe({}, []).roots).toEqual(['*']);
  });
});

/** Everything that a consumer does with an observation; throws where it could not. */
function use(observation: PriceObservation): void {
  const { price, confidence, average, ageSeconds, roots, verdict } = observation;
  for (const value of [price, confidence, average?.price, average?.confidence]) {
    if (value === null || value === undefined) continue;
    if (!Number.isFinite(decimalToDouble(value)) || decimalText(value).length > 500) throw new Error('not a number');
  }
  if (ageSeconds !== null && ageSeconds < 0n) throw new Error('an age below 0');
  if (roots.length === 0) throw new Error('no root');
  if (verdict.isUsable && (price === null || price.mantissa <= 0n)) throw new Error('a usable price that is none');
}

function outcomeOf(accounts: readonly AccountBytes[]): string {
  const reads = readAll(accounts);
  const observations = observeFeeds(FEEDS, reads, CLOCK);
  for (const observation of observations) use(observation);
  const { price, status } = aggregatePrices(MINT, observations, CLOCK);
  if (price !== null && price.mantissa <= 0n) throw new Error(`${status} without a price`);
  return observations.map(({ verdict }) => verdict.reason ?? 'used').join(' ');
}

describe('bytes that nobody wrote', () => {
  const anyBytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
  const patches = fc.array(
    fc.record({
      account: fc.nat(ACCOUNTS.length - 1),
      at: fc.nat(9_999).map((part) => part / 10_000),
      bytes: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.constantFrom(new Uint8Array(1), new Uint8Array(4)),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  );
  /** Offsets where something is that the feeds read; elsewhere a patch would seldom matter. */
  const HOT: readonly (readonly [number, number][])[] = [
    [
      [0, 48],
      [40, 56],
      [2896, 112],
    ],
    [
      [0, 8],
      [8, 32],
      [1640, 64],
      [16_392, 60],
      [16_904, 110],
      [19_464, 40],
    ],
    [[0, 134]],
    [
      [0, 8],
      [2056, 360],
    ],
  ];
  const place = (account: number, at: number): number => {
    const ranges = HOT[account] ?? [];
    let left = Math.floor(at * ranges.reduce((sum, [, length]) => sum + length, 0));
    for (const [start, length] of ranges) {
      if (left < length) return start + left;
      left -= length;
    }
    return 0;
  };

  it('end in a typed error or in an observation that can be used', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(patches, (all) => {
        const accounts = ACCOUNTS.map((account) => ({ ...account, data: account.data.slice() }));
        for (const { account, at, bytes } of all) {
          const data = accounts[account]?.data;
          const start = place(account, at);
          if (data !== undefined) data.set(bytes.subarray(0, data.length - start), start);
        }
        for (const outcome of outcomeOf(accounts).split(' ')) outcomes.add(outcome);
      }),
      { numRuns: 5_000, seed: SEED },
    );
    // Mutations that are all refused, or all accepted, would prove nothing.
    for (const word of [
      'used',
      'undecodable',
      'stale',
      'in_future',
      'not_positive',
      'uncertain',
      'few_samples',
      'wrong_feed',
      'frozen',
      'invalid_exponent',
      'not_read',
    ]) {
      expect([word, outcomes.has(word)]).toEqual([word, true]);
    }
  });

  it('of the right size and beginning are read without a guess', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACCOUNTS), fc.integer({ min: 1, max: 255 }), (account, seed) => {
        const data = account.data.map((byte, i) => (i < 8 ? byte : (byte + seed * (i + 1)) & 0xff));
        const others = ACCOUNTS.filter(({ address }) => address !== account.address);
        expect(outcomeOf([...others, { ...account, data }])).toMatch(/^\w+ \w+ \w+$/);
      }),
      { numRuns: 500 },
    );
  });

  it('at random are refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACCOUNTS), fc.nat(300).chain(anyBytes), (account, data) => {
        const read = readAll([{ ...account, data }]).get(account.address);
        expect(read instanceof LendingError && read.context.address === account.address).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
