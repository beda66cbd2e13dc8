import type { Figure } from '../lib/report.ts';
import { percentile } from '../lib/statistics.ts';
import type { GapCheck } from './check-gaps.ts';
import { describeMemory } from './describe-memory.ts';
import { describeWaits } from './describe-waits.ts';
import type { Struck } from './load-faults.ts';
import { POLL_INTERVAL_MS } from './load-stack.ts';
import type { StreamCounts } from './load-streams.ts';
import type { ClassResult } from './open-loop.ts';
import type { Sample } from './watch-run.ts';

export interface LoadFacts {
  readonly seconds: number;
  readonly classes: readonly ClassResult[];
  readonly streams: StreamCounts;
  /** Streams that were open at the end, of those that were wanted. */
  readonly openStreams: { readonly open: number; readonly wanted: number };
  readonly samples: readonly Sample[];
  readonly struck: readonly Struck[];
  /** Null where the reserves were not polled again. */
  readonly gaps: GapCheck | null;
}

/** The data are as fresh as this again when all faults are over. */
const MAX_FINAL_AGE_SECONDS = (3 * POLL_INTERVAL_MS) / 1000;
const FINAL_PART = 0.08;

/** What came of it, and what it is held against. */
export function describeLoad(facts: LoadFacts): Figure[] {
  return [
    ...describeAnswers(facts),
    ...facts.classes.map(describeClass),
    ...describeWaits(facts),
    ...describeStreams(facts),
    ...describeAge(facts),
    ...describeProcesses(facts),
    ...describeGaps(facts.gaps),
    ...facts.struck.map(({ what, fromSecond, toSecond }) => ({
      what: `fault: ${what}`,
      value: `second ${fromSecond.toFixed(0)} to ${toSecond.toFixed(0)}`,
    })),
  ];
}

function describeAnswers({ classes, seconds }: LoadFacts): Figure[] {
  const sum = (of: (result: ClassResult) => number): number => classes.reduce((total, each) => total + of(each), 0);
  const answered = sum(({ latenciesMs }) => latenciesMs.length);
  const failures = sum(({ failures: count }) => count);
  const leftOut = sum(({ leftOut: count }) => count);
  const outcomes = new Map<string, number>();
  for (const [what, count] of classes.flatMap((each) => [...each.outcomes])) {
    outcomes.set(what, (outcomes.get(what) ?? 0) + count);
  }
  return [
    { what: 'requests answered', value: `${answered}, ${(answered / seconds).toFixed(0)} a second` },
    { what: 'answers by status', value: listOf(outcomes) },
    {
      what: 'answers that must not be: 4xx unasked for, 5xx but 503 with Retry-After, cut or none',
      value: String(failures),
      aim: '0',
      met: failures === 0,
    },
    {
      what: 'requests that were due and could not be sent or were never answered',
      value: String(leftOut),
      aim: '0',
      met: leftOut === 0,
    },
  ];
}

function describeClass({ name, perSecond, latenciesMs, outcomes }: ClassResult): Figure {
  const at = (share: number): string => percentile(latenciesMs, share).toFixed(0);
  const others = new Map([...outcomes].filter(([what]) => what !== '200' && what !== '304'));
  const rest = others.size === 0 ? '' : `; ${listOf(others)}`;
  return {
    what: `${name}, ${Number(perSecond.toFixed(2))} a second`,
    value: `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms${rest}`,
  };
}

function describeStreams({ streams, openStreams }: LoadFacts): Figure[] {
  const { events, reopened, gaps, refusals } = streams;
  return [
    {
      what: `streams open at the end, of ${openStreams.wanted}`,
      value: String(openStreams.open),
      aim: 'all',
      met: openStreams.open === openStreams.wanted,
    },
    {
      what: 'streams: events, opened again, refusals',
      value: `${events}, ${reopened}, ${refusals.size === 0 ? 'none' : listOf(refusals)}`,
    },
    { what: 'streams: events that report a loss', value: String(gaps), aim: '0', met: gaps === 0 },
  ];
}

function describeAge({ samples }: LoadFacts): Figure[] {
  // Faults that took long end after the load.
  const seconds = samples.at(-1)?.second ?? 0;
  const ages = samples.flatMap(({ second, ageSeconds }) => (ageSeconds === null ? [] : [{ second, ageSeconds }]));
  const all = ages.map(({ ageSeconds }) => ageSeconds);
  const final = ages.filter(({ second }) => second >= seconds * (1 - FINAL_PART)).map(({ ageSeconds }) => ageSeconds);
  const finalMedian = percentile(final, 0.5);
  return [
    {
      what: 'age of the data served: p50, p95, most',
      value: `${percentile(all, 0.5).toFixed(1)} s, ${percentile(all, 0.95).toFixed(1)} s, ${Math.max(...all).toFixed(1)} s`,
    },
    {
      what: 'age of the data served, median after all faults',
      value: `${finalMedian.toFixed(1)} s`,
      aim: `< ${MAX_FINAL_AGE_SECONDS} s`,
      met: finalMedian < MAX_FINAL_AGE_SECONDS,
    },
  ];
}

function describeProcesses({ samples }: LoadFacts): Figure[] {
  const lastPid = samples.at(-1)?.indexerPid;
  const api = samples.flatMap(({ second, apiMib }) => (apiMib === null ? [] : [{ second, mib: apiMib }]));
  const indexer = samples.flatMap(({ second, indexerMib, indexerPid }) =>
    indexerMib === null || indexerPid !== lastPid ? [] : [{ second, mib: indexerMib }],
  );
  return [...describeMemory('API', api), ...describeMemory('indexer since its last start', indexer)];
}

function describeGaps(gaps: GapCheck | null): Figure[] {
  if (gaps === null) return [{ what: 'all reserves polled again after the load', value: 'no', aim: 'yes', met: false }];
  const { holes, stops, longestSeconds, missing, unfounded } = gaps;
  return [
    {
      what: 'stretches without an observation, of all reserves; different ones, longest',
      value: `${holes}; ${stops}, ${longestSeconds.toFixed(0)} s`,
      aim: 'some, for the indexer was stopped',
      met: holes > 0,
    },
    {
      what: 'of them not in the gap ledger; gaps of the ledger that were none',
      value: `${missing}; ${unfounded}`,
      aim: '0; 0',
      met: missing === 0 && unfounded === 0,
    },
  ];
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}
