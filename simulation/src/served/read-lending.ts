import type { Sql } from 'postgres';
import { z } from 'zod';
import { readJson, readPages, type ServedRow, type Service } from './read-pages.ts';

/** What the service says of one protocol at the end of a run, all of it. */
export interface ServedLending extends ServedTotals {
  /** Unix seconds of the range that lists were asked for; its end does not belong to it. */
  readonly from: number;
  readonly to: number;
  readonly states: readonly ServedRow[];
  /** The newest states, with all that is known of each. */
  readonly details: readonly ServedRow[];
  /** Hours and days by aggregate. */
  readonly hours: ReadonlyMap<string, readonly ServedRow[]>;
  readonly days: ReadonlyMap<string, readonly ServedRow[]>;
  /** Quarters of an hour and four hours by aggregate. */
  readonly quarters: ReadonlyMap<string, readonly ServedRow[]>;
  readonly fourHours: ReadonlyMap<string, readonly ServedRow[]>;
  /** Hours of some reserves, each asked for alone. */
  readonly alone: readonly { readonly reserve: string; readonly rows: readonly ServedRow[] }[];
  readonly moments: readonly ServedMoment[];
  readonly fees: ReadonlyMap<string, readonly ServedRow[]>;
  /** Fees in wider periods, by interval and group, and those of reserves as running sums. */
  readonly widerFees: ReadonlyMap<string, readonly ServedRow[]>;
  readonly runningFees: readonly ServedRow[];
  readonly coverage: readonly ServedRow[];
  /** Sums of four hours each. */
  readonly periods: readonly ServedPeriods[];
}

/** The sums of one subject, period by period. */
export interface ServedPeriods {
  readonly kind: 'market' | 'token' | 'protocol';
  /** Its address; empty for the protocol. */
  readonly subject: string;
  readonly rows: readonly ServedRow[];
}

/** Sums over the reserves of one protocol, or of all. */
export interface ServedTotals {
  readonly summary: readonly ServedRow[];
  readonly markets: readonly ServedRow[];
  readonly tokens: readonly ServedRow[];
  /** The sums of each hour. */
  readonly summaries: readonly ServedRow[];
}

/** A reserve as it was at a second of the past. */
export interface ServedMoment {
  readonly reserve: string;
  readonly time: number;
  readonly row: ServedRow;
}

export const AGGREGATES = ['open', 'min', 'max', 'twavg', 'close'] as const;
export const WIDER_FEES = { '4h': 4 * 3_600, '1d': 24 * 3_600 } as const;
export const FEE_GROUPS = ['reserve', 'market', 'protocol'] as const;
/** Small and odd: pages end within a reserve, within a commit and within a second. */
const [STATES_A_PAGE, BUCKETS_A_PAGE] = ['97', '53'];
/** They are many. */
const QUARTERS_A_PAGE = '997';
const MOMENTS_A_RESERVE = 4;
const MOST_ALONE = 3;
const MOST_TOKENS = 4;

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const dataSchema = z.union([z.object({ data: rowsSchema }).transform(({ data }) => data), rowsSchema]);

const momentSchema = z.object({ data: z.record(z.string(), z.unknown()) });

/** The range of time that lists are asked for. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads it over HTTP. Throws what is not answered as documented. */
export async function readLending(
  service: Service,
  admin: Sql,
  { protocol, from, to }: Range & { readonly protocol: string },
): Promise<ServedLending> {
  const base = `/v1/${protocol}/lend`;
  const range = { from: String(from), to: String(to) };
  const history = `${base}/reserves/all/history`;
  const buckets = async (interval: string, limit = BUCKETS_A_PAGE) => {
    const lists = new Map<string, readonly ServedRow[]>();
    for (const agg of AGGREGATES) {
      lists.set(agg, await readPages(service, history, { ...range, interval, agg, limit }));
    }
    return lists;
  };
  const widerFees = new Map<string, readonly ServedRow[]>();
  const feesOf = (query: Readonly<Record<string, string>>) =>
    readPages(service, `${base}/fees`, { ...range, group_by: 'reserve', limit: BUCKETS_A_PAGE, ...query });
  for (const group of FEE_GROUPS) {
    for (const interval of Object.keys(WIDER_FEES))
      widerFees.set(`${interval} ${group}`, await feesOf({ interval, group_by: group }));
  }
  const spans = await admin<Span[]>`
    SELECT s.reserve, floor(extract(epoch FROM min(s.observed_at)))::float8 AS first,
      floor(extract(epoch FROM max(s.observed_at)))::float8 AS last
    FROM lend_v1.reserve_observations AS s WHERE s.protocol = ${protocol}
    GROUP BY s.reserve ORDER BY s.reserve`;
  const fees = new Map<string, readonly ServedRow[]>();
  for (const group of FEE_GROUPS) {
    fees.set(group, await feesOf({ interval: '1h', group_by: group }));
  }
  return {
    from,
    to,
    states: await readPages(service, history, { ...range, interval: 'raw', limit: STATES_A_PAGE }),
    details: await readMoment(service, `${base}/reserves/all/detail/latest`),
    hours: await buckets('1h'),
    days: await buckets('1d'),
    quarters: await buckets('15m', QUARTERS_A_PAGE),
    fourHours: await buckets('4h'),
    alone: await readAlone(service, base, spans, range),
    moments: await readMoments(service, base, spans),
    fees,
    widerFees,
    runningFees: await feesOf({ interval: '1h', cumulative: 'true' }),
    coverage: await readPages(service, '/v1/coverage', { ...range, protocol, limit: BUCKETS_A_PAGE }),
    periods: await readPeriods(service, admin, { base, protocol, from, to }),
    ...(await readTotals(service, admin, { base, protocols: [protocol], from, to })),
  };
}

/** The totals below a path, and of the tokens that most of its reserves lend. */
export async function readTotals(
  service: Service,
  admin: Sql,
  { base, protocols, from, to }: Range & { readonly base: string; readonly protocols: readonly string[] },
): Promise<ServedTotals> {
  const mints = await admin<{ mint: string }[]>`
    SELECT token_address AS mint FROM lend_v1.reserves WHERE protocol IN ${admin([...protocols])}
    GROUP BY token_address ORDER BY count(*) DESC, token_address LIMIT ${MOST_TOKENS}`;
  const tokens: ServedRow[] = [];
  for (const { mint } of mints) tokens.push(...(await readMoment(service, `${base}/tokens/${mint}/latest`)));
  const range = { from: String(from), to: String(to), interval: '1h' };
  return {
    summary: await readMoment(service, `${base}/summary/latest`),
    markets: await readMoment(service, `${base}/markets/all/latest`),
    tokens,
    summaries: await readPages(service, `${base}/summary/history`, range),
  };
}

/** Four hours of the protocol, of each of its markets and of each token, which no view of SQL has. */
async function readPeriods(
  service: Service,
  admin: Sql,
  { base, protocol, from, to }: Range & { readonly base: string; readonly protocol: string },
): Promise<ServedPeriods[]> {
  const range = { from: String(from), to: String(to), interval: '4h' };
  const periods: ServedPeriods[] = [
    { kind: 'protocol', subject: '', rows: await readPages(service, `${base}/summary/history`, range) },
  ];
  for (const [kind, column] of [
    ['market', 'lending_market'],
    ['token', 'token_address'],
  ] as const) {
    const subjects = await admin<{ subject: string }[]>`
      SELECT DISTINCT ${admin(column)} AS subject FROM lend_v1.reserves WHERE protocol = ${protocol} ORDER BY 1`;
    for (const { subject } of subjects) {
      const rows = await readPages(service, `${base}/${kind}s/${subject}/history`, range);
      periods.push({ kind, subject, rows });
    }
  }
  return periods;
}

interface Span {
  readonly reserve: string;
  readonly first: number;
  readonly last: number;
}

async function readAlone(
  service: Service,
  base: string,
  spans: readonly Span[],
  range: Readonly<Record<string, string>>,
) {
  const alone: ServedLending['alone'][number][] = [];
  for (const { reserve } of spans.slice(0, MOST_ALONE)) {
    const path = `${base}/reserves/${reserve}/history`;
    alone.push({ reserve, rows: await readPages(service, path, { ...range, interval: '1h', agg: 'close' }) });
  }
  return alone;
}

/** Each reserve at moments that divide the time in which it was observed. */
async function readMoments(service: Service, base: string, spans: readonly Span[]): Promise<ServedMoment[]> {
  const moments: ServedMoment[] = [];
  for (const [place, { reserve, first, last }] of spans.entries()) {
    for (let part = 0; part < MOMENTS_A_RESERVE; part += 1) {
      const share = (part + (place + 1) / (spans.length + 1)) / MOMENTS_A_RESERVE;
      const time = first + Math.floor((last - first) * share);
      const answer = await readJson(service, `${base}/reserves/${reserve}/at/${time}`);
      moments.push({ reserve, time, row: momentSchema.parse(answer).data });
    }
  }
  return moments;
}

async function readMoment(service: Service, path: string): Promise<ServedRow[]> {
  return dataSchema.parse(await readJson(service, path));
}
