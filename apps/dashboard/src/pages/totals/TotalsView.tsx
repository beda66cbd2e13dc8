import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import {
  type Subject,
  totalsHistoryQuery,
  type TotalsHistoryRow,
  totalsQuery,
  type TotalsRow,
} from '../../api/totals.ts';
import { timesOf, valuesAt } from '../../chart/columns.ts';
import { count, percent, usd } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { Age } from '../../ui/Age.tsx';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { RangeBar } from './RangeBar.tsx';
import type { TotalsRange } from './search.ts';
import { Composition } from './Composition.tsx';

const TimeChart = lazy(() => import('../../chart/TimeChart.tsx'));

interface TotalsViewProps {
  readonly title: ReactNode;
  readonly subject: Subject;
  readonly rows: readonly Reserve[];
  readonly range: Range;
  readonly chosen: TotalsRange;
  readonly onRange: (range: TotalsRange) => void;
  readonly children?: ReactNode;
}

/** Totals of a market, a token or a protocol: now, over time, and what they are made of. */
export function TotalsView({ title, subject, rows, range, chosen, onRange, children }: TotalsViewProps) {
  const latest = useQuery(totalsQuery(subject));
  return (
    <>
      <div className="heading">{title}</div>
      {latest.data === undefined && latest.error === null && <Loading what="the totals" rows={3} />}
      {latest.data === undefined && latest.error !== null && (
        <Failed what="The totals" error={latest.error} retry={() => void latest.refetch()} />
      )}
      {latest.data !== undefined && latest.data !== null && <Totals totals={latest.data} />}
      <RangeBar chosen={chosen} onRange={onRange} />
      <div className="split">
        <div className="stack">
          <TotalsCharts subject={subject} range={range} />
        </div>
        <div className="stack">
          <Composition rows={rows} by={subject.kind === 'token' ? 'market' : 'token'} />
        </div>
      </div>
      {children}
    </>
  );
}

function Totals({ totals }: { readonly totals: TotalsRow }) {
  const isPartial = totals.priced_reserve_count < totals.reserve_count || totals.missing_reserve_count > 0;
  const part = isPartial ? `at least: ${totals.priced_reserve_count} of ${totals.reserve_count} have a price` : null;
  return (
    <section className="tiles" aria-label="Totals now">
      <Tile label="Supplied" field="supplied_usd_f" value={usd(totals.supplied_usd_f)} note={part} />
      <Tile label="Borrowed" field="borrowed_usd_f" value={usd(totals.borrowed_usd_f)} note={part} />
      <Tile label="Supplied less borrowed" field="tvl_usd_f" value={usd(totals.tvl_usd_f)} note={part} />
      <Tile label="Utilization" field="utilization_f" value={percent(totals.utilization_f)} />
      <Tile label="Supply APY, weighted" field="supply_apy_wavg_f" value={percent(totals.supply_apy_wavg_f)} />
      <Tile label="Borrow APY, weighted" field="borrow_apy_wavg_f" value={percent(totals.borrow_apy_wavg_f)} />
      <Tile
        label="Reserves"
        field="reserve_count"
        value={count(totals.reserve_count)}
        note={
          <>
            read <Age since={totals.timestamp} /> ago
          </>
        }
      />
    </section>
  );
}

function TotalsCharts({ subject, range }: { readonly subject: Subject; readonly range: Range }) {
  const { data, error } = useQuery(totalsHistoryQuery(subject, range));
  const parts = useMemo(() => (data === undefined ? null : partsOf(data, range)), [data, range]);
  if (parts === null)
    return error === null ? <Loading what="the history" rows={10} /> : <Failed what="The history" error={error} />;
  if (parts.times.length === 0) {
    return (
      <Empty title="No history in this range yet.">
        The first point comes when the first hour or day since the first read is over. It fills by itself while the
        indexer runs.
      </Empty>
    );
  }
  const series = (lines: readonly (readonly [string, (row: TotalsHistoryRow) => number | null | undefined])[]) =>
    lines.map(([label, pick], index) => ({
      label,
      values: valuesAt(parts.times, parts.rows, pick),
      colour: index + 1,
    }));
  const common = { times: parts.times, gaps: parts.gaps, marks: NO_MARKS, from: range.from, to: range.to };
  return (
    <Suspense fallback={<Loading what="the charts" rows={10} />}>
      <TimeChart
        {...common}
        title="Amounts in USD"
        format={usd}
        series={series([
          ['supplied', (row) => row.supplied_usd_f],
          ['borrowed', (row) => row.borrowed_usd_f],
        ])}
      />
      <TimeChart
        {...common}
        title="Utilization"
        format={percent}
        series={series([['utilization', (row) => row.utilization_f]])}
      />
      <TimeChart
        {...common}
        title="Weighted APY"
        format={percent}
        series={series([
          ['supply', (row) => row.supply_apy_wavg_f],
          ['borrow', (row) => row.borrow_apy_wavg_f],
        ])}
      />
    </Suspense>
  );
}

const NO_MARKS: readonly never[] = [];

/** Buckets in which nothing was observed are gaps, with the reason that the API gives. */
function partsOf(rows: readonly TotalsHistoryRow[], range: Range) {
  const times = timesOf([rows]);
  const gaps = rows.flatMap(({ timestamp, quality_str: quality, gap_reason_str: reason }, index) =>
    quality === 'missing' && timestamp !== undefined
      ? [{ from: timestamp, to: times[index + 1] ?? range.to, reason: words(reason ?? 'unknown') }]
      : [],
  );
  return { rows, times, gaps };
}
