import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { coverageQuery } from '../../api/totals.ts';
import { percent } from '../../format/number.ts';
import { day, duration, moment } from '../../format/time.ts';
import { groupGaps } from '../../chart/columns.ts';
import { nameText } from '../../format/names.ts';
import { plural, words } from '../../format/words.ts';
import { useNow } from '../../ui/clock.tsx';
import { Failed } from '../../ui/States.tsx';
import { useZone } from '../../ui/navigation.ts';

const DAY = 86_400;
const DAYS = 14;
const GAPS_SHOWN = 25;

/** How much of each of the last days was observed, in days of UTC, and the gaps of the one that is chosen. */
export function Coverage() {
  const today = Math.floor(useNow(3_600) / DAY) * DAY;
  const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY);
  const results = useQueries({ queries: days.map((from) => coverageQuery(from, from + DAY)) });
  const [chosen, setChosen] = useState(DAYS - 1);
  const failed = results.find(({ data, error }) => data === undefined && error !== null);
  return (
    <section className="panel">
      <h2>Coverage by day (UTC)</h2>
      <p className="quiet">
        The least observed reserve of each day. All that is not observed is a gap with a reason, those of one outage
        together; before the first read nothing is expected.
      </p>
      {failed !== undefined && <Failed what="The coverage" error={failed.error} />}
      <ol className="calendar" aria-busy={results.some(({ isPending }) => isPending)}>
        {days.map((from, index) => {
          const rows = results[index]?.data?.data;
          const least = rows === undefined ? undefined : leastOf(rows.map(({ coverage_f: coverage }) => coverage));
          return (
            <li key={from}>
              <button
                type="button"
                className={`day ${levelOf(least)}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <span>{day(from).slice(0, 6)}</span>
                <b>{rows === undefined ? '…' : least === 1 ? '100 %' : percent(least).text}</b>
              </button>
            </li>
          );
        })}
      </ol>
      <Gaps rows={results[chosen]?.data?.data} title={day(days[chosen] ?? today)} />
    </section>
  );
}

interface GapsProps {
  readonly title: string;
  readonly rows: GapRows | undefined;
}

type GapRows = readonly {
  readonly reserve: string;
  readonly token_symbol: string;
  readonly lending_market_name: string;
  readonly gaps: readonly {
    readonly from: number;
    readonly to: number;
    readonly gap_reason_str: string;
    readonly ongoing_b: boolean;
  }[];
}[];

function Gaps({ rows, title }: GapsProps) {
  const zone = useZone();
  if (rows === undefined) return <p className="quiet">{title}: being read.</p>;
  if (rows.length === 0) return <p className="quiet">{title}: no reserve was known yet.</p>;
  const gaps = rows.flatMap((row) => row.gaps.map((gap) => ({ ...gap, name: nameOf(row) })));
  if (gaps.length === 0) return <p>{title}: no gaps.</p>;
  const groups = groupGaps(gaps).toSorted(([a], [b]) => b.to - b.from - (a.to - a.from));
  return (
    <>
      <h3>
        {title}: {plural(groups.length, 'gap')}, the longest first
      </h3>
      <ul className="causes">
        {groups.slice(0, GAPS_SHOWN).map(([gap, ...others]) => (
          <li key={`${gap.from} ${gap.to} ${gap.gap_reason_str}`}>
            {whoseOf([gap, ...others], rows.length)}: {duration(gap.to - gap.from)} from {moment(gap.from, zone)}
            {[gap, ...others].some((each) => each.ongoing_b) && <span className="tag warn">ongoing</span>}{' '}
            <span className="quiet">{words(gap.gap_reason_str)}</span>
          </li>
        ))}
      </ul>
      {groups.length > GAPS_SHOWN && (
        <p className="quiet">
          The longest {GAPS_SHOWN} of {groups.length}; the call /v1/coverage has all of them.
        </p>
      )}
    </>
  );
}

type GapRow = GapRows[number];

function nameOf(row: GapRow): string {
  return `${nameText(row.token_symbol, row.reserve)} ${nameText(row.lending_market_name, row.reserve)}`;
}

const NAMES_SHOWN = 3;

/** Which reserves a gap is of: one outage is of many. */
function whoseOf(gaps: readonly { readonly name: string }[], all: number): string {
  if (gaps.length === all && all > 1) return `All ${all} reserves`;
  const names = gaps.slice(0, NAMES_SHOWN).map(({ name }) => name);
  return gaps.length > NAMES_SHOWN
    ? `${plural(gaps.length, 'reserve')} (${names.join(', ')} and others)`
    : names.join(', ');
}

function leastOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value): value is number => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function levelOf(coverage: number | null | undefined): string {
  if (coverage === null || coverage === undefined) return 'none';
  if (coverage === 1) return 'full';
  return coverage >= 0.95 ? 'most' : 'part';
}
