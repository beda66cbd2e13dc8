import { errorCodes } from '@tidemark/contract';
import { addressFromLabel } from '@tidemark/testing';
import type { Endpoint } from './endpoints.ts';
import type { World } from './world.ts';

/** An address that nothing has, and what is none. */
export const UNKNOWN = addressFromLabel('unknown');
export const MALFORMED = 'not-an-address';
const HOUR = 3_600;

/** Values of the part of a path, by its name, beside those parts that are chosen already. */
export function pathValues(world: World, name: string, chosen: Readonly<Record<string, string>>): readonly string[] {
  const of = world.reserves.filter(({ protocol }) => protocol === (chosen['protocol'] ?? protocol));
  const values: Readonly<Record<string, () => readonly string[]>> = {
    protocol: () => world.protocols,
    reserve: () => of.map(({ reserve }) => reserve),
    market: () => of.map(({ market }) => market),
    mint: () => [...of.map(({ token }) => token), ...('protocol' in chosen ? [] : world.pooled)],
    token: () => [...world.mints, ...world.symbols.slice(0, 6)],
    pool: () => world.pools,
    time: () =>
      [...world.moments, ...world.moments.map((moment) => moment + 7), world.first - 1, world.now + HOUR].map(String),
    code: () => errorCodes.map(String),
  };
  const made = values[name];
  if (made === undefined) throw new Error(`no values for {${name}}: add them`);
  return [...new Set(made())];
}

/** What the part of a path is not. */
export function wrongPathValues(name: string): readonly string[] {
  if (name === 'protocol') return ['nobody', 'lend'];
  if (name === 'time') return ['yesterday', '2026-13-01', '1e9', '-5'];
  if (name === 'code') return ['0', 'x'];
  return [UNKNOWN, MALFORMED];
}

/** How long a range is asked for, by the width of the rows: some 24 rows of a reserve. */
const SPANS: Readonly<Record<string, number>> = {
  raw: HOUR / 2,
  '15m': 6 * HOUR,
  '1h': 24 * HOUR,
  '4h': 96 * HOUR,
  '1d': 720 * HOUR,
};
/** So much less of all reserves together. */
const OF_ALL = 4;
/** Of endpoints over time whose rows have no width. */
const SPAN = 48 * HOUR;

/** A range around a moment, as parameters of the query; none where the endpoint takes none. */
export function rangeAround(
  { inQuery, path }: Endpoint,
  moment: number,
  interval: string | null,
): Record<string, string> {
  if (!inQuery.some(({ name }) => name === 'from')) return {};
  const whole = interval === null ? SPAN : (SPANS[interval] ?? SPAN);
  const span = path.includes('/all/') ? whole / OF_ALL : whole;
  const from = Math.floor(moment - (span * 2) / 3);
  return { from: String(from), to: String(from + span) };
}
