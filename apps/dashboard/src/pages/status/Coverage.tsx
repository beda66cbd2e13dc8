import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { coverageQuery } from '../../api/totals.ts';
import { percent } from '../../format/number.ts';
import { day, duration, moment } from '../../format/time.ts';
import { plural, words } from '../../format/words.ts';
import { useNow } from '../../ui/clock.tsx';
import { Failed } from '../../ui/States.tsx';
import { useZone } from '../../ui/navigation.ts';
import { type GapRow, listGaps } from './gap-list.ts';

const DAY = 86_400;
const DAYS = 14;

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
      <Gaps answer={results[chosen]?.data} title={day(days[chosen] ?? today)} />
    </section>
  );
}

interface GapsProps {
  readonly title: string;
  readonly answer:
    | { readonly data: readonly GapRow[]; readonly meta: { readonly next_cursor: string | null } }
    | undefined;
}

function Gaps({ answer, title }: GapsProps) {
  const zone = useZone();
  if (answer === undefined) return <p className="quiet">{title}: being read.</p>;
  if (answer.data.length === 0) return <p className="quiet">{title}: no reserve was known yet.</p>;
  const { count, shown, leftOut } = listGaps(answer.data, answer.meta.next_cursor !== null);
  return (
    <>
      {count === 0 ? (
        <p>{title}: no gaps.</p>
      ) : (
        <h3>
          {title}: {plural(count, 'gap')}, the longest first
        </h3>
      )}
      <ul className="causes">
        {shown.map(({ from, to, reason, isOngoing, of }) => (
          <li key={`${from} ${to} ${reason}`}>
            {of}: {duration(to - from)} from {moment(from, zone)}
            {isOngoing && <span className="tag warn">ongoing</span>} <span className="quiet">{words(reason)}</span>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <p className="quiet">{leftOut.join(' ')} The call /v1/coverage has more; of a shorter range, all.</p>
      )}
    </>
  );
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
