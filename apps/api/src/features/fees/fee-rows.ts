import type { FieldName } from '@tidemark/model/fields';
import type { RowFormat } from '@tidemark/contract';
import { digestOf } from '../../http/prepared.ts';
import { rowEncoder, writeRows } from '../../rows/answer.ts';
import type { KeptRows, RowPlace, RowRevision, WrittenRow } from '../../rows/kept-rows.ts';
import type { BucketPeriods } from '../../rows/periods.ts';
import {
  feePages,
  type FeePagesOptions,
  firstPlaceMs,
  lastPlaceMs,
  periodsARead,
  readStretch,
  type ReadFeeRevisions,
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
 * Rows of fees, written. On a page, those of periods whose reserves were all rolled up for good are made once: they depend on the stored fees, on which
 * reserves were there when, and on nothing that is newer. Running sums depend on all periods before, and a stream would take the room of all pages.
 */
export function feeRows(kept: KeptRows, options: FeeRowsOptions): AsyncGenerator<Uint8Array> {
  const { groups, periods, by, cumulative, after, limit, subjects, readRevisions, signal } = options;
  const { format, columns, protocol } = options;
  const encode = rowEncoder(format, columns);
  if (subjects === null || cumulative || limit === null) return writeRows(feePages(options), encode);
  let left = limit;
  const members = [groups.groups.map(({ key, example }) => [key, example]), groups.reserves];
  const parts = subjects.map(({ kind, of, partOf }) => [kind, of, [...partOf]]);
  return kept.read({
    key: digestOf(['fees', protocol, by, periods.widthMs, format, columns, members, parts]),
    periods: { ...periods, firstMs: firstPlaceMs(options), endMs: lastPlaceMs(options) + periods.widthMs },
    places: function* (stretch): Generator<RowPlace> {
      for (const [startMs, group] of placesAfter(stretch, groups.groups, after)) {
        if (left <= 0) return;
        left -= 1;
        yield { startMs, group };
      }
    },
    revisions: (stretch) => revisionsOf(readRevisions, { groups, subjects }, stretch),
    make: (run) => made(options, run, encode),
    periodsARead: periodsARead(options),
  });

  async function* made(
    { scale }: FeePagesOptions,
    run: BucketPeriods,
    write: (row: object) => string,
  ): AsyncGenerator<readonly WrittenRow[]> {
    signal.throwIfAborted();
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
}

async function revisionsOf(
  read: ReadFeeRevisions,
  { groups: { groups }, subjects }: Pick<FeeRowsOptions, 'groups'> & Pick<Parameters<ReadFeeRevisions>[0], 'subjects'>,
  { firstMs, endMs, widthMs }: BucketPeriods,
): Promise<RowRevision[]> {
  const rows = await read({ subjects, from: new Date(firstMs), to: new Date(endMs), periodSeconds: widthMs / 1000 });
  const due = new Set(rows.flatMap(({ start, revision }) => (revision === null ? [start.getTime()] : [])));
  return rows.flatMap(({ start, subject, revision }) => {
    const group = subject === null ? undefined : groups[subject];
    const startMs = start.getTime();
    return group === undefined || revision === null || due.has(startMs)
      ? []
      : [{ startMs, group: group.key, revision }];
  });
}
