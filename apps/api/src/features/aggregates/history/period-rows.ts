import type { TotalsRevision, TotalsRevisionsFilter, TotalsSubject } from '@tidemark/schema';
import { digestOf } from '../../../http/prepared.ts';
import { type AnswerRow, rowEncoder, writeRows } from '../../../rows/answer.ts';
import type { KeptRows, RowRevision, WrittenRow } from '../../../rows/kept-rows.ts';
import { type BucketPeriods, startsOf } from '../../../rows/periods.ts';
import type { CountedReserves } from '../counted.ts';
import { type Period, periodPages, type PeriodPagesOptions } from './aggregate-pages.ts';
import type { AggregateQuery } from './query.ts';

/** Reads what tells two states of stored totals apart. */
export type ReadTotalsRevisions = (
  filter: Omit<TotalsRevisionsFilter, 'protocol'>,
) => Promise<readonly TotalsRevision[]>;

export interface PeriodRowsOptions extends PeriodPagesOptions {
  readonly stored: TotalsSubject | null;
  readonly query: Pick<AggregateQuery, 'format' | 'columns' | 'widthMs' | 'limit'>;
  /** What the rows are about, and what is the same in all of them. */
  readonly of: readonly unknown[];
  readonly toRow: (period: Period) => AnswerRow;
  readonly readRevisions: ReadTotalsRevisions;
}

/**
 * Rows of periods, written. On a page, those of periods whose reserves were all rolled up for good are made once: they depend on the stored
 * totals, on which reserves were there when, and on nothing that is newer.
 */
export function periodRows(kept: KeptRows, options: PeriodRowsOptions): AsyncGenerator<Uint8Array> {
  const { query, of, toRow, stored, reserves, refusedAfterMs, weight, periods, readRevisions } = options;
  const encode = rowEncoder(query.format, query.columns);
  // A stream may be of years: it would take the room of all pages.
  if (stored === null || query.limit === null) return writeRows(rowsOf(periodPages(options), toRow), encode);
  return kept.read({
    key: digestOf([
      of,
      stored,
      query.widthMs,
      query.format,
      query.columns,
      weight,
      membersOf(reserves, refusedAfterMs),
    ]),
    periods,
    places: (stretch) => [...startsOf(stretch)].map((startMs) => ({ startMs, group: '' })),
    revisions: (stretch) => readRowRevisions(readRevisions, [{ subject: stored, group: '' }], stretch),
    make: (run) => written(periodPages({ ...options, periods: run }), (period) => encode(toRow(period))),
  });
}

async function* rowsOf(
  pages: AsyncIterable<readonly Period[]>,
  toRow: (period: Period) => AnswerRow,
): AsyncGenerator<readonly AnswerRow[]> {
  for await (const page of pages) yield page.map(toRow);
}

async function* written(
  pages: AsyncIterable<readonly Period[]>,
  write: (period: Period) => string,
): AsyncGenerator<readonly WrittenRow[]> {
  for await (const page of pages) {
    yield page.map((period) => ({
      startMs: period.startMs,
      group: '',
      text: write(period),
      isFinal: period.totals.final && (period.unlisted.expected === 0 || period.unlisted.final),
    }));
  }
}

function membersOf(
  { counted, unlisted, wrapped }: CountedReserves,
  refusedAfterMs: ReadonlyMap<string, number>,
): readonly unknown[] {
  return [counted, unlisted, wrapped].map((group) =>
    group.map(({ protocol, reserve, firstSeenAt, missingSinceAt }) => [
      protocol,
      reserve,
      firstSeenAt,
      missingSinceAt,
      refusedAfterMs.get(reserve),
    ]),
  );
}

/**
 * Revisions of rows that are made of stored totals, each of one subject. A period that the rollup has yet to come to has none; where several
 * protocols have the same subject, their revisions together are one.
 */
export async function readRowRevisions(
  read: ReadTotalsRevisions,
  rows: readonly { readonly subject: TotalsRevisionsFilter['subjects'][number]; readonly group: string }[],
  { firstMs, endMs, widthMs }: BucketPeriods,
): Promise<RowRevision[]> {
  const range = { from: new Date(firstMs), to: new Date(endMs), periodSeconds: widthMs / 1000 };
  const found = await read({ ...range, subjects: rows.map(({ subject }) => subject) });
  const due = new Set(found.flatMap(({ start, revision }) => (revision === null ? [start.getTime()] : [])));
  return found.flatMap(({ start, subject, revision }) => {
    const group = subject === null ? undefined : rows[subject]?.group;
    const startMs = start.getTime();
    return group === undefined || revision === null || due.has(startMs) ? [] : [{ startMs, group, revision }];
  });
}
