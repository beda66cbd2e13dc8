import { createTidemarkClient } from '@tidemark/client';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { DatabaseServer } from '../processes/database-server.ts';
import { checkKeys } from './check-keys.ts';
import { readJson, readPages, type ServedRow, type Service } from './read-pages.ts';

/** What the service says at the end of a run, all of it. */
export interface Served {
  /** Unix seconds of the range that lists were asked for; its end does not belong to it. */
  readonly from: number;
  readonly to: number;
  readonly states: readonly ServedRow[];
  /** Hours and days by aggregate. */
  readonly hours: ReadonlyMap<string, readonly ServedRow[]>;
  readonly days: ReadonlyMap<string, readonly ServedRow[]>;
  /** Intervals that are built on request, and four hours, by aggregate. */
  readonly built: ReadonlyMap<string, ReadonlyMap<string, readonly ServedRow[]>>;
  readonly fourHours: ReadonlyMap<string, readonly ServedRow[]>;
  /** Hours of some reserves, each asked for alone. */
  readonly alone: readonly { readonly reserve: string; readonly rows: readonly ServedRow[] }[];
  readonly moments: readonly ServedMoment[];
  readonly fees: ReadonlyMap<string, readonly ServedRow[]>;
  /** Fees of reserves in wider periods, and as running sums. */
  readonly widerFees: ReadonlyMap<string, readonly ServedRow[]>;
  readonly runningFees: readonly ServedRow[];
  /** Hours of the protocol. */
  readonly summaries: readonly ServedRow[];
  readonly coverage: readonly ServedRow[];
  readonly summary: readonly ServedRow[];
  readonly markets: readonly ServedRow[];
  /** What the stream sent first after each position. */
  readonly resumed: readonly ResumedStream[];
  /** What keys could do that they must not, or not what they must, in words. */
  readonly keyProblems: readonly string[];
}

/** A reserve as it was at a second of the past. */
export interface ServedMoment {
  readonly reserve: string;
  readonly time: number;
  readonly row: ServedRow;
}

export interface ResumedStream {
  /** The position that was received last. */
  readonly after: string;
  readonly next: string | null;
}

export const AGGREGATES = ['open', 'min', 'max', 'twavg', 'close'] as const;
/** Seconds of the intervals that no table holds. */
export const BUILT_INTERVALS = { '1m': 60, '15m': 900 } as const;
export const WIDER_FEES = { '4h': 4 * 3_600, '1d': 24 * 3_600 } as const;
export const FEE_GROUPS = ['reserve', 'market', 'protocol'] as const;
const LEND = '/v1/kamino/lend';
/** Small and odd: pages end within a reserve, within a commit and within a second. */
const [STATES_A_PAGE, BUCKETS_A_PAGE] = ['97', '53'];
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Minutes are many. */
const MINUTES_A_PAGE = '997';
const MOMENTS_A_RESERVE = 4;
const MOST_ALONE = 3;
const MOST_RESUMED = 3;
const RESUME_TIMEOUT_MS = 60_000;

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const dataSchema = z.union([z.object({ data: rowsSchema }).transform(({ data }) => data), rowsSchema]);

const momentSchema = z.object({ data: z.record(z.string(), z.unknown()) });

/** Reads it over HTTP. Throws what is not answered as documented. */
export async function readServed(
  service: Service,
  { admin, directUrl }: Pick<DatabaseServer, 'admin' | 'directUrl'>,
): Promise<Served> {
  const [bounds] = await admin<{ first: Date; last: Date }[]>`
    SELECT min(observed_at) AS first, max(observed_at) AS last FROM lend.poll_batches`;
  if (bounds === undefined) throw new Error('nothing was stored');
  const from = Math.floor(bounds.first.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  const to = Math.floor(bounds.last.getTime() / 1000) + 1;
  const range = { from: String(from), to: String(to) };
  const history = `${LEND}/reserves/all/history`;
  const buckets = async (interval: string, limit = BUCKETS_A_PAGE) => {
    const lists = new Map<string, readonly ServedRow[]>();
    for (const agg of AGGREGATES) {
      lists.set(agg, await readPages(service, history, { ...range, interval, agg, limit }));
    }
    return lists;
  };
  const built = new Map<string, ReadonlyMap<string, readonly ServedRow[]>>();
  for (const interval of Object.keys(BUILT_INTERVALS)) built.set(interval, await buckets(interval, MINUTES_A_PAGE));
  const widerFees = new Map<string, readonly ServedRow[]>();
  const feesOf = (query: Readonly<Record<string, string>>) =>
    readPages(service, `${LEND}/fees`, { ...range, group_by: 'reserve', limit: BUCKETS_A_PAGE, ...query });
  for (const interval of Object.keys(WIDER_FEES)) widerFees.set(interval, await feesOf({ interval }));
  const spans = await admin<Span[]>`
    SELECT reserve, floor(extract(epoch FROM min(observed_at)))::float8 AS first, floor(extract(epoch FROM max(observed_at)))::float8 AS last
    FROM lend.reserve_snapshots GROUP BY reserve ORDER BY reserve`;
  const fees = new Map<string, readonly ServedRow[]>();
  for (const group of FEE_GROUPS) {
    const query = { ...range, interval: '1h', group_by: group, limit: BUCKETS_A_PAGE };
    fees.set(group, await readPages(service, `${LEND}/fees`, query));
  }
  return {
    from,
    to,
    states: await readPages(service, history, { ...range, interval: 'raw', limit: STATES_A_PAGE }),
    hours: await buckets('1h'),
    days: await buckets('1d'),
    built,
    fourHours: await buckets('4h'),
    alone: await readAlone(service, spans, range),
    moments: await readMoments(service, spans),
    fees,
    widerFees,
    runningFees: await feesOf({ interval: '1h', cumulative: 'true' }),
    summaries: await readPages(service, `${LEND}/summary/history`, { ...range, interval: '1h' }),
    coverage: await readPages(service, '/v1/coverage', { ...range, limit: BUCKETS_A_PAGE }),
    summary: await readMoment(service, `${LEND}/summary/latest`),
    markets: await readMoment(service, `${LEND}/markets/all/latest`),
    resumed: await resumeStreams(service, admin),
    keyProblems: await checkKeys(service.apiUrl, directUrl),
  };
}

interface Span {
  readonly reserve: string;
  readonly first: number;
  readonly last: number;
}

async function readAlone(service: Service, spans: readonly Span[], range: Readonly<Record<string, string>>) {
  const alone: Served['alone'][number][] = [];
  for (const { reserve } of spans.slice(0, MOST_ALONE)) {
    const path = `${LEND}/reserves/${reserve}/history`;
    alone.push({ reserve, rows: await readPages(service, path, { ...range, interval: '1h', agg: 'close' }) });
  }
  return alone;
}

/** Each reserve at moments that divide the time in which it was observed. */
async function readMoments(service: Service, spans: readonly Span[]): Promise<ServedMoment[]> {
  const moments: ServedMoment[] = [];
  for (const [place, { reserve, first, last }] of spans.entries()) {
    for (let part = 0; part < MOMENTS_A_RESERVE; part += 1) {
      const share = (part + (place + 1) / (spans.length + 1)) / MOMENTS_A_RESERVE;
      const time = first + Math.floor((last - first) * share);
      const answer = await readJson(service, `${LEND}/reserves/${reserve}/at/${time}`);
      moments.push({ reserve, time, row: momentSchema.parse(answer).data });
    }
  }
  return moments;
}

async function readMoment(service: Service, path: string): Promise<ServedRow[]> {
  return dataSchema.parse(await readJson(service, path));
}

/** Resumes a stream in the middle of some commits, and takes what comes first. */
async function resumeStreams({ apiUrl, apiKey }: Service, admin: Sql): Promise<ResumedStream[]> {
  const commits = await admin<{ seq: string; states: number }[]>`
    SELECT commit_seq::text AS seq, cardinality(snapshot_reserves) AS states FROM lend.batch_commits
    WHERE cardinality(snapshot_reserves) > 1 ORDER BY cardinality(snapshot_reserves) DESC, commit_seq LIMIT ${MOST_RESUMED}`;
  const client = createTidemarkClient({ baseUrl: apiUrl, apiKey });
  const resumed: ResumedStream[] = [];
  for (const { seq, states } of commits) {
    const after = `${seq}.${Math.floor(states / 2) - 1}`;
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), RESUME_TIMEOUT_MS);
    let next: string | null = null;
    for await (const event of client.stream({ lastEventId: after, signal: end.signal })) {
      if (event.name !== 'reserve') continue;
      next = event.id;
      break;
    }
    clearTimeout(timer);
    end.abort();
    resumed.push({ after, next });
  }
  return resumed;
}
