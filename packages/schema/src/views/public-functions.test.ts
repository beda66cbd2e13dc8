import { ratioToDouble } from '@tidemark/core';
import { publicFunctions } from '@tidemark/model/fields';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const SAMPLE = { numRuns: 300, seed: 20_261_123 };
/** Some units in the last place: the functions round seven times, the oracle three times. */
const TOLERANCE = 4e-15;
const YEAR = 31_536_000;

/** Largest relative difference. */
function farthest(found: readonly { value: number | null }[], wanted: readonly number[]): number {
  expect(found).toHaveLength(wanted.length);
  return Math.max(
    ...wanted.map((want, place) => Math.abs((found[place]?.value ?? Number.NaN) - want) / (Math.abs(want) || 1)),
  );
}

it('apr_to_apy keeps the digits of a double, of rates that are as small as they come', async () => {
  const rates = [
    ...fc.sample(
      fc.tuple(
        fc.integer({ min: -500_000, max: 5_000_000 }).map((parts) => parts / 1e6),
        fc.constantFrom(1, 12, 365),
      ),
      SAMPLE,
    ),
    ...fc.sample(
      fc.tuple(
        fc
          .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.nat(12))
          .map(([digits, zeros]) => digits / 10 ** zeros),
        fc.constantFrom(YEAR, 2 * YEAR),
      ),
      SAMPLE,
    ),
    [0, YEAR] as const,
  ];
  const found = await database.sql<{ value: number | null }[]>`
    SELECT lend_v1.apr_to_apy(apr, periods) AS value
    FROM unnest(${rates.map(([apr]) => apr)}::float8[], ${rates.map(([, n]) => n)}::float8[]) WITH ORDINALITY AS r(apr, periods, place)
    ORDER BY place`;
  const wanted = rates.map(([apr, n]) => Math.expm1(n * Math.log1p(apr / n)));
  expect(farthest(found, wanted)).toBeLessThan(TOLERANCE);
});

it('growth_to_apy takes the difference before it divides: a growth of 1e-12 keeps its digits', async () => {
  const zeros = fc.nat(12);
  const growths = fc.sample(
    fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), zeros, fc.integer({ min: 60, max: YEAR })),
    SAMPLE,
  );
  // No growth of it ends within the digits that a division gives by itself.
  const before = 3n ** 63n;
  const rows = growths.map(([parts, places, seconds]) => {
    const delta = (before * BigInt(parts)) / 10n ** BigInt(6 + places);
    const growth = ratioToDouble(delta, before);
    // Beyond a doubling in a year every error of the logarithm counts for more.
    return { after: before + delta, growth, seconds: Math.max(seconds, Math.ceil(growth * YEAR)) };
  });
  const found = await database.sql<{ value: number | null }[]>`
    SELECT lend_v1.growth_to_apy(${String(before)}::numeric, after, seconds) AS value
    FROM unnest(${rows.map(({ after }) => String(after))}::numeric[], ${rows.map(({ seconds }) => seconds)}::float8[])
      WITH ORDINALITY AS r(after, seconds, place)
    ORDER BY place`;
  const wanted = rows.map(({ growth, seconds }) => Math.expm1((YEAR / seconds) * Math.log1p(growth)));
  expect(farthest(found, wanted)).toBeLessThan(TOLERANCE);
});

it('growth_to_apy is null without time or beginning, and negative for a loss', async () => {
  const [row] = await database.sql`
    SELECT lend_v1.growth_to_apy(1, 2, 0) AS no_time, lend_v1.growth_to_apy(0, 2, 60) AS nothing,
      lend_v1.growth_to_apy(1, NULL, 60) AS unknown, lend_v1.growth_to_apy(4, 3, ${YEAR}) AS loss`;
  expect(row).toEqual({ no_time: null, nothing: null, unknown: null, loss: -0.25 });
});

it('functions of lend_v1 are those of the dictionary, run as their caller, and mean the same whatever the search path is', async () => {
  const found = await database.sql<{ signature: string; comment: string; volatility: string; safe: boolean }[]>`
    SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS signature,
      obj_description(p.oid, 'pg_proc') AS comment, p.provolatile AS volatility,
      NOT p.prosecdef AND has_function_privilege('tidemark_reader', p.oid, 'EXECUTE')
        AND (p.prosqlbody IS NOT NULL OR 'search_path=pg_catalog, pg_temp' = ANY (p.proconfig)) AS safe
    FROM pg_proc AS p WHERE p.pronamespace = 'lend_v1'::regnamespace`;
  expect(Object.fromEntries(found.map(({ signature, comment }) => [signature, comment]))).toEqual(publicFunctions);
  const byName = Object.fromEntries(
    found.map(({ signature, volatility, safe }) => [signature.split('(')[0], [volatility, safe]]),
  );
  expect(byName).toEqual({
    apr_to_apy: ['i', true],
    growth_to_apy: ['i', true],
    last_observed_at: ['s', true],
    next_observed_at: ['s', true],
    realised_apy: ['s', true],
    reserve_at: ['s', true],
    sync_horizon: ['s', true],
  });
});
