import { U64_MAX } from '@tidemark/core';
import { thrownCode } from '@tidemark/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bpsToFall, type Direction, DIRECTIONS, fallenPrice } from '../src/common/price.ts';
import { SOURCES } from '../src/index.ts';
import type { Known, Market, Quote } from '../src/source.ts';
import { average } from './golden/expect-fill.ts';
import { given } from './support/differences.ts';
import { addressOf, buildPool, builtPools, feeMint, foundOf, NOW, openBuilt } from './support/built-pools.ts';

// What every source promises, on pools of our own building; the golden suites say that the numbers are the programs'.

const POOLS = builtPools().map((built) => ({ built, market: openBuilt(built) }));
/** Parts of a million of what a pool holds: a price moves by some percent, and no swap leaves what was read. */
const amounts = fc.integer({ min: 1, max: 30_000 });
const pools = fc.constantFrom(...POOLS.keys());

function poolAt(place: number) {
  return given(POOLS[place], 'pool');
}

function amountOf(place: number, direction: Direction, ppm: number): bigint {
  const { market, built } = poolAt(place);
  const amountA = (built.spec.amountA * BigInt(ppm)) / 1_000_000n;
  return direction === 'a_to_b' ? amountA : BigInt(Math.ceil(worth(market, 'a_to_b', amountA)));
}
const directions = fc.constantFrom<Direction>(...DIRECTIONS);
const RUNS = { numRuns: 400, seed: 20_261_125 };

function known(answer: Known<Quote> | undefined): Quote {
  return given(answer?.value, `amount: ${answer?.unknown}`);
}

function spotOf({ spot }: Market) {
  return given(spot, 'price');
}

/** What an amount is worth at the price before the swap, as a double. */
function worth(market: Market, direction: Direction, amount: bigint): number {
  const { numerator, denominator } = spotOf(market);
  const price = Number(numerator) / Number(denominator);
  return Number(amount) * (direction === 'a_to_b' ? price : 1 / price);
}

describe.each(SOURCES)('$name', (source) => {
  const built = buildPool(source);
  const others = (without: (address: string) => boolean) => built.others.filter(({ address }) => !without(address));

  it('asks for every account beside its pool', () => {
    const asked = source.companions(source.decodePool(built.account)).map(({ address }) => address);
    expect(new Set(asked).size).toBe(asked.length);
    for (const { address } of built.others) expect(asked).toContain(address);
  });

  it('finds pools by the offsets of their mints, which the registry of a provider is filtered by', () => {
    const { size, mintOffsets } = source.accounts;
    expect(built.account.data.length).toBe(size);
    const pool = source.decodePool(built.account);
    expect(mintOffsets.map((at) => built.account.data[at])).toEqual([2, 3]);
    expect([pool.mintA, pool.mintB]).toEqual([addressOf(2), addressOf(3)]);
  });

  it('refuses an account of another owner, and one byte more or less', () => {
    const decode = (change: Partial<typeof built.account>) => () => source.decodePool({ ...built.account, ...change });
    expect(thrownCode(decode({ owner: addressOf(9) }))).toBe('WRONG_OWNER');
    expect(thrownCode(decode({ data: built.account.data.subarray(1) }))).toBe('WRONG_SIZE');
  });

  it('does not know what was not read: vaults and mints, and what else it needs', () => {
    const pool = source.decodePool(built.account);
    const target = fallenPrice(spotOf(openBuilt(built)), 'a_to_b', bpsToFall(100));
    // Arrays have tests of their own; bitmaps beyond the pool's own matter only there.
    const needed = source.companions(pool).filter(({ role }) => role !== 'array' && role !== 'bitmap');
    for (const { address } of needed) {
      const found = { get: (wanted: string) => (wanted === address ? undefined : foundOf(built.others).get(wanted)) };
      expect(source.open(pool, found, NOW).walk('a_to_b', [target])).toEqual([
        { value: null, unknown: 'missing_account' },
      ]);
    }
  });

  it('does not know the depth beyond an array that was not read', () => {
    const pool = source.decodePool(built.account);
    const arrays = new Set(source.companions(pool).flatMap(({ role, address }) => (role === 'array' ? [address] : [])));
    const found = { get: (address: string) => (arrays.has(address) ? undefined : foundOf(built.others).get(address)) };
    const answer = source.open(pool, found, NOW).quote('a_to_b', built.spec.amountA / 50n);
    expect(answer.unknown).toBe(arrays.size === 0 ? null : 'missing_array');
  });

  it('sells nothing where a vault is frozen or a mint paused, and says why', () => {
    const frozen = built.others.map((account) => {
      if (account.address !== built.spec.vaultB) return account;
      return { ...account, data: account.data.slice().fill(2, 108, 109) };
    });
    const isMintA = (address: string): boolean => address === built.spec.mintA;
    const paused = [...others(isMintA), feeMint(built.spec.mintA, 0, 0n, true)];
    for (const [accounts, halt] of [
      [frozen, 'frozen_vault'],
      [paused, 'paused_mint'],
    ] as const) {
      const market = openBuilt({ ...built, others: accounts });
      expect(market.halt).toBe(halt);
      expect(known(market.quote('a_to_b', 1_000_000n)).amountOut).toBe(0n);
      expect(known(average(openBuilt(built), 'a_to_b', 500)).amountOut).toBeGreaterThan(0n);
    }
  });

  it('refuses a vault of another token', () => {
    const swapped = others((address) => address === built.spec.vaultA);
    const [vault] = built.others.filter(({ address }) => address === built.spec.vaultB);
    const wrong = { ...given(vault, 'vault'), address: built.spec.vaultA };
    expect(thrownCode(() => openBuilt({ ...built, others: [...swapped, wrong] }))).toBe('INVALID_POOL');
  });

  it('a fee on transfers is kept back on both sides, in the epoch from which it applies', () => {
    const isMint = (address: string): boolean => address === built.spec.mintA || address === built.spec.mintB;
    const withFee = [
      ...others(isMint),
      feeMint(built.spec.mintA, 100, NOW.epoch),
      feeMint(built.spec.mintB, 50, NOW.epoch),
    ];
    const market = openBuilt({ ...built, others: withFee });
    const plain = openBuilt(built);
    const quote = known(market.quote('a_to_b', 1_000_000n));
    expect([quote.amountIn, quote.poolIn]).toEqual([1_000_000n, 990_000n]);
    expect(quote.poolOut).toBe(known(plain.quote('a_to_b', 990_000n)).amountOut);
    expect(quote.amountOut).toBe(quote.poolOut - (quote.poolOut * 50n + 9_999n) / 10_000n);
    const before = { ...NOW, epoch: NOW.epoch - 1n };
    expect(openBuilt({ ...built, others: withFee }, before).quote('a_to_b', 1_000_000n)).toEqual(
      plain.quote('a_to_b', 1_000_000n),
    );
  });
});

describe('every source', () => {
  it('pays the price less the fee for little', () => {
    for (const { built, market } of POOLS) {
      for (const direction of DIRECTIONS) {
        const amount = direction === 'a_to_b' ? 10_000_000n : BigInt(Math.ceil(worth(market, 'a_to_b', 10_000_000n)));
        const { amountOut } = known(market.quote(direction, amount));
        const share = (Number(amountOut) + 0.5) / worth(market, direction, amount);
        expect(share, `${built.source.name} ${direction}`).toBeGreaterThan(0.997 - 2e-5);
        expect(share, `${built.source.name} ${direction}`).toBeLessThan(0.998 + 1e-5);
      }
    }
  });

  it('pays no less for more', () => {
    const { failed, counterexample } = fc.check(
      fc.property(pools, directions, amounts, amounts, (place, direction, amount, more) => {
        const [less, all] = [amount, amount + more].map((ppm) =>
          known(poolAt(place).market.quote(direction, amountOf(place, direction, ppm))),
        );
        return (less?.amountOut ?? 0n) <= (all?.amountOut ?? 0n) && (less?.crossed ?? 0) <= (all?.crossed ?? 0);
      }),
      RUNS,
    );
    expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null });
  });

  it('pays no more for a sum than for its parts, each alone, but for two units of rounding', () => {
    const { failed, counterexample } = fc.check(
      fc.property(pools, directions, amounts, amounts, (place, direction, one, other) => {
        const parts = [one, other].map((ppm) => amountOf(place, direction, ppm));
        const sum = parts.reduce((total, part) => total + part, 0n);
        const outOf = (amount: bigint): bigint => known(poolAt(place).market.quote(direction, amount)).amountOut;
        return outOf(sum) <= parts.reduce((total, part) => total + outOf(part), 2n);
      }),
      RUNS,
    );
    expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null });
  });

  it('never pays more than its vault holds, whatever is paid in', () => {
    const failed: string[] = [];
    for (const { built, market } of POOLS) {
      for (const direction of DIRECTIONS) {
        const { value, unknown } = market.quote(direction, U64_MAX);
        const address = direction === 'a_to_b' ? built.spec.vaultB : built.spec.vaultA;
        const vault = given(
          built.others.find((account) => account.address === address),
          'vault',
        );
        const held = new DataView(vault.data.buffer).getBigUint64(64, true);
        const isKept = value === null ? unknown === 'missing_array' : value.poolOut <= held;
        if (!isKept) failed.push(`${built.source.name} ${direction}: ${unknown ?? value?.poolOut}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('an output costs no more than the input that bought it, and that buys it again, but for a unit', () => {
    const { failed, counterexample } = fc.check(
      fc.property(pools, directions, amounts, (place, direction, ppm) => {
        const { market } = poolAt(place);
        const amount = amountOf(place, direction, ppm);
        const sold = known(market.quote(direction, amount));
        const bought = known(market.quote(direction, sold.amountOut, 'out'));
        const again = known(market.quote(direction, bought.amountIn));
        return bought.amountIn <= amount + 1n && again.amountOut + 1n >= sold.amountOut;
      }),
      RUNS,
    );
    expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null });
  });

  it('a walk to a price is a quote of what it took, and farther targets take more', () => {
    const failed: string[] = [];
    for (const { built, market } of POOLS) {
      for (const direction of DIRECTIONS) {
        const falls = [10, 50, 100, 200, 500, 1_000];
        const targets = falls.map((bps) => fallenPrice(spotOf(market), direction, bpsToFall(bps)));
        const rows = market.walk(direction, targets).map(known);
        // Where the target splits a step the input is rounded up once more: by a unit, which is worth so much.
        const tolerance = 2 + 2 * worth(market, direction, 1n);
        for (const [i, row] of rows.entries()) {
          const before = rows[i - 1] ?? { amountIn: 0n, amountOut: 0n };
          if (row.amountIn < before.amountIn || row.amountOut < before.amountOut)
            failed.push(`less at ${built.source.name} ${direction} ${falls[i]}`);
          const { amountOut } = known(market.quote(direction, row.amountIn));
          if (Math.abs(Number(amountOut - row.amountOut)) > tolerance)
            failed.push(`no quote ${built.source.name} ${direction} ${falls[i]}`);
        }
      }
    }
    expect(failed).toEqual([]);
  });

  it('a price that is beyond the target already takes nothing', () => {
    for (const { market } of POOLS) {
      for (const direction of DIRECTIONS) {
        const better = fallenPrice(spotOf(market), direction, bpsToFall(-500));
        expect(known(market.walk(direction, [better])[0])).toMatchObject({ amountIn: 0n, amountOut: 0n });
      }
    }
  });

  it('says the same in any order: nothing that was asked before changes an answer', () => {
    fc.assert(
      fc.property(pools, directions, fc.array(amounts, { maxLength: 4 }), amounts, (place, direction, asked, ppm) => {
        const { built, market } = poolAt(place);
        const amount = amountOf(place, direction, ppm);
        const fresh = openBuilt(built);
        for (const other of asked) fresh.quote(direction, amountOf(place, direction, other));
        expect(fresh.quote(direction, amount)).toEqual(market.quote(direction, amount));
      }),
      { ...RUNS, numRuns: 40 },
    );
  });
});
