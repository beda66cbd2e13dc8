import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { isUnknown } from '../../api/client.ts';
import { type ConfigChange, protocolChangesQuery, type Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import {
  type Subject,
  totalsHistoryQuery,
  type TotalsHistory,
  type TotalsHistoryRow,
  totalsQuery,
  type TotalsRow,
} from '../../api/totals.ts';
import type { Reserves } from '../../api/use-reserves.ts';
import { bucketsOf, valuesAt } from '../../chart/columns.ts';
import type { Colour, Gap } from '../../chart/types.ts';
import { count, percent, usd } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { Age } from '../../ui/clock.tsx';
import { keepZone } from '../../ui/navigation.ts';
import { Empty, Failed, Loading, Partial } from '../../ui/States.tsx';
import { Tile } from '../../ui/Figure.tsx';
import { RangeBar, type TotalsRange } from './range.tsx';
import { splitListed } from '../markets/filter.ts';
import { ChangeList, marksOf } from '../reserve/Changes.tsx';
import { Composition } from './Composition.tsx';

const TimeChart = lazy(() => import('../../chart/TimeChart.tsx'));

interface TotalsViewProps {
  readonly title: ReactNode;
  readonly subject: Subject;
  readonly reserves: Reserves;
  /** Which of the reserves the totals are of. */
  readonly isOf: (row: Reserve) => boolean;
  readonly range: Range;
  readonly chosen: TotalsRange;
  readonly onRange: (range: TotalsRange) => void;
  readonly children?: ReactNode;
}

/** Totals of a market, a token or a protocol: now, over time, and what they are made of. */
export function TotalsView(props: TotalsViewProps) {
  const { title, subject, reserves, isOf, range, chosen, onRange, children } = props;
  const latest = useQuery(totalsQuery(subject));
  const rows = reserves.rows.filter(isOf);
  // The page of an unlisted market is of its own reserves alone; totals over several markets leave those of unlisted ones out.
  const { shown } = splitListed(rows, subject.kind === 'market');
  const hidden = rows.filter((row) => !shown.includes(row));
  const changes = useChanges(subject, rows, range);
  if (latest.data === undefined && isUnknown(latest.error)) return <NoSuch subject={subject} />;
  return (
    <>
      <div className="heading">{title}</div>
      <Partial failures={reserves.failures} retry={reserves.refetch} />
      {latest.data === undefined && latest.error !== null ? (
        <Failed what="The totals" error={latest.error} retry={() => void latest.refetch()} />
      ) : (
        <Totals totals={latest.data ?? undefined} isLoading={latest.data === undefined} />
      )}
      <RangeBar chosen={chosen} onRange={onRange} />
      <div className="split">
        <div className="stack">
          <TotalsCharts subject={subject} range={range} changes={changes.list} />
          {changes.isKnown && (
            <ChangeList changes={changes.list} isCut={changes.isCut} error={changes.error} isOfMany />
          )}
        </div>
        <div className="stack">
          {reserves.error !== null && <Failed what="The reserves" error={reserves.error} retry={reserves.refetch} />}
          {reserves.error === null && reserves.isLoading && <Loading what="the reserves" kind="short" rows={1} />}
          {reserves.error === null && !reserves.isLoading && (
            <Composition rows={shown} unlisted={hidden} by={subject.kind === 'token' ? 'market' : 'token'} />
          )}
        </div>
      </div>
      {children}
    </>
  );
}

/** An address that no market and no token has. */
function NoSuch({ subject }: { readonly subject: Subject }) {
  const name = subject.kind === 'protocol' ? subject.protocol : subject.address;
  const [title, to] =
    subject.kind === 'token'
      ? (['No reserve lends a token with this address.', '/'] as const)
      : ([`No ${subject.kind} has this ${subject.kind === 'market' ? 'address' : 'name'}.`, '/protocols'] as const);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Empty title={title}>
        <code className="break">{name}</code> is not indexed here.{' '}
        <Link to={to} search={keepZone}>
          {to === '/' ? 'Show all reserves' : 'Show all protocols and markets'}
        </Link>
      </Empty>
    </>
  );
}

/** While they are read, the tiles stand there without numbers: nothing moves when those come. */
function Totals({ totals, isLoading }: { readonly totals: TotalsRow | undefined; readonly isLoading: boolean }) {
  const isPartial =
    totals !== undefined && (totals.priced_reserve_count < totals.reserve_count || totals.missing_reserve_count > 0);
  const part = isPartial ? `${totals.priced_reserve_count} of ${totals.reserve_count} reserves` : null;
  return (
    <section className="tiles" aria-label="Totals now" aria-busy={isLoading}>
      <Tile label="Supplied" field="supplied_usd_f" value={usd(totals?.supplied_usd_f)} note={part} />
      <Tile label="Borrowed" field="borrowed_usd_f" value={usd(totals?.borrowed_usd_f)} note={part} />
      <Tile label="TVL" field="tvl_usd_f" value={usd(totals?.tvl_usd_f)} note={part} />
      <Tile label="Utilization" field="utilization_f" value={percent(totals?.utilization_f)} />
      <Tile label="Supply APY, weighted" field="supply_apy_wavg_f" value={percent(totals?.supply_apy_wavg_f)} />
      <Tile label="Borrow APY, weighted" field="borrow_apy_wavg_f" value={percent(totals?.borrow_apy_wavg_f)} />
      <Tile
        label="Reserves"
        field="reserve_count"
        value={count(totals?.reserve_count)}
        note={
          totals === undefined ? null : (
            <>
              <Age since={totals.timestamp} /> ago
            </>
          )
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
  const parts = useMemo(() => (data === undefined ? null : partsOf(data)), [data]);
  if (parts === null)
    return error === null ? (
      <Loading what="the history" kind="charts" rows={3} />
    ) : (
      <Failed what="The history" error={error} />
    );
  if (parts.buckets.length === 0) {
    return (
      <Empty title="No history in this range yet.">
        The first point comes when the first hour or day since the first read is over. It fills by itself while the
        indexer runs.
      </Empty>
    );
  }
  const common = {
    buckets: parts.buckets,
    pointOf: 'close' as const,
    gaps: parts.gaps,
    marks,
    from: range.from,
    to: range.to,
  };
  return (
    <Suspense fallback={<Loading what="the charts" kind="charts" rows={3} />}>
      <TimeChart {...common} title="Amounts in USD" format={usd} series={parts.amounts} />
      <TimeChart {...common} title="Utilization" format={percent} series={parts.utilization} />
      <TimeChart {...common} title="Weighted APY" format={percent} series={parts.rates} />
    </Suspense>
  );
}

/** What the charts are made of. Points in which nothing, or not every reserve, was observed are hatched, with the reason; neighbours of one reason are one gap. */
function partsOf({ rows, interval }: TotalsHistory) {
  const buckets = bucketsOf([rows], interval);
  const gaps: Gap[] = [];
  for (const [index, row] of rows.entries()) {
    const reason = reasonOf(row);
    if (reason === null || row.timestamp === undefined) continue;
    const to = buckets[index]?.to ?? row.timestamp;
    const last = gaps.at(-1);
    if (last?.to === row.timestamp && last.reason === reason) gaps[gaps.length - 1] = { ...last, to };
    else gaps.push({ from: row.timestamp, to, reason });
  }
  type Line = readonly [label: string, colour: Colour, pick: (row: TotalsHistoryRow) => number | null | undefined];
  const series = (...lines: readonly Line[]) =>
    lines.map(([label, colour, pick]) => ({ label, values: valuesAt(buckets, rows, pick), colour }));
  return {
    buckets,
    gaps,
    amounts: series(
      ['supplied', 'supply', (row) => row.supplied_usd_f],
      ['borrowed', 'borrow', (row) => row.borrowed_usd_f],
    ),
    utilization: series(['utilization', 'utilization', (row) => row.utilization_f]),
    rates: series(
      ['supply', 'supply', (row) => row.supply_apy_wavg_f],
      ['borrow', 'borrow', (row) => row.borrow_apy_wavg_f],
    ),
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
