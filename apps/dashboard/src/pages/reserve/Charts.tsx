import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { changesQuery, type HistoryGap, type HistoryRow, type Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import { bucketsOf, gapsOf, valuesAt } from '../../chart/columns.ts';
import { type ChartProps, type Colour, identity } from '../../chart/types.ts';
import { amount, percent, price, usd } from '../../format/number.ts';
import { tokenText } from '../../format/names.ts';
import { moment } from '../../format/time.ts';
import { capital, plural, words } from '../../format/words.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { useZone } from '../../ui/navigation.ts';
import { marksOf } from './Changes.tsx';
import type { ReserveView } from './search.ts';
import { type Histories, nameOf, rowsOf, type Shown } from './use-histories.ts';

const TimeChart = lazy(() => import('../../chart/TimeChart.tsx'));

interface ChartsProps {
  readonly row: Reserve;
  /** The reserve, and those beside it. */
  readonly shown: readonly Shown[];
  readonly read: Histories;
  readonly view: ReserveView;
  readonly range: Range;
}

interface Line {
  readonly label: string;
  readonly colour: Colour;
  readonly pick: (row: HistoryRow) => number | null | undefined;
  readonly dashed?: boolean;
}

/** Histories of the reserve and of those beside it, one chart for each question. */
export function Charts({ row, shown, read, view, range }: ChartsProps) {
  const zone = useZone();
  const { protocols, results, histories } = read;
  const changes = useQuery(changesQuery(row.reserve, row.protocol, range));
  const { unit } = view;
  // While another range is read the points of before are shown, which can be wider ones.
  const interval = histories[0]?.interval ?? range.interval;
  const parts = useMemo(() => {
    const lists = rowsOf(shown, { histories });
    return { lists, buckets: bucketsOf(lists, interval) };
  }, [histories, shown, interval]);
  const gaps = useMemo(
    () =>
      gapsOf(
        histories.flatMap((history) => history.gaps),
        (gap, all) => reasonOf(gap, all.length, shown),
      ),
    [histories, shown],
  );
  const marks = useMemo(() => marksOf(changes.data?.data ?? []), [changes.data]);
  const charts = useMemo(() => chartsOf(parts, shown, { unit, interval }), [parts, shown, unit, interval]);
  const failed = results.filter(({ error }) => error !== null);
  if (histories.length === 0 || results.some(({ data, error }) => data === undefined && error === null)) {
    return failed[0] === undefined ? (
      <Loading what="the history" kind="charts" rows={6} />
    ) : (
      <Failed what="The history" error={failed[0].error} />
    );
  }
  if (parts.buckets.length === 0) return <NoHistory row={row} reason={histories[0]?.emptyReason ?? null} />;
  const missing = protocols.filter((_, place) => results[place]?.data === undefined).map(capital);
  const cutAt = histories.find((history) => history.cutAt !== null)?.cutAt ?? undefined;
  const common = { buckets: parts.buckets, gaps, marks, from: range.from, to: range.to };
  return (
    <Suspense fallback={<Loading what="the charts" kind="charts" rows={6} />}>
      {failed.length > 0 && (
        <p className="notice warn" role="alert">
          {failed.some(({ data }) => data === undefined)
            ? `The history of ${missing.join(' and ')} could not be read: it is not in these charts.`
            : 'The newest points could not be read: these were read before.'}
        </p>
      )}
      {cutAt !== undefined && (
        <p className="notice warn">The history is cut at {moment(cutAt, zone)}: choose wider points.</p>
      )}
      {histories.some(({ gapsTruncated }) => gapsTruncated) && (
        <p className="notice">There are more gaps than are hatched here: Status has all of a day.</p>
      )}
      {charts.map(({ id, ...chart }) => (
        <TimeChart key={id} {...common} {...chart} />
      ))}
    </Suspense>
  );
}

/** `lists`: the rows of each reserve. */
type Parts = Pick<ChartProps, 'buckets'> & { readonly lists: readonly (readonly HistoryRow[])[] };
type Chart = Pick<ChartProps, 'title' | 'format' | 'series' | 'pointOf'> & { readonly id: string };

const POINT_TEXT = { '15m': '15 minutes', '1h': 'hour', '4h': '4 hours', '1d': 'day' } as const;

interface Asked {
  readonly unit: ReserveView['unit'];
  readonly interval: Range['interval'];
}

/** One chart for each question. */
function chartsOf({ lists, buckets }: Parts, shown: readonly Shown[], { unit, interval }: Asked): readonly Chart[] {
  const series = (lines: readonly Line[]) =>
    lists.flatMap((list, reserve) =>
      lines.map(({ label, colour, pick, dashed }, line) => ({
        label:
          shown.length === 1
            ? label
            : [nameOf(shown[reserve], shown), ...(lines.length === 1 ? [] : [label])].join(' '),
        values: valuesAt(buckets, list, pick),
        colour: shown.length === 1 ? colour : identity(reserve),
        dashed: shown.length === 1 ? dashed === true : line > 0,
      })),
    );
  const isUsd = unit === 'usd';
  const money = isUsd ? usd : amount;
  const rate = (side: 'supply' | 'borrow', title: string): Chart => {
    return { id: side, title, pointOf: 'close', format: percent, series: series(rateLines(side)) };
  };
  const utilization: Line = { label: 'utilization', colour: 'utilization', pick: (each) => each.utilization_f };
  const held: Line = { label: 'price', colour: 'price', pick: (each) => each.price_usd_f };
  return [
    {
      id: 'amounts',
      title: isUsd ? 'Amounts in USD' : 'Amounts in tokens',
      pointOf: 'close',
      format: money,
      series: series(amountLines(unit, shown.length === 1)),
    },
    { id: 'utilization', title: 'Utilization', pointOf: 'close', format: percent, series: series([utilization]) },
    rate('supply', 'Supply APY: spot and realised'),
    rate('borrow', 'Borrow APY: spot and realised'),
    { id: 'price', title: 'Oracle price', pointOf: 'close', format: price, series: series([held]) },
    {
      id: 'interest',
      title: `Interest per ${POINT_TEXT[interval]}, ${isUsd ? 'USD' : 'tokens'}`,
      pointOf: 'sum',
      format: money,
      series: series([interestLine(unit)]),
    },
  ];
}

/** Why a time was not observed; which reserve, where it is not all that are shown. */
function reasonOf({ gap_reason_str: code, reserve }: HistoryGap, count: number, shown: readonly Shown[]): string {
  const of = shown.find((each) => each.reserve === reserve);
  if (count === shown.length) return words(code);
  return `${nameOf(of, shown)}${count > 1 ? ` and ${plural(count - 1, 'other')}` : ''}: ${words(code)}`;
}

function amountLines(unit: ReserveView['unit'], all: boolean): readonly Line[] {
  const isUsd = unit === 'usd';
  const supplied: Line = {
    label: 'supplied',
    colour: 'supply',
    pick: (row) => (isUsd ? row.supplied_amount_usd_f : row.supplied_amount_f),
  };
  const borrowed: Line = {
    label: 'borrowed',
    colour: 'borrow',
    pick: (row) => (isUsd ? row.borrowed_amount_usd_f : row.borrowed_amount_f),
  };
  const available: Line = {
    label: 'available',
    colour: 'rest',
    pick: (row) => (isUsd ? row.available_amount_usd_f : row.available_amount_f),
  };
  return all ? [supplied, borrowed, available] : [supplied, borrowed];
}

function rateLines(side: 'supply' | 'borrow'): readonly Line[] {
  return [
    { label: 'spot', colour: side, pick: (row) => row[`${side}_apy_f`] },
    { label: 'realised', colour: side, pick: (row) => row[`${side}_apy_realised_f`], dashed: true },
  ];
}

function interestLine(unit: ReserveView['unit']): Line {
  return { label: 'interest', colour: 'borrow', pick: (row) => (unit === 'usd' ? row.interest_usd_f : row.interest_f) };
}

function NoHistory({ row, reason }: { readonly row: Reserve; readonly reason: string | null }) {
  return (
    <Empty title={`No history of ${tokenText(row)} in this range.`}>
      {reason ?? 'The first point comes with the first hour that is over since the indexer first read the reserve.'}
    </Empty>
  );
}
