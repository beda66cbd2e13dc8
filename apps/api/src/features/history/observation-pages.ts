import type { ObservationArchive } from '@tidemark/archive';
import type { TimeRange } from '@tidemark/core';
import {
  type ArchivedMonth,
  archivedWithin,
  CopiedCells,
  type CopiedRows,
  type copyObservations,
  LEADING,
} from '@tidemark/schema';
import type { HistoryReads, OptionsOf } from './history-reads.ts';

type Ask = OptionsOf<typeof copyObservations>;

/** Months of a range that are archived, and whether their files can be read here. */
export interface ArchivedPart extends ArchivedMonth {
  readonly isReadable: boolean;
}

/**
 * Months of the range that lie in files. What was published before a correction is not read from them: their files have the values that were in
 * force when they were written.
 */
export async function listArchivedParts(
  reads: HistoryReads,
  { from, to, asOf }: TimeRange & { readonly asOf: Date | null },
): Promise<ArchivedPart[]> {
  const months = archivedWithin(await reads.archivedMonths(), { from, to });
  const { archive } = reads;
  const isAsked = archive !== null && asOf === null;
  return Promise.all(
    months.map(async (month) => ({ ...month, isReadable: isAsked && (await archive.has(month.file)) })),
  );
}

/** Single reads by reserve and time, out of the database and, for months that are archived, out of their files as well. */
export async function* observationPages(
  reads: HistoryReads,
  ask: Ask,
  parts: readonly ArchivedPart[],
): AsyncGenerator<CopiedRows, void, undefined> {
  const { archive } = reads;
  const readable = parts.filter(({ isReadable }) => isReadable);
  if (archive === null || readable.length === 0) {
    yield* reads.copyObservations(ask);
    return;
  }
  for (const reserve of ask.reserves.toSorted()) {
    const after = ask.after?.reserve === reserve ? ask.after : null;
    for (const { month, ...range } of segmentsOf(ask, readable)) {
      const segment = { ...ask, ...range, reserves: [reserve], after };
      if (after !== null && after.at >= range.to) continue;
      if (month === null) yield* reads.copyObservations(segment);
      else yield* bothPlaces(reads, archive, segment, month.file);
    }
  }
}

/** The range in pieces, each within one archived month or outside of all. */
function segmentsOf({ from, to }: TimeRange, months: readonly ArchivedMonth[]) {
  const pieces: (TimeRange & { readonly month: ArchivedMonth | null })[] = [];
  let start = from;
  for (const month of months) {
    if (start < month.from) pieces.push({ from: start, to: month.from, month: null });
    const end = month.to < to ? month.to : to;
    pieces.push({ from: start > month.from ? start : month.from, to: end, month });
    start = end;
  }
  if (start < to) pieces.push({ from: start, to, month: null });
  return pieces;
}

interface Line {
  readonly at: number;
  readonly slot: bigint;
  readonly bytes: Buffer;
}

/** The file, and what came after it was written: rows of one reserve, merged. The file's row counts where both have one. */
async function* bothPlaces(
  reads: HistoryReads,
  archive: ObservationArchive,
  ask: Ask,
  file: string,
): AsyncGenerator<CopiedRows, void, undefined> {
  const [reserve = ''] = ask.reserves;
  let after = ask.after ?? null;
  for (;;) {
    ask.signal?.throwIfAborted();
    const place = after === null ? null : { at: after.at, slot: after.slot ?? '0' };
    const sealed = (await archive.read({ ...ask, file, reserve, after: place, limit: ask.pageSize })).map(toLine);
    const hot = await linesOf(reads.copyObservations({ ...ask, after }), ask);
    const known = new Set(sealed.map(({ at, slot }) => `${at} ${slot}`));
    const lines = [...sealed, ...hot.filter(({ at, slot }) => !known.has(`${at} ${slot}`))]
      .toSorted((left, right) => left.at - right.at || (left.slot < right.slot ? -1 : 1))
      .slice(0, ask.pageSize);
    const last = lines.at(-1);
    if (last === undefined) return;
    yield { bytes: Buffer.concat(lines.map(({ bytes }) => bytes)), count: lines.length };
    if (lines.length < ask.pageSize) return;
    after = { reserve, at: new Date(last.at), slot: String(last.slot) };
  }
}

/** As Postgres copies a row: cells between tabs. None of them holds a tab, a backslash or an end of line. */
function toLine(cells: readonly (string | number | null)[]): Line {
  const text = cells.map((cell) => (cell === null ? String.raw`\N` : String(cell))).join('\t');
  return {
    at: Number(cells[LEADING.atMs]),
    slot: BigInt(cells[LEADING.slot] ?? 0),
    bytes: Buffer.from(`${text}\n`),
  };
}

/** The first page of rows. */
async function linesOf(parts: AsyncIterable<CopiedRows>, { cells: names, pageSize }: Ask): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const rows of parts) {
    const cells = new CopiedCells(rows, LEADING.count + names.length);
    while (cells.next()) {
      lines.push({
        at: cells.integer(LEADING.atMs) ?? 0,
        slot: BigInt(cells.text(LEADING.slot)),
        bytes: rows.bytes.subarray(cells.lineStart, cells.lineEnd),
      });
    }
    if (lines.length >= pageSize) break;
  }
  return lines;
}
