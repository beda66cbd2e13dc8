import { type AccountBytes, isLendingError } from '@tidemark/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bpsToFall, DIRECTIONS, fallenPrice } from '../src/common/price.ts';
import { SOURCES } from '../src/index.ts';
import type { Market, PoolSource } from '../src/source.ts';
import { average } from './golden/expect-fill.ts';
import { buildPool, type BuiltPool, foundOf, NOW } from './support/built-pools.ts';

const SEED = 20_261_125;

/** One change of bytes, in the pool or an account beside it. */
const changes = fc.array(
  fc.record({
    account: fc.nat({ max: 11 }),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    // Most fields stand in the first few hundred bytes, and a changed discriminator tests nothing else.
    isNear: fc.boolean(),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom(new Uint8Array(8), new Uint8Array(16).fill(255), Uint8Array.of(1), new Uint8Array(4).fill(255)),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function mutate(built: BuiltPool, list: typeof changes extends fc.Arbitrary<infer T> ? T : never): BuiltPool {
  const accounts = [built.account, ...built.others].map((account) => ({ ...account, data: account.data.slice() }));
  for (const { account, at, isNear, bytes } of list) {
    const data = accounts[account % accounts.length]?.data ?? new Uint8Array(0);
    const from = 8 + Math.floor(at * ((isNear ? Math.min(420, data.length) : data.length) - 8));
    data.set(bytes.subarray(0, data.length - from), from);
  }
  const [account = built.account, ...others] = accounts;
  return { ...built, account, others };
}

/** `ok`, the code of a typed error, or what broke a promise. */
function judge({ source, account, others }: BuiltPool): string {
  try {
    const pool = source.decodePool(account);
    source.companions(pool);
    return promises(source.open(pool, foundOf(others), NOW));
  } catch (error) {
    if (!isLendingError(error)) return `threw ${String(error)}`;
    return error.code;
  }
}

function promises(market: Market): string {
  const { spot } = market;
  let unknown = '';
  for (const direction of DIRECTIONS) {
    const rows =
      spot === null
        ? []
        : market.walk(
            direction,
            [50, 1_000].map((bps) => fallenPrice(spot, direction, bpsToFall(bps))),
          );
    const quotes = [1n, 10n ** 9n, 10n ** 15n].map((amount) => market.quote(direction, amount));
    const searched = spot === null ? [] : [average(market, direction, 200)];
    for (const { value, unknown: reason } of [...rows, ...quotes, ...searched]) {
      // The largest amount goes beyond what was read of most pools.
      if (value === null) unknown = reason === 'missing_array' ? unknown : reason;
      else if (value.amountIn < 0n || value.amountOut < 0n || value.fee < 0n)
        return `negative: ${JSON.stringify(value, (_, v: unknown) => String(v))}`;
    }
  }
  return unknown === '' ? 'ok' : unknown;
}

describe.each(SOURCES)('$name', (source: PoolSource) => {
  const built = buildPool(source);

  it('answers 300 mutated pools with amounts that are not negative, a reason or a typed error', () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(changes, (list) => {
        const outcome = judge(mutate(built, list));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect(outcome).toMatch(/^[a-zA-Z0-9_]+$/);
      }),
      { numRuns: 300, seed: SEED },
    );
    // Mutations that are all refused, or all accepted, would prove nothing.
    expect(outcomes.get('ok')).toBeGreaterThan(40);
    expect(outcomes.size).toBeGreaterThan(2);
  });

  it('refuses random bytes with a typed error', () => {
    const { size, discriminator, program } = source.accounts;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size, maxLength: size }), fc.boolean(), (data, isMarked) => {
        if (isMarked && discriminator !== null) data.set(discriminator);
        const account: AccountBytes = { address: built.spec.address, owner: program, data };
        const outcome = judge({ source, spec: built.spec, account, others: [] });
        expect(outcome).toMatch(/^[a-zA-Z0-9_]+$/);
      }),
      { numRuns: 60, seed: SEED },
    );
  });
});
