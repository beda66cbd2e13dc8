import { decimalOf, UNIT, unitsOf } from '../naive/decimals.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';

/** More than any token has. */
const MOST_DECIMALS = 19n;

/** Sums over the reserves of a subject at the close of a period; exact numbers as decimals, null where nothing is known. */
export interface BucketTotals {
  readonly reserves: number;
  readonly observed: number;
  readonly priced: number;
  /** Reserves of which the whole period was observed. */
  readonly whole: number;
  readonly isFinal: boolean;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  readonly suppliedUsd: string | null;
  readonly borrowedUsd: string | null;
  readonly availableUsd: string | null;
  /** Base units; of tokens alone. */
  readonly supplied: string | null;
  readonly borrowed: string | null;
  readonly available: string | null;
  readonly supplyApy: number | null;
  readonly borrowApy: number | null;
}

export interface Period {
  readonly protocol: unknown;
  /** Unix seconds. */
  readonly start: number;
  readonly width: number;
}

/** Names the totals of a subject: `market`, `token` or `protocol`, its address, and which of its reserves. */
export function keyOf({ protocol, start, width }: Period, kind: string, subject: string, part: string): string {
  return `${String(protocol)} ${width} s from ${new Date(start * 1000).toISOString()} ${kind} ${subject} ${part}`;
}

/** The totals of each period and subject, added up from the buckets of reserves in it, by their keys. */
export function totalsOf(
  buckets: readonly StoredRow[],
  width: number,
  { reserves, markets }: Pick<StoredSettings, 'reserves' | 'markets'>,
): ReadonlyMap<string, BucketTotals> {
  const settingsOf = new Map(reserves.map((row) => [row['reserve'], row]));
  const listed = new Set(markets.filter((row) => row['listed_b'] === true).map((row) => row['lending_market']));
  const keyed = buckets.flatMap((row) => {
    const { underlying_reserve: through, ...settings } = settingsOf.get(row['reserve']) ?? {};
    const seconds = secondsOf(row['bucket_start']);
    const period = { protocol: row['protocol'], start: seconds - (seconds % width), width };
    const isListed = listed.has(settings['lending_market']);
    const part = !isListed ? 'unlisted' : through === null ? 'listed' : 'wrapping';
    return [
      keyOf(period, 'market', String(settings['lending_market']), 'all'),
      keyOf(period, 'token', String(settings['token_address']), part),
      keyOf(period, 'protocol', '', part),
    ].map((key) => ({ key, row }));
  });
  const totals = new Map<string, BucketTotals>();
  for (const [key, own] of groupBy(keyed, (entry) => entry.key)) {
    const ofReserves = groupBy(own, ({ row }) => String(row['reserve']));
    const cells = [...ofReserves.values()].map((rows) =>
      cellOf(
        rows.map(({ row }) => row),
        width,
      ),
    );
    totals.set(key, sumsOf(cells, key.includes(' token '), settingsOf));
  }
  return totals;
}

/** A reserve at the close of a period. */
interface Cell {
  readonly close: StoredRow;
  readonly isWhole: boolean;
  readonly isFinal: boolean;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
}

/** Closes with the last bucket that has a close; all of the period is there and whole, or it is not. */
function cellOf(rows: readonly StoredRow[], width: number): Cell {
  const ordered = rows.toSorted((left, right) => secondsOf(left['bucket_start']) - secondsOf(right['bucket_start']));
  const [first, last] = [ordered[0] ?? {}, ordered.at(-1) ?? {}];
  const start = secondsOf(first['bucket_start']);
  const spans = ordered.map((row) => secondsOf(row['bucket_end']) - secondsOf(row['bucket_start']));
  const sum = (column: string): number => ordered.reduce((total, row) => total + Number(row[column]), 0);
  return {
    close: ordered.findLast((row) => row['close_at'] !== null) ?? {},
    isWhole:
      ordered.every((row) => row['quality_str'] === 'ok') &&
      spans.reduce((total, span) => total + span, 0) === secondsOf(last['bucket_end']) - start,
    isFinal:
      ordered.every((row) => row['final_b'] === true) &&
      secondsOf(last['bucket_end']) === start - (start % width) + width,
    observedSeconds: sum('observed_seconds'),
    elapsedSeconds: sum('elapsed_seconds'),
  };
}

function sumsOf(cells: readonly Cell[], isToken: boolean, settingsOf: ReadonlyMap<unknown, StoredRow>): BucketTotals {
  const observed = cells.filter(({ close }) => close['reserve'] !== undefined);
  const priced = observed.filter(({ close }) => close['price_usd_close_f'] !== null);
  const units = ({ close }: Cell, column: string) => unitsOf(String(close[column]));
  const usd = (cell: Cell, column: string) => {
    const decimals = BigInt(Number(settingsOf.get(cell.close['reserve'])?.['token_decimals']));
    return units(cell, column) * units(cell, 'close_price_raw') * 10n ** (MOST_DECIMALS - decimals);
  };
  const sum = (of: readonly Cell[], valueOf: (cell: Cell) => bigint) =>
    of.reduce((total, cell) => total + valueOf(cell), 0n);
  const inUsd = (column: string) =>
    priced.length === 0
      ? null
      : decimalOf(
          sum(priced, (cell) => usd(cell, column)),
          UNIT * UNIT * 10n ** MOST_DECIMALS,
        );
  const inUnits = (column: string) =>
    !isToken || observed.length === 0
      ? null
      : decimalOf(
          sum(observed, (cell) => units(cell, column)),
          UNIT,
        );
  const mean = (column: string, rate: string) => {
    const weighed = (isToken ? observed : priced).map((cell) => ({
      weight: Number(isToken ? units(cell, column) : usd(cell, column)),
      rate: Number(cell.close[rate]),
    }));
    const weight = weighed.reduce((total, each) => total + each.weight, 0);
    return weight === 0 ? null : weighed.reduce((total, each) => total + each.weight * each.rate, 0) / weight;
  };
  const [supply, debt, available] = [
    'close_total_supply_raw',
    'close_borrowed_amount_raw',
    'close_available_amount_raw',
  ] as const;
  return {
    reserves: cells.length,
    observed: observed.length,
    priced: priced.length,
    whole: cells.filter(({ isWhole }) => isWhole).length,
    isFinal: cells.every(({ isFinal }) => isFinal),
    observedSeconds: cells.reduce((total, { observedSeconds }) => total + observedSeconds, 0),
    elapsedSeconds: cells.reduce((total, { elapsedSeconds }) => total + elapsedSeconds, 0),
    suppliedUsd: inUsd(supply),
    borrowedUsd: inUsd(debt),
    availableUsd: inUsd(available),
    supplied: inUnits(supply),
    borrowed: inUnits(debt),
    available: inUnits(available),
    supplyApy: mean(supply, 'supply_apy_close_f'),
    borrowApy: mean(debt, 'borrow_apy_close_f'),
  };
}
