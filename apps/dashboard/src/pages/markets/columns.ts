import type { Reserve } from '../../api/queries.ts';
import { FORMATS, type Formatted, price, type Unit, UNKNOWN_VALUE } from '../../format/number.ts';
import { marketText, tokenText } from '../../format/names.ts';
import { capital, words } from '../../format/words.ts';
import type { ColumnId } from './column-ids.ts';
import type { MarketsView } from './search.ts';

/** What a cell shows of a row. */
export interface ReserveColumn {
  readonly id: ColumnId;
  readonly title: string;
  /** What the title leaves out, for whoever asks. */
  readonly help: string;
  readonly numeric: boolean;
  /** Field of the API whose value this is; the same name stands in CSV. */
  readonly field: keyof Reserve;
  readonly width: number;
  readonly format: (row: Reserve) => Formatted;
  /** A line over time instead of a value: it is not sorted by, and no column of CSV. */
  readonly isLine?: boolean;
  /** Why the value is unknown, where the API says so. */
  readonly reason?: (row: Reserve) => string | null;
}

type Of = 'numeric' | 'format';
const numbers = (unit: Unit, column: Omit<ReserveColumn, Of>): ReserveColumn => ({
  ...column,
  numeric: true,
  format: (row) => {
    const value = row[column.field];
    return typeof value === 'number' ? FORMATS[unit](value) : UNKNOWN_VALUE;
  },
});
const texts = (column: Omit<ReserveColumn, Of>): ReserveColumn => ({
  ...column,
  numeric: false,
  format: (row) => {
    const value = row[column.field];
    return typeof value === 'string' && value !== '' ? textOf(value) : UNKNOWN_VALUE;
  },
});
const textOf = (text: string): Formatted => ({ text, exact: text });
/** What stands on the chain is text of strangers: `exact` has it as it is, and is never shown. */
const names = (text: (row: Reserve) => string, column: Omit<ReserveColumn, Of>): ReserveColumn => ({
  ...column,
  numeric: false,
  format: (row) => ({ text: text(row), exact: String(row[column.field]) }),
});

const WINDOWS = ['24h', '7d', '30d'] as const;
const NO_PRICE = 'The account holds no price.';

const realised = (side: 'supply' | 'borrow'): ReserveColumn[] =>
  WINDOWS.map((window) =>
    numbers('percent', {
      id: `${side}${window}`,
      title: `${side === 'supply' ? 'Supply' : 'Borrow'} ${window}`,
      help: `APY that was really ${side === 'supply' ? 'earned' : 'paid'} over the last ${window}, from the program's own index`,
      field: `${side}_apy_realised_${window}_f`,
      width: 120,
      reason: (row) => {
        const code = row[`${side}_apy_realised_${window}_gap_str`];
        return code === null ? null : words(code);
      },
    }),
  );

const money = (
  view: Pick<MarketsView, 'unit'>,
  name: 'supplied_amount' | 'borrowed_amount' | 'available_amount' | 'borrowable_net_amount' | 'depositable_amount',
  column: Pick<ReserveColumn, 'id' | 'title' | 'help'> & Partial<Pick<ReserveColumn, 'reason' | 'width'>>,
): ReserveColumn =>
  view.unit === 'usd'
    ? numbers('usd', { width: 100, reason: () => NO_PRICE, ...column, field: `${name}_usd_f` })
    : numbers('amount', { width: 100, ...column, field: `${name}_f` });

const constraint = (side: 'borrowable' | 'depositable', column: Pick<ReserveColumn, 'id' | 'title' | 'help'>) => ({
  ...texts({ ...column, field: `${side}_constraint_str`, width: 150 }),
  format: (row: Reserve) => ({ text: words(row[`${side}_constraint_str`]), exact: row[`${side}_constraint_str`] }),
});

const room = (side: 'borrowable' | 'depositable') => (row: Reserve) => {
  const code = row[`${side}_constraint_str`];
  return code === 'none' ? 'No limit.' : code === 'unknown' ? 'A setting that decides has not been read.' : NO_PRICE;
};

/** All columns. Amounts are in the unit of the view. */
export function reserveColumns(view: Pick<MarketsView, 'unit'>): readonly ReserveColumn[] {
  return [
    ...identity(),
    ...amounts(view),
    ...supplyRates(),
    ...borrowRates(),
    ...prices(),
    ...limits(view),
    numbers('count', {
      id: 'age',
      title: 'Age',
      help: "Time since the chain's own clock of the newest read",
      field: 'timestamp',
      width: 84,
    }),
  ];
}

function identity(): readonly ReserveColumn[] {
  return [
    names(tokenText, {
      id: 'reserve',
      title: 'Reserve',
      help: 'Token of the reserve',
      field: 'token_symbol',
      width: 104,
    }),
    names(marketText, {
      id: 'market',
      title: 'Market',
      help: 'Lending market',
      field: 'lending_market_name',
      width: 112,
    }),
    {
      ...texts({ id: 'protocol', title: 'Protocol', help: 'Lending protocol', field: 'protocol', width: 76 }),
      format: ({ protocol }) => ({ text: capital(protocol), exact: protocol }),
    },
    texts({ id: 'status', title: 'Status', help: 'Status in the program', field: 'status_str', width: 90 }),
  ];
}

function amounts(view: Pick<MarketsView, 'unit'>): readonly ReserveColumn[] {
  return [
    money(view, 'supplied_amount', { id: 'supplied', title: 'Supplied', help: 'What belongs to suppliers' }),
    money(view, 'borrowed_amount', { id: 'borrowed', title: 'Borrowed', help: 'What borrowers owe, with interest' }),
    money(view, 'available_amount', { id: 'available', title: 'Available', help: 'Can be withdrawn or borrowed now' }),
    numbers('percent', {
      id: 'utilization',
      title: 'Utilization',
      help: 'Borrowed over supplied',
      field: 'utilization_f',
      width: 92,
    }),
  ];
}

function supplyRates(): readonly ReserveColumn[] {
  return [
    numbers('percent', {
      id: 'supply',
      title: 'Supply APY',
      help: 'What suppliers earn at the rate of now, without rewards',
      field: 'supply_apy_f',
      width: 98,
    }),
    {
      ...texts({
        id: 'trend',
        title: '7 days',
        help: 'Supply APY over the last 7 days; a hole is time that is not known',
        field: 'supply_apy_f',
        width: 96,
      }),
      isLine: true,
    },
    ...realised('supply'),
    numbers('percent', {
      id: 'rewards',
      title: 'Rewards APR',
      help: 'Paid by the reserve from its own budget, beside the APY',
      field: 'rewards_apr_f',
      width: 105,
    }),
  ];
}

function borrowRates(): readonly ReserveColumn[] {
  return [
    numbers('percent', {
      id: 'borrow',
      title: 'Borrow APY',
      help: 'What borrowers pay at the rate of now',
      field: 'borrow_apy_f',
      width: 98,
    }),
    ...realised('borrow'),
  ];
}

function prices(): readonly ReserveColumn[] {
  return [
    {
      ...numbers('price', {
        id: 'price',
        title: 'Price',
        help: 'USD per token as the account holds it, however old',
        field: 'price_usd_f',
        width: 94,
        reason: () => NO_PRICE,
      }),
      format: (row) => price(row.price_usd_f),
    },
    {
      ...texts({
        id: 'priceOk',
        title: 'Price accepted',
        help: 'Whether the program takes the price for a borrow, as of its last refresh',
        field: 'usable_for_borrow_b',
        width: 120,
      }),
      format: ({ usable_for_borrow_b: usable }) =>
        usable === null ? UNKNOWN_VALUE : { text: usable ? 'yes' : 'no', exact: String(usable) },
    },
  ];
}

/** What can still be borrowed and supplied, and what bounds it. */
function limits(view: Pick<MarketsView, 'unit'>): readonly ReserveColumn[] {
  return [
    money(view, 'borrowable_net_amount', {
      id: 'borrowable',
      title: 'Available to borrow',
      width: 142,
      help: 'What can be borrowed now outside elevation groups, after the origination fee',
      reason: room('borrowable'),
    }),
    constraint('borrowable', {
      id: 'borrowLimit',
      title: 'Binding limit',
      help: 'The limit that decides what is available to borrow',
    }),
    money(view, 'depositable_amount', {
      id: 'depositable',
      title: 'Available to supply',
      width: 142,
      help: 'What can be deposited now',
      reason: room('depositable'),
    }),
    constraint('depositable', {
      id: 'depositLimit',
      title: 'Binding limit (supply)',
      help: 'The limit that decides what is available to supply',
    }),
  ];
}
