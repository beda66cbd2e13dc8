import type { Figure } from '../lib/report.ts';
import { percentile } from '../lib/statistics.ts';
import { findHotMoments, HOT_MOMENT_MS, type HotMoment } from './hot-moments.ts';
import type { Struck } from './load-faults.ts';
import type { ClassResult } from './open-loop.ts';
import type { Sample } from './watch-run.ts';

export interface WaitFacts {
  readonly classes: readonly ClassResult[];
  readonly samples: readonly Sample[];
  readonly struck: readonly Struck[];
}

const MOST_WAITS = 5;

/** What requests, processes and sessions waited for. */
export function describeWaits(facts: WaitFacts): Figure[] {
  const { classes, samples, struck } = facts;
  const moments = findHotMoments(
    classes.filter(({ isHot }) => isHot).flatMap(({ slow }) => slow),
    struck,
  );
  const unexplained = moments.filter(({ fault }) => fault === null);
  return [
    {
      what: `moments in which a hot read took longer than ${HOT_MOMENT_MS / 1000} s and that no fault explains`,
      value:
        unexplained.length === 0 ? 'none' : unexplained.map((moment) => describeMoment(moment, samples)).join('; '),
      aim: 'none',
      met: unexplained.length === 0,
      isRequired: true,
    },
    ...moments.flatMap((moment) =>
      moment.fault === null
        ? []
        : [{ what: `such a moment after: ${moment.fault}`, value: describeMoment(moment, samples) }],
    ),
    describeDelays(
      'API',
      samples.flatMap(({ apiDelayMs }) => (apiDelayMs === null ? [] : [apiDelayMs])),
    ),
    describeDelays(
      'generator',
      samples.map(({ ownDelayMs }) => ownDelayMs),
    ),
    {
      what: 'longest wait of a request in the generator for one of its connections',
      value: `${Math.max(0, ...classes.flatMap(({ slow }) => slow.map(({ outcome }) => outcome.connection?.waitedMs ?? 0))).toFixed(0)} ms, of requests that took longer than 1 s`,
    },
    { what: 'sessions of Postgres that were not idle, longest first', value: describeSessions(samples) },
  ];
}

function describeMoment(moment: HotMoment, samples: readonly Sample[]): string {
  const { fromSecond, toSecond, requests, mostMs, waitedMs, isNewConnection } = moment;
  const meanwhile = samples.filter(({ second }) => second >= fromSecond && second <= toSecond + 1);
  const delayMs = Math.max(0, ...meanwhile.map(({ apiDelayMs }) => apiDelayMs ?? 0));
  return [
    `second ${fromSecond.toFixed(1)} to ${toSecond.toFixed(1)}: ${requests} requests, most ${mostMs.toFixed(0)} ms`,
    `of which ${waitedMs.toFixed(0)} ms for a connection of the generator`,
    `${isNewConnection ? 'a new' : 'an old'} connection`,
    `event loop of the API at most ${delayMs.toFixed(0)} ms late`,
    `sessions: ${describeSessions(meanwhile)}`,
  ].join(', ');
}

function describeDelays(whose: string, delaysMs: readonly number[]): Figure {
  const at = (share: number): string => percentile(delaysMs, share).toFixed(0);
  return {
    what: `event loop of the ${whose}, longest delay of each second: p50, p95, most`,
    value: delaysMs.length === 0 ? 'not measured' : `${at(0.5)} ms, ${at(0.95)} ms, ${at(1)} ms`,
  };
}

/** By application, state and wait: how long the oldest was seen in it, and in how many samples. */
function describeSessions(samples: readonly Sample[]): string {
  const waits = new Map<string, { longestSeconds: number; seen: number }>();
  for (const { application, state, wait, longestSeconds } of samples.flatMap(({ sessions }) => sessions ?? [])) {
    const name = `${application === '' ? 'Postgres' : application} ${[state, wait].filter((part) => part !== '').join(' ')}`;
    const known = waits.get(name);
    waits.set(name, {
      longestSeconds: Math.max(longestSeconds, known?.longestSeconds ?? 0),
      seen: (known?.seen ?? 0) + 1,
    });
  }
  const longest = [...waits].toSorted(([, one], [, other]) => other.longestSeconds - one.longestSeconds);
  const listed = longest.slice(0, MOST_WAITS);
  if (listed.length === 0) return 'none';
  return listed
    .map(([name, { longestSeconds, seen }]) => `${name} ${longestSeconds.toFixed(1)} s (in ${seen} samples)`)
    .join(', ');
}
