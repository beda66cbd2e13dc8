import { addressFromLabel } from '@tidemark/testing';
import type { Parameter } from './endpoints.ts';
import { MALFORMED, UNKNOWN } from './values.ts';
import type { World } from './world.ts';

/** What a parameter of the query is set to. */
export interface Values {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const HOUR = 3_600;
/** So many of a list that is long. */
const SOME = 6;
/** So many reserves by name are too many. */
const TOO_MANY = 21;

/** Values of a parameter. One that is not known here is an error: whoever adds a parameter adds what it is asked with. */
export function queryValues(world: World, { name, choices }: Parameter): Values {
  if (choices !== null) return { right: choices, wrong: ['nonsense', ''] };
  const made = VALUES[name];
  if (made === undefined) throw new Error(`no values for the parameter ${name}: add them`);
  return made(world);
}

const VALUES: Readonly<Record<string, (world: World) => Values>> = {
  lending_market: markets,
  market: markets,
  token_address: tokens,
  token: tokens,
  mint: ({ pooled, mints }) => addresses([...pooled, ...mints]),
  reserve: (world) => addresses(reservesOf(world)),
  reserves: (world) => {
    const reserves = reservesOf(world);
    const many = Array.from({ length: TOO_MANY }, (_, index) => addressFromLabel(`many ${index}`));
    return { right: firstOf(reserves, [1, 2, 3]), wrong: [UNKNOWN, `${reserves[0]},`, many.join(',')] };
  },
  mints: ({ mints }) => ({ right: firstOf(mints, [1, 3, 5]), wrong: [UNKNOWN, MALFORMED, ','] }),
  symbols: ({ symbols }) => ({ right: firstOf(symbols, [1, 2, 4]), wrong: ['NONE', ','] }),
  token_symbol: ({ reserves }) => ({
    right: [...new Set(reserves.map(({ symbol }) => symbol))].slice(0, SOME),
    wrong: ['NONE', 'x'.repeat(65)],
  }),
  protocol: ({ protocols }) => ({ right: protocols, wrong: ['nobody', ''] }),
  from: (world) => ({
    right: [...timesOf(world).slice(0, 9), iso(world.first).slice(0, 10)],
    wrong: ['yesterday', '', '2026-13-01', '9'.repeat(20)],
  }),
  to: (world) => ({
    right: [...timesOf(world).slice(-9), iso(world.now + HOUR)],
    wrong: ['tomorrow', '2026-02-30T00:00:00Z', '0'],
  }),
  as_of: (world) => ({ right: timesOf(world).slice(0, 9), wrong: ['yesterday', '1'] }),
  limit: () => ({ right: ['1', '2', '7', '10000'], wrong: ['0', '-1', '10001', 'x', '1.5'] }),
  points: () => ({ right: ['2', '3', '11', '101'], wrong: ['1', '1002', 'x'] }),
  max_age: () => ({ right: ['0', '60', '3600', '100000000'], wrong: ['-1', 'x'] }),
  supply_delta: deltas,
  borrow_delta: deltas,
  supply_delta_usd: deltas,
  borrow_delta_usd: deltas,
  fields: () => ({ right: ['timestamp'], wrong: ['', 'nonsense', 'timestamp,timestamp', 'timestamp,'] }),
  // Right ones come out of answers only.
  cursor: () => ({ right: [], wrong: ['', 'x', 'eyJ2IjoxfQ'] }),
  revision: () => ({ right: [], wrong: ['0', 'x'] }),
};

function markets({ reserves }: World): Values {
  return addresses(reserves.map(({ market }) => market));
}

function tokens({ reserves }: World): Values {
  return addresses(reserves.map(({ token }) => token));
}

function deltas(): Values {
  return {
    right: ['0', '1', '-1', '250000.5', '-0.000001', '1000000000000'],
    wrong: ['x', '1e5', '', '0.1234567890123456789'],
  };
}

const addresses = (list: readonly string[]): Values => ({
  right: [...new Set(list)].slice(0, SOME),
  wrong: [UNKNOWN, MALFORMED, ''],
});

const firstOf = (list: readonly string[], counts: readonly number[]): string[] =>
  counts.map((count) => list.slice(0, count).join(','));

const reservesOf = ({ reserves }: World): string[] => reserves.map(({ reserve }) => reserve);

/** The moments in each form that a time can have. */
const timesOf = ({ moments }: World): string[] =>
  moments.flatMap((moment) => [String(moment), String(moment * 1000 + 500), iso(moment)]);

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
