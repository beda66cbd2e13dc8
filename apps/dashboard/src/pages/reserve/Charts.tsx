import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { changesQuery, type HistoryRow, historyQuery, type Range } from '../../api/history.ts';
import { useTier } from '../../api/key.ts';
import type { Reserve } from '../../api/queries.ts';
import { gapsOf, timesOf, valuesAt } from '../../chart/columns.ts';
import { amount, percent, price, usd } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { words } from '../../format/words.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { useZone } from '../../ui/zone.ts';
import { marksOf } from './marks.ts';
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
  const shown = useMemo(
    () => [row, ...rows.filter(({ reserve }) => view.with.includes(reserve))],
    [row, rows, view.with],
  );
  const results = useQueries({ queries: shown.map((each) => historyQuery(each.reserve, each.protocol, range, tier)) });
  const changes = useQuery(changesQuery(row.reserve, row.protocol, range));
  const histories = results.map(({ data }) => data);
  const first = histories[0];
  const parts = useMemo(() => {
    const lists = histories.map((history) => history?.rows ?? []);
    return { lists, times: timesOf(lists) };
    // The histories are a new list at each render; what is in them is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, histories);
  const gaps = useMemo(() => gapsOf(first?.gaps ?? [], words), [first?.gaps]);
  const marks = useMemo(() => marksOf(changes.data?.data ?? []), [changes.data]);
  const failed = results.find(({ error }) => error !== null);
  if (first === undefined) {
    return failed === undefined ? (
      <Loading what="the history" rows={14} />
    ) : (
      <Failed what="The history" error={failed.error} />
    );
  }
  if (parts.times.length === 0) return <NoHistory row={row} />;
  const series = (lines: readonly Line[]) =>
    parts.lists.flatMap((list, reserve) =>
      lines.map(({ label, pick, dashed }, line) => ({
        label: shown.length === 1 ? label : `${nameOf(shown[reserve], shown)} ${label}`,
        values: valuesAt(parts.times, list, pick),
        colour: shown.length === 1 ? line + 1 : reserve + 1,
        dashed: shown.length === 1 ? dashed === true : line > 0,
      })),
    );
  const common = { times: parts.times, gaps, marks, from: range.from, to: range.to };
  const money = view.unit === 'usd' ? usd : amount;
  return (
    <Suspense fallback={<Loading what="the charts" rows={14} />}>
      {first.cutAt !== null && (
        <p className="banner">The history is cut at {moment(first.cutAt, zone)}: choose wider points.</p>
      )}
      <TimeChart
        {...common}
        title={view.unit === 'usd' ? 'Amounts in USD' : 'Amounts in tokens'}
        format={money}
        series={series(amountLines(view.unit, shown.length === 1))}
      />
      <TimeChart
        {...common}
        title="Utilization"
        format={percent}
        series={series([{ label: 'utilization', pick: (each) => each.utilization_f }])}
      />
      <TimeChart
        {...common}
        title="Supply APY: spot, and realised per point"
        format={percent}
        series={series(rateLines('supply'))}
      />
      <TimeChart
        {...common}
        title="Borrow APY: spot, and realised per point"
        format={percent}
        series={series(rateLines('borrow'))}
      />
      <TimeChart
        {...common}
        title="Price that the account holds"
        format={price}
        series={series([{ label: 'price', pick: (each) => each.price_usd_f }])}
      />
      <TimeChart
        {...common}
        title={view.unit === 'usd' ? 'Interest paid per point, USD' : 'Interest paid per point, tokens'}
        format={money}
        series={series([interestLine(view.unit)])}
      />
    </Suspense>
  );
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
function nameOf(row: Reserve | undefined, shown: readonly Reserve[]): string {
  if (row === undefined) return '';
  const isAlone = shown.filter(({ token_symbol }) => token_symbol === row.token_symbol).length === 1;
  return isAlone ? row.token_symbol : `${row.token_symbol} ${row.lending_market_name}`;
}

function NoHistory({ row }: { readonly row: Reserve }) {
  return (
    <Empty title={`No history of ${row.token_symbol} in this range yet.`}>
      A reserve has history from the moment the indexer first read it. The first point comes with the first hour that is
      over; after that one comes every hour by itself. A longer range shows what was stored before.
    </Empty>
  );
}
