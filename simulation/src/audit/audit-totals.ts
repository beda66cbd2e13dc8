import { differenceOf, type Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';

const HOUR = 3_600;
/** Rates are doubles here and integers there. */
const TOLERANCE = 1e-12;
/** What sums in USD and of rates count parts of. */
const [MOST_DECIMALS, RATE_SCALE] = [19n, 2 ** 60];
const SHOWN = 3;

/** A reserve at the close of a period. */
interface Cell {
  readonly close: StoredRow;
  readonly isWhole: boolean;
  readonly isFinal: boolean;
  readonly observedSeconds: number;
}

/** Stored totals against their buckets, one sum after the other: each period that is not to be made again has them all, and none beside. */
export function auditTotals(
  { totals, totalsDue, hours, days }: Pick<StoredFacts, 'totals' | 'totalsDue' | 'hours' | 'days'>,
  { reserves, markets }: Pick<StoredSettings, 'reserves' | 'markets'>,
): Finding[] {
  const settingsOf = new Map(reserves.map((row) => [row['address'], row]));
  const listed = new Set(markets.filter((row) => row['listed'] === true).map((row) => row['address']));
  const due = new Set(totalsDue.map((row) => periodOf(row, Number(row['width_seconds']))));
  const expected = new Map<string, Record<string, unknown>>();
  for (const [width, buckets] of [
    [HOUR, hours],
    [4 * HOUR, hours],
    [24 * HOUR, days],
  ] as const) {
    const keyed = buckets.flatMap((row) => {
      const { underlying_reserve: through, ...settings } = settingsOf.get(row['reserve']) ?? {};
      const period = periodOf(row, width);
      if (due.has(period)) return [];
      const isListed = listed.has(settings['lending_market']);
      const part = !isListed ? 'unlisted' : through === null ? 'listed' : 'wrapping';
      return [
        `${period} market ${String(settings['lending_market'])} all`,
        `${period} token ${String(settings['token_mint'])} ${part}`,
        `${period} protocol  ${part}`,
      ].map((key) => ({ key, row }));
    });
    for (const [key, own] of groupBy(keyed, (entry) => entry.key)) {
      const cells = [
        ...groupBy(
          own.map(({ row }) => row),
          (row) => String(row['reserve']),
        ).values(),
      ].map((rows) => cellOf(rows, width));
      expected.set(key, sumsOf(cells, key.includes(' token '), settingsOf));
    }
  }
  const stored = new Map(
    totals
      // What the benchmark counts is held against its own reading in the tests of the API.
      .filter((row) => row['subject_kind'] !== 'benchmark' && !due.has(periodOf(row, Number(row['width_seconds']))))
      .map((row) => [
        `${periodOf(row, Number(row['width_seconds']))} ${String(row['subject_kind'])} ${String(row['subject'])} ${String(row['part'])}`,
        row,
      ]),
  );
  const problems = [...new Set([...expected.keys(), ...stored.keys()])].flatMap((key) => {
    const [want, have] = [expected.get(key), stored.get(key)];
    if (want === undefined) return [`${key} is of no bucket`];
    if (have === undefined) return [`${key} is not stored`];
    const found = Object.entries(want).flatMap(([column, value]) =>
      isNear(have[column], value) ? [] : (differenceOf(column, have[column], value) ?? []),
    );
    return found.length === 0 ? [] : [`${key}: ${found.join('; ')}`];
  });
  const [first] = problems;
  if (first === undefined) return [];
  const message = `${problems.length} of ${stored.size} stored totals are not the sums of their buckets: ${problems.slice(0, SHOWN).join(' | ')}`;
  return [{ invariant: 'rollups', message }];
}

function periodOf(row: StoredRow, width: number): string {
  const seconds = secondsOf(row['bucket_start']);
  return `${String(row['protocol'])} ${width} s from ${new Date((seconds - (seconds % width)) * 1000).toISOString()}`;
}

/** Closes with the last bucket that has a close; all of the period is there and whole, or it is not. */
function cellOf(rows: readonly StoredRow[], width: number): Cell {
  const ordered = rows.toSorted((left, right) => secondsOf(left['bucket_start']) - secondsOf(right['bucket_start']));
  const [first, last] = [ordered[0] ?? {}, ordered.at(-1) ?? {}];
  const start = secondsOf(first['bucket_start']);
  const spans = ordered.map((row) => secondsOf(row['bucket_end']) - secondsOf(row['bucket_start']));
  return {
    close: ordered.findLast((row) => row['close_at'] !== null) ?? {},
    isWhole:
      ordered.every((row) => row['quality'] === 'ok') &&
      spans.reduce((sum, span) => sum + span, 0) === secondsOf(last['bucket_end']) - start,
    isFinal:
      ordered.every((row) => row['final'] === true) &&
      secondsOf(last['bucket_end']) === start - (start % width) + width,
    observedSeconds: ordered.reduce((sum, row) => sum + Number(row['observed_seconds']), 0),
  };
}

function sumsOf(
  cells: readonly Cell[],
  isToken: boolean,
  settingsOf: ReadonlyMap<unknown, StoredRow>,
): Record<string, unknown> {
  const observed = cells.filter(({ close }) => close['reserve'] !== undefined);
  const priced = observed.filter(({ close }) => close['price_usd_close_f'] !== null);
  const integer = ({ close }: Cell, column: string) => BigInt(String(close[column]));
  const sum = (of: readonly Cell[], valueOf: (cell: Cell) => bigint) =>
    of.reduce((total, cell) => total + valueOf(cell), 0n);
  const usd = (cell: Cell, column: string) => {
    const decimals = BigInt(Number(settingsOf.get(cell.close['reserve'])?.['token_decimals']));
    return integer(cell, column) * integer(cell, 'close_market_price_sf') * 10n ** (MOST_DECIMALS - decimals);
  };
  const [supply, debt, available] = [
    'close_total_supply_sf',
    'close_borrowed_amount_sf',
    'close_available_amount_raw',
  ] as const;
  const weighted = (column: string, rate: string) =>
    (isToken ? observed : priced).reduce(
      (total, cell) =>
        total + Number(isToken ? integer(cell, column) : usd(cell, column)) * Number(cell.close[rate]) * RATE_SCALE,
      0,
    );
  return {
    rolled_up: cells.length,
    observed: observed.length,
    priced: priced.length,
    whole: cells.filter(({ isWhole }) => isWhole).length,
    final: cells.every(({ isFinal }) => isFinal),
    observed_seconds: cells.reduce((total, { observedSeconds }) => total + observedSeconds, 0),
    supplied_usd: sum(priced, (cell) => usd(cell, supply)),
    borrowed_usd: sum(priced, (cell) => usd(cell, debt)),
    available_usd: sum(priced, (cell) => usd(cell, available)),
    supplied: isToken ? sum(observed, (cell) => integer(cell, supply)) : null,
    borrowed: isToken ? sum(observed, (cell) => integer(cell, debt)) : null,
    available_raw: isToken ? sum(observed, (cell) => integer(cell, available)) : null,
    supply_apy_weighted: weighted(supply, 'supply_apy_close_f'),
    borrow_apy_weighted: weighted(debt, 'borrow_apy_close_f'),
  };
}

/** Only sums of rates are doubles. */
function isNear(stored: unknown, expected: unknown): boolean {
  if (typeof expected !== 'number' || typeof stored !== 'string') return false;
  return Math.abs(Number(stored) - expected) <= Math.abs(expected) * TOLERANCE;
}
