import { type components, rows } from '@tidemark/client';
import { HISTORY_COLUMNS, type HistoryAggregate, type HistoryInterval } from '@tidemark/contract';
import type { HistoryRun } from './history-run.ts';

/** A row with all of its columns. */
export type HistoryRow = Required<components['schemas']['HistoryRow']>;

/** Seconds of a bucket. */
export const WIDTHS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
} as const satisfies Record<Exclude<HistoryInterval, 'raw'>, number>;
export type BucketInterval = keyof typeof WIDTHS;

export interface HistoryQuery {
  readonly interval: HistoryInterval;
  readonly agg?: HistoryAggregate;
}

const known = new WeakMap<HistoryRun, Map<string, Promise<HistoryRow[]>>>();

/** The history of all reserves, page by page. Read once: nothing is written any more. */
export function readHistories(run: HistoryRun, query: HistoryQuery): Promise<HistoryRow[]> {
  const answers = known.get(run) ?? new Map<string, Promise<HistoryRow[]>>();
  known.set(run, answers);
  const name = JSON.stringify(query);
  const answer = answers.get(name) ?? readPages(run, query);
  answers.set(name, answer);
  return answer;
}

async function readPages(run: HistoryRun, query: HistoryQuery): Promise<HistoryRow[]> {
  const read: HistoryRow[] = [];
  const pages = rows((start) =>
    run.client.GET('/v1/kamino/lend/reserves/all/history', {
      params: { query: { ...toQuery(run, query), limit: 3_000, ...start } },
    }),
  );
  for await (const row of pages) read.push(whole(row));
  return read;
}

/** The history of one reserve. */
export async function readHistory(run: HistoryRun, reserve: string, query: HistoryQuery): Promise<HistoryRow[]> {
  const { data } = await run.client.GET('/v1/kamino/lend/reserves/{reserve}/history', {
    params: { path: { reserve }, query: { ...toQuery(run, query), limit: 10_000 } },
  });
  return (data?.data ?? []).map(whole);
}

/** A bucket must begin in the range to be a row of it. */
function toQuery({ range }: HistoryRun, { interval, agg }: HistoryQuery) {
  const width = interval === 'raw' ? 1 : WIDTHS[interval];
  return {
    interval,
    from: String(Math.floor(range.from / width) * width),
    to: String(range.to),
    ...(agg === undefined ? {} : { agg }),
  };
}

/** By reserve, each in the order in which they came. */
export function byReserve<Row extends { readonly reserve: string }>(list: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of list) {
    const group = groups.get(row.reserve);
    if (group === undefined) groups.set(row.reserve, [row]);
    else group.push(row);
  }
  return groups;
}

function whole(row: components['schemas']['HistoryRow']): HistoryRow {
  if (!isWhole(row)) throw new Error(`a row without all columns: ${JSON.stringify(row)}`);
  return row;
}

function isWhole(row: components['schemas']['HistoryRow']): row is HistoryRow {
  return HISTORY_COLUMNS.every((column) => Reflect.get(row, column) !== undefined);
}
