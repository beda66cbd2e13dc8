import type { FieldName } from '@tidemark/model/fields';
import type { TotalsRevisionsFilter } from '@tidemark/schema';
import type { RowFormat } from '@tidemark/contract';
import { DAY_MS, floorMs } from '@tidemark/core';
import { digestOf } from '../../http/prepared.ts';
import { rowEncoder, writeRows } from '../../rows/answer.ts';
import type { KeptRows, RowPlace, RowRevision, WrittenRow } from '../../rows/kept-rows.ts';
import { type BucketPeriods, startsOf } from '../../rows/periods.ts';
import type { FeeGroups } from './fee-groups.ts';
import {
  feePages,
  type FeePagesOptions,
  type FeeRevisionReads,
  firstPlaceMs,
  lastPlaceMs,
  periodsARead,
  readStretch,
} from './fee-pages.ts';
import { placesAfter } from './query.ts';
import { toFeesRow } from './rows.ts';
import { singlePeriods } from './running-interest.ts';

export interface FeeRowsOptions extends FeePagesOptions {
  readonly format: RowFormat;
  readonly columns: readonly FieldName[];
  readonly protocol: string;
}

/**
 * Rows of fees, written. On a page, those of periods whose reserves were all rolled up for good are made once: they depend on the stored fees, or on
 * the buckets of one reserve, on which reserves were there when, and on nothing that is newer. Running sums depend on all periods before, and a stream
 * would take the room of all pages.
 */
export function feeRows(kept: KeptRows, options: FeeRowsOptions): AsyncGenerator<Uint8Array> {
  const { groups, periods, by, cumulative, after, limit, subjects, format, columns, protocol } = options;
  const encode = rowEncoder(format, columns);
  const hasRevisions = subjects !== null || by === 'reserve';
  if (!hasRevisions || cumulative || limit === null) return writeRows(feePages(options), encode);
  let left = limit;
  const parts = subjects?.map(({ kind, of, partOf }) => [kind, of, [...partOf]]);
  // One for each group, in their order.
  const stored = subjects?.map((subject, place) => ({ subject, group: groups.groups[place]?.key ?? '' }));
  return kept.read({
    key: digestOf(['fees', protocol, by, periods.widthMs, format, columns, membersOf(groups), parts]),
    periods: { ...periods, firstMs: firstPlaceMs(options), endMs: lastPlaceMs(options) + periods.widthMs },
    places: function* (stretch): Generator<RowPlace> {
      for (const [startMs, group] of placesAfter(stretch, groups.groups, after)) {
        if (left <= 0) return;
        left -= 1;
        yield { startMs, group };
      }
    },
    revisions: (stretch) =>
      stored === undefined
        ? revisionsOfDays(options, stretch)
        : readRowRevisions(options.revisions.stored, stored, stretch),
    make: (run) => made(options, run, encode),
    periodsARead: periodsARead(options),
  });
}

/** What rows depend on beside buckets. */
function membersOf({ groups, reserves }: FeeGroups): readonly unknown[] {
  const identities = groups.map(({ key, example }) => [
    key,
    example.lending_market,
    example.lending_market_name,
    example.token_address,
    example.token_symbol,
    example.token_decimals,
  ]);
  return [identities, reserves];
}

async function* made(
  options: FeeRowsOptions,
  run: BucketPeriods,
  write: (row: object) => string,
): AsyncGenerator<readonly WrittenRow[]> {
  const { groups, by, scale } = options;
  options.signal.throwIfAborted();
  const rows = await readStretch(options, run);
  yield rows.flatMap((row) => {
    const group = groups.groups[row.group];
    if (group === undefined) return [];
    const amounts = singlePeriods.next(row);
    const startMs = row.periodStart.getTime();
    const text = write(toFeesRow(amounts, { periodMs: startMs, group, by, scale }));
    return [{ startMs, group: group.key, text, isFinal: amounts.final }];
  });
}

/** Of groups of one reserve each: a period lies within a day. */
async function revisionsOfDays(
  { groups: { groups }, revisions }: FeeRowsOptions,
  stretch: BucketPeriods,
): Promise<RowRevision[]> {
  const range = { from: new Date(stretch.firstMs), to: new Date(stretch.endMs) };
  const days = await revisions.ofReserves({ ...range, reserves: groups.map(({ key }) => key) });
  const revisionOf = new Map(days.map(({ reserve, day, revision }) => [`${reserve} ${day.getTime()}`, revision]));
  return [...startsOf(stretch)].flatMap((startMs) =>
    groups.flatMap(({ key }) => {
      const revision = revisionOf.get(`${key} ${floorMs(startMs, DAY_MS)}`);
      return revision === undefined ? [] : [{ startMs, group: key, revision }];
    }),
  );
}

/** Revisions of rows that are made of stored totals, each of one subject. A period that the rollup has yet to come to has none. */
async function readRowRevisions(
  read: FeeRevisionReads['stored'],
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
