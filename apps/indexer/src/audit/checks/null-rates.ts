import type { ReserveState } from '@tidemark/schema';
import { type Finding, counted, NAMED_ACCOUNTS, ofKind, severityOfShare } from '../finding.ts';

/** Columns of a reserve's state that may be null, under their names in the database. */
export const NULLABLE_COLUMNS = {
  priceUsdF: 'price_usd_f',
  availableAmountUsdF: 'available_amount_usd_f',
  suppliedAmountUsdF: 'supplied_amount_usd_f',
  borrowedAmountUsdF: 'borrowed_amount_usd_f',
  priceUpdatedAt: 'market_price_updated_at',
  lastUpdateAt: 'last_update_at',
} as const satisfies Partial<Record<keyof ReserveState, string>>;

type NullableKey = keyof typeof NULLABLE_COLUMNS;
/** What the check reads of a row. */
export type NullableRow = Pick<ReserveState, 'reserve' | NullableKey>;

const KEYS: readonly NullableKey[] = [
  'priceUsdF',
  'availableAmountUsdF',
  'suppliedAmountUsdF',
  'borrowedAmountUsdF',
  'priceUpdatedAt',
  'lastUpdateAt',
];

/** Share of the rows in which each column is null; null where there is no row. */
export function nullRates(rows: readonly NullableRow[]): Record<string, number | null> {
  return Object.fromEntries(
    KEYS.map((key) => {
      const nulls = rows.filter((row) => row[key] === null).length;
      return [NULLABLE_COLUMNS[key], rows.length === 0 ? null : nulls / rows.length];
    }),
  );
}

export interface NullRatesInput {
  readonly newest: readonly NullableRow[];
  /** A row of a day earlier, or the oldest since, by reserve. */
  readonly earlier: ReadonlyMap<string, NullableRow>;
}

/**
 * Columns that hold null for reserves for which they held a number a day ago: one finding with all of them, since they mostly
 * have one cause. That a number is null is no finding: it says that it is not known.
 */
export function findNewNulls({ newest, earlier }: NullRatesInput): Finding[] {
  const compared = newest.filter(({ reserve }) => earlier.has(reserve));
  const columns: Record<string, { now: number; before: number; newly: number }> = {};
  const concerned = new Set<string>();
  for (const key of KEYS) {
    const isNewlyNull = (row: NullableRow): boolean => row[key] === null && earlier.get(row.reserve)?.[key] !== null;
    const newly = compared.filter(isNewlyNull);
    if (newly.length === 0) continue;
    for (const { reserve } of newly) concerned.add(reserve);
    columns[NULLABLE_COLUMNS[key]] = {
      now: compared.filter((row) => row[key] === null).length,
      before: compared.filter((row) => earlier.get(row.reserve)?.[key] === null).length,
      newly: newly.length,
    };
  }
  if (concerned.size === 0) return [];
  return [
    {
      ...ofKind('reserve'),
      severity: severityOfShare(concerned.size, compared.length),
      message: `${counted(concerned.size, 'reserve')} of ${compared.length} without numbers that they had a day ago (${Object.keys(columns).join(', ')})`,
      detail: { compared: compared.length, columns, addresses: [...concerned].slice(0, NAMED_ACCOUNTS) },
    },
  ];
}
