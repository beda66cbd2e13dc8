import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import {
  changesQuery,
  type History,
  type HistoryGap,
  type HistoryRow,
  historiesQuery,
  type Range,
} from '../../api/history.ts';
import { type Tier, useTier } from '../../api/client.ts';
import type { Reserve } from '../../api/queries.ts';
import { gapsOf, timesOf, valuesAt } from '../../chart/columns.ts';
import type { ChartProps } from '../../chart/types.ts';
import { amount, percent, price, usd } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { words } from '../../format/words.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { useZone } from '../../ui/navigation.ts';
import { marksOf } from './Changes.tsx';
import type { ReserveView } from './search.ts';

const TimeChart = lazy(() => import('../../chart/TimeChart.tsx'));

interface ChartsProps {
  readonly row: Reserve;
  readonly rows: readonly Reserve[];
  readonly view: ReserveView;
  readonly range: Range;
}

interface Line {
  readonly label: string;
  readonly pick: (row: HistoryRow) => number | null | undefined;
  readonly dashed?: boolean;
}

/** Histories of the reserve and of those beside it, one chart for each question. */
export function Charts({ row, rows, view, range }: ChartsProps) {
  const tier = useTier();
  const zone = useZone();
  const shown = useShown([row, ...rows.filter(({ reserve }) => view.with.includes(reserve))]);
  const { results, histories } = useHistories(shown, range, tier);
  const changes = useQuery(changesQuery(row.reserve, row.protocol, range));
  const isRead = results.every(({ data }) => data !== undefined);
  const parts = useMemo(() => {
    const lists = shown.map(({ reserve }) =>
      histories.flatMap(({ rows: all }) => all.filter((each) => each.reserve === reserve)),
    );
    return { lists, times: timesOf(lists) };
  }, [histories, shown]);
  const gaps = useMemo(
    () =>
      gapsOf(
        histories.flatMap((history) => history.gaps),
        (gap) => reasonOf(gap, shown),
      ),
    [histories, shown],
  );
  const marks = useMemo(() => marksOf(changes.data?.data ?? []), [changes.data]);
  const charts = useMemo(() => chartsOf(parts, shown, view.unit), [parts, shown, view.unit]);
  const failed = results.find(({ error }) => error !== null);
  if (!isRead) {
    return failed === undefined ? (
      <Loading what="the history" rows={14} />
    ) : (
      <Failed what="The history" error={failed.error} />
    );
  }
  if (parts.times.length === 0) return <NoHistory row={row} reason={histories[0]?.emptyReason ?? null} />;
  const cutAt = histories.find((history) => history.cutAt !== null)?.cutAt ?? undefined;
  const common = { times: parts.times, gaps, marks, from: range.from, to: range.to };
  return (
    <Suspense fallback={<Loading what="the charts" rows={14} />}>
      {failed !== undefined && (
        <p className="notice warn">The newest points could not be read: these were read before.</p>
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

/** What charts say of a reserve. */
type Shown = Pick<Reserve, 'protocol' | 'reserve' | 'token_symbol' | 'lending_market_name'>;

/** The same list while that is the same, whatever else of the rows changes: charts are drawn again for a new one. */
function useShown(rows: readonly Reserve[]): readonly Shown[] {
  const list = rows.map(({ protocol, reserve, token_symbol, lending_market_name }): Shown => {
    return { protocol, reserve, token_symbol, lending_market_name };
  });
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the whole list
  return useMemo(() => list, [JSON.stringify(list)]);
}

/** `lists`: the rows of each reserve. */
type Parts = Pick<ChartProps, 'times'> & { readonly lists: readonly (readonly HistoryRow[])[] };
type Chart = Pick<ChartProps, 'title' | 'format' | 'series'> & { readonly id: string };

/** One chart for each question. */
function chartsOf({ lists, times }: Parts, shown: readonly Shown[], unit: ReserveView['unit']): readonly Chart[] {
  const series = (lines: readonly Line[]) =>
    lists.flatMap((list, reserve) =>
      lines.map(({ label, pick, dashed }, line) => ({
        label:
          shown.length === 1
            ? label
            : [nameOf(shown[reserve], shown), ...(lines.length === 1 ? [] : [label])].join(' '),
        values: valuesAt(times, list, pick),
        colour: shown.length === 1 ? line + 1 : reserve + 1,
        dashed: shown.length === 1 ? dashed === true : line > 0,
      })),
    );
  const isUsd = unit === 'usd';
  const money = isUsd ? usd : amount;
  const rate = (side: 'supply' | 'borrow', title: string): Chart => {
    return { id: side, title, format: percent, series: series(rateLines(side)) };
  };
  const utilization: Line = { label: 'utilization', pick: (each) => each.utilization_f };
  const held: Line = { label: 'price', pick: (each) => each.price_usd_f };
  return [
    {
      id: 'amounts',
      title: isUsd ? 'Amounts in USD' : 'Amounts in tokens',
      format: money,
      series: series(amountLines(unit, shown.length === 1)),
    },
    { id: 'utilization', title: 'Utilization', format: percent, series: series([utilization]) },
    rate('supply', 'Supply APY: spot, and realised per point'),
    rate('borrow', 'Borrow APY: spot, and realised per point'),
    { id: 'price', title: 'Price that the account holds', format: price, series: series([held]) },
    {
      id: 'interest',
      title: isUsd ? 'Interest paid per point, USD' : 'Interest paid per point, tokens',
      format: money,
      series: series([interestLine(unit)]),
    },
  ];
}

const combine = (results: readonly UseQueryResult<History>[]) => ({
  results,
  histories: results.flatMap(({ data }) => data ?? []),
});

/** The histories of reserves: one call for those of a protocol. */
function useHistories(shown: readonly Shown[], range: Range, tier: Tier) {
  const client = useQueryClient();
  const protocols = [...new Set(shown.map(({ protocol }) => protocol))];
  const queries = protocols.map((protocol) => {
    const reserves = shown.filter((each) => each.protocol === protocol).map(({ reserve }) => reserve);
    const query = historiesQuery(protocol, reserves, range, tier);
    // While another range is read that of before stays: with every hour the range moves.
    const before = (): History | undefined =>
      client
        .getQueriesData<History>({ queryKey: query.queryKey.slice(0, 3) })
        .findLast(([, data]) => data !== undefined)?.[1];
    return { ...query, placeholderData: before };
  });
  return useQueries({ queries, combine });
}

/** Why a time was not observed; of several reserves also which one. */
function reasonOf({ gap_reason_str: code, reserve }: HistoryGap, shown: readonly Shown[]): string {
  const of = shown.find((each) => each.reserve === reserve);
  return shown.length === 1 ? words(code) : `${nameOf(of, shown)}: ${words(code)}`;
}

function amountLines(unit: ReserveView['unit'], all: boolean): readonly Line[] {
  const isUsd = unit === 'usd';
  const supplied: Line = {
    label: 'supplied',
    pick: (row) => (isUsd ? row.supplied_amount_usd_f : row.supplied_amount_f),
  };
  const borrowed: Line = {
    label: 'borrowed',
    pick: (row) => (isUsd ? row.borrowed_amount_usd_f : row.borrowed_amount_f),
  };
  const available: Line = {
    label: 'available',
    pick: (row) => (isUsd ? row.available_amount_usd_f : row.available_amount_f),
  };
  return all ? [supplied, borrowed, available] : [supplied, borrowed];
}

function rateLines(side: 'supply' | 'borrow'): readonly Line[] {
  return [
    { label: 'spot', pick: (row) => row[`${side}_apy_f`] },
    { label: 'realised', pick: (row) => row[`${side}_apy_realised_f`], dashed: true },
  ];
}

function interestLine(unit: ReserveView['unit']): Line {
  return { label: 'interest', pick: (row) => (unit === 'usd' ? row.interest_usd_f : row.interest_f) };
}

/** A name that tells a reserve from the others of the chart. */
function nameOf(row: Shown | undefined, shown: readonly Shown[]): string {
  if (row === undefined) return '';
  const isAlone = shown.filter(({ token_symbol }) => token_symbol === row.token_symbol).length === 1;
  return isAlone ? row.token_symbol : `${row.token_symbol} ${row.lending_market_name}`;
}

function NoHistory({ row, reason }: { readonly row: Reserve; readonly reason: string | null }) {
  return (
    <Empty title={`No history of ${row.token_symbol} in this range.`}>
      {reason ?? 'The first point comes with the first hour that is over since the indexer first read the reserve.'}
    </Empty>
  );
}
