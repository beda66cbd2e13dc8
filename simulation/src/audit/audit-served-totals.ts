import type { ServedTotals } from '../served/read-lending.ts';
import type { ServedRow } from '../served/read-pages.ts';
import { groupBy } from './group-by.ts';
import { secondsOf, type StoredFacts, type StoredRow } from './stored-facts.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { NaiveProtocol } from '../naive/protocol.ts';
import type { Truth } from './truth.ts';

/** Sums of doubles against the service's sums of integers. */
const TOLERANCE = 1e-9;

/** Totals of all reserves, of each market and of tokens against the newest rows. */
export function auditServedTotals(
  { summary, markets, tokens }: ServedTotals,
  { latest }: Pick<StoredFacts, 'latest'>,
  { reserves, markets: known }: Pick<StoredSettings, 'reserves' | 'markets'>,
  { protocolOf }: Pick<Truth, 'protocolOf'>,
): string[] {
  const settingsOf = new Map(reserves.map((row) => [row['reserve'], row]));
  const holdings = latest.map((row): Holding => {
    const settings = settingsOf.get(row['reserve']) ?? {};
    return holdingOf(row, settings, protocolOf(String(row['reserve'])));
  });
  const compare = (name: string, row: ServedRow | undefined, expected: Readonly<Record<string, number | null>>) => {
    if (row === undefined) return [`${name} are not served`];
    const problems = Object.entries(expected).flatMap(([field, value]) =>
      isNear(row[field], value) ? [] : [`${field} is ${String(row[field])}, not ${value}`],
    );
    return problems.length === 0 ? [] : [`${name}: ${problems.join('; ')}`];
  };
  return [
    ...(markets.length === known.length
      ? []
      : [`totals of ${markets.length} markets are served, and ${known.length} known`]),
    ...compare('totals of all reserves', summary[0], {
      ...{ ...sumsOf(listedOf(holdings)), ...meansOf(listedOf(holdings), 'usd') },
      ...unlistedSumsOf(holdings),
    }),
    ...known.flatMap(({ lending_market: address }) => {
      const own = holdings.filter(({ market }) => market === address);
      const row = markets.find((each) => each['lending_market'] === address);
      return compare(`totals of market ${String(address)}`, row, { ...sumsOf(own), ...meansOf(own, 'usd') });
    }),
    ...tokens.flatMap((row) => {
      const all = holdings.filter(({ mint }) => mint === row['token_address']);
      const own = listedOf(all);
      const amounts = {
        supplied_amount_f: own.length === 0 ? null : sum(own, ({ supplied }) => supplied),
        borrowed_amount_f: own.length === 0 ? null : sum(own, ({ borrowed }) => borrowed),
        available_amount_f: own.length === 0 ? null : sum(own, ({ available }) => available),
      };
      const expected = { ...sumsOf(own), ...amounts, ...meansOf(own, 'tokens'), ...unlistedSumsOf(all) };
      return compare(`totals of token ${String(row['token_address'])}`, row, expected);
    }),
  ];
}

/** The newest row of a reserve in whole tokens. */
interface Holding {
  readonly market: unknown;
  readonly isListed: boolean;
  readonly mint: unknown;
  /** USD of a token; 0 where there is none. */
  readonly price: number;
  readonly supplied: number;
  readonly borrowed: number;
  readonly available: number;
  readonly supplyApy: number;
  readonly borrowApy: number;
}

function holdingOf(row: StoredRow, settings: StoredRow, protocol: NaiveProtocol): Holding {
  const unit = 10 ** Number(settings['token_decimals']);
  return {
    market: settings['lending_market'],
    isListed: protocol.isListed(String(settings['lending_market'])),
    mint: settings['token_address'],
    price: Number(row['price_raw']),
    supplied: Number(row['accrued_total_supply_raw']) / unit,
    borrowed: Number(row['accrued_borrowed_amount_raw']) / unit,
    available: Number(row['accrued_available_amount_raw']) / unit,
    supplyApy: Number(row['supply_apy_f']),
    borrowApy: Number(row['borrow_apy_f']),
  };
}

/** Sums over several markets leave out those that anybody may have created, and say how much that is. */
function listedOf(holdings: readonly Holding[]): readonly Holding[] {
  return holdings.filter(({ isListed }) => isListed);
}

function unlistedSumsOf(holdings: readonly Holding[]): Record<string, number | null> {
  const unlisted = holdings.filter(({ isListed }) => !isListed);
  const { reserve_count, supplied_usd_f, borrowed_usd_f } = sumsOf(unlisted);
  return {
    unlisted_reserve_count: reserve_count ?? 0,
    unlisted_supplied_usd_f: unlisted.length === 0 ? 0 : (supplied_usd_f ?? null),
    unlisted_borrowed_usd_f: unlisted.length === 0 ? 0 : (borrowed_usd_f ?? null),
  };
}

/** Null where nothing has a price. */
function sumsOf(holdings: readonly Holding[]): Record<string, number | null> {
  const priced = holdings.filter(({ price }) => price > 0);
  const usd = (amountOf: (holding: Holding) => number): number | null =>
    priced.length === 0 ? null : sum(priced, (holding) => amountOf(holding) * holding.price);
  return {
    reserve_count: holdings.length,
    supplied_usd_f: usd(({ supplied }) => supplied),
    borrowed_usd_f: usd(({ borrowed }) => borrowed),
    available_usd_f: usd(({ available }) => available),
    tvl_usd_f: usd(({ supplied, borrowed }) => supplied - borrowed),
  };
}

/** Utilization and mean rates: of one token by its amounts, of several by their value. */
function meansOf(holdings: readonly Holding[], by: 'usd' | 'tokens'): Record<string, number | null> {
  const weight = ({ price }: Holding): number => (by === 'usd' ? price : 1);
  const [supplied, borrowed] = [
    sum(holdings, (holding) => holding.supplied * weight(holding)),
    sum(holdings, (holding) => holding.borrowed * weight(holding)),
  ];
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  return {
    utilization_f: share(borrowed, supplied),
    supply_apy_wavg_f: share(
      sum(holdings, (holding) => holding.supplied * weight(holding) * holding.supplyApy),
      supplied,
    ),
    borrow_apy_wavg_f: share(
      sum(holdings, (holding) => holding.borrowed * weight(holding) * holding.borrowApy),
      borrowed,
    ),
  };
}

function sum(holdings: readonly Holding[], valueOf: (holding: Holding) => number): number {
  return holdings.reduce((total, holding) => total + valueOf(holding), 0);
}

const SUMMARY_FIELDS = {
  supplied_usd_f: 'supplied',
  borrowed_usd_f: 'borrowed',
  available_usd_f: 'available',
} as const;

/** Each hour of the protocol against the closes of its reserves in listed markets. */
export function auditServedSummaries(
  { summaries }: ServedTotals,
  { hours }: Pick<StoredFacts, 'hours'>,
  { protocolOf }: Pick<Truth, 'protocolOf'>,
): string[] {
  const listed = hours.filter((row) => protocolOf(String(row['reserve'])).isListed(String(row['lending_market'])));
  const hoursAt = groupBy(listed, (row) => String(secondsOf(row['bucket_start'])));
  const counts =
    summaries.length === hoursAt.size ? [] : [`${summaries.length} hours of the protocol, not ${hoursAt.size}`];
  const problems = summaries.flatMap((row) => {
    const own = hoursAt.get(String(row['timestamp'])) ?? [];
    const sums = Object.entries(SUMMARY_FIELDS).flatMap(([field, name]) => {
      const values = own.flatMap((hour) => {
        const value = hour[`${name}_amount_usd_close_f`];
        return typeof value === 'number' ? [value] : [];
      });
      const expected = values.length === 0 ? null : values.reduce((added, value) => added + value, 0);
      return isNear(row[field], expected) ? [] : [`${field} is ${String(row[field])}, not ${expected}`];
    });
    const isComplete = row['reserves_expected'] === own.length;
    const all = [...sums, ...(isComplete ? [] : [`${String(row['reserves_expected'])} reserves, not ${own.length}`])];
    return all.length === 0 ? [] : [`the protocol at ${String(row['timestamp'])}: ${all.join('; ')}`];
  });
  return [...counts, ...problems];
}

function isNear(value: unknown, expected: number | null): boolean {
  if (expected === null || typeof value !== 'number') return value === expected;
  return Math.abs(value - expected) <= Math.abs(expected) * TOLERANCE;
}
