import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { type ConfigChange, protocolChangesQuery, type Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import {
  type Subject,
  totalsHistoryQuery,
  type TotalsHistoryRow,
  totalsQuery,
  type TotalsRow,
} from '../../api/totals.ts';
import { timesOf, valuesAt } from '../../chart/columns.ts';
import type { Gap } from '../../chart/types.ts';
import { count, percent, usd } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { Age } from '../../ui/clock.tsx';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { Tile } from '../../ui/Figure.tsx';
import { RangeBar, type TotalsRange } from './range.tsx';
import { ChangeList, marksOf } from '../reserve/Changes.tsx';
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
  const changes = useChanges(subject, rows, range);
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
          <TotalsCharts subject={subject} range={range} changes={changes.list} />
          {changes.isKnown && (
            <ChangeList changes={changes.list} isCut={changes.isCut} error={changes.error} isOfMany />
          )}
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

/** Parameter changes of what the totals are of: of a market those of its protocol that concern it; of a token those of none. */
function useChanges(subject: Subject, rows: readonly Reserve[], range: Range) {
  const protocol = subject.kind === 'token' ? null : (rows[0]?.protocol ?? null);
  const { data, error } = useQuery(protocolChangesQuery(protocol, range));
  const market = subject.kind === 'market' ? subject.address : null;
  const list = useMemo(
    () => data?.data.filter(({ lending_market: of }) => market === null || of === market),
    [data, market],
  );
  const isCut = data !== undefined && data !== null && data.meta.next_cursor !== null;
  return { list, error, isCut, isKnown: protocol !== null };
}

interface TotalsChartsProps {
  readonly subject: Subject;
  readonly range: Range;
  readonly changes: readonly ConfigChange[] | undefined;
}

function TotalsCharts({ subject, range, changes }: TotalsChartsProps) {
  const { data, error } = useQuery(totalsHistoryQuery(subject, range));
  const marks = useMemo(() => marksOf(changes ?? []), [changes]);
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
  const common = { times: parts.times, gaps: parts.gaps, marks, from: range.from, to: range.to };
  return (
    <Suspense fallback={<Loading what="the charts" rows={10} />}>
      <TimeChart {...common} title="Amounts in USD" format={usd} series={parts.amounts} />
      <TimeChart {...common} title="Utilization" format={percent} series={parts.utilization} />
      <TimeChart {...common} title="Weighted APY" format={percent} series={parts.rates} />
    </Suspense>
  );
}

/** What the charts are made of. Points in which nothing, or not every reserve, was observed are hatched, with the reason; neighbours of one reason are one gap. */
function partsOf(rows: readonly TotalsHistoryRow[], range: Range) {
  const times = timesOf([rows]);
  const gaps: Gap[] = [];
  for (const [index, row] of rows.entries()) {
    const reason = reasonOf(row);
    if (reason === null || row.timestamp === undefined) continue;
    const to = times[index + 1] ?? range.to;
    const last = gaps.at(-1);
    if (last?.to === row.timestamp && last.reason === reason) gaps[gaps.length - 1] = { ...last, to };
    else gaps.push({ from: row.timestamp, to, reason });
  }
  type Line = readonly [label: string, pick: (row: TotalsHistoryRow) => number | null | undefined];
  const series = (...lines: readonly Line[]) =>
    lines.map(([label, pick], index) => ({ label, values: valuesAt(times, rows, pick), colour: index + 1 }));
  return {
    times,
    gaps,
    amounts: series(['supplied', (row) => row.supplied_usd_f], ['borrowed', (row) => row.borrowed_usd_f]),
    utilization: series(['utilization', (row) => row.utilization_f]),
    rates: series(['supply', (row) => row.supply_apy_wavg_f], ['borrow', (row) => row.borrow_apy_wavg_f]),
  };
}

function reasonOf(row: TotalsHistoryRow): string | null {
  const {
    quality_str: quality,
    gap_reason_str: reason,
    reserves_observed: observed,
    reserves_expected: expected,
  } = row;
  if (quality === 'missing') return words(reason ?? 'unknown');
  if (observed === undefined || expected === undefined || observed >= expected) return null;
  return `${observed} of ${expected} reserves were observed: sums are of those alone.`;
}
