import { unixSecondsOf } from '@tidemark/core';
import type { LatestSummary } from '@tidemark/schema';
import { toReserveSnapshot } from '../../generated/rows.ts';

/** Newest slot and chain time of rows. */
export interface Moment {
  readonly slot: bigint;
  readonly seconds: number;
}

/** One row as it will be sent, and as of when. */
export interface SerializedRow extends Moment {
  readonly reserve: string;
  readonly text: string;
}

/** All rows in the order of the API. */
export interface SerializedRows {
  readonly rows: readonly SerializedRow[];
  /** The bare array. */
  readonly text: string;
  /** Null without rows. */
  readonly newest: Moment | null;
}

/** Writes the JSON of rows, in the order given. Cheap next to preparing answers, so that unchanged content is recognised. */
export function serializeRows(reserves: readonly LatestSummary[]): SerializedRows {
  const rows = reserves.map((row): SerializedRow => {
    const seconds = unixSecondsOf(row.observedAt);
    return { reserve: row.reserve, text: JSON.stringify(toReserveSnapshot(row)), slot: row.slot, seconds };
  });
  return { rows, text: textOf(rows), newest: newestMoment(rows) };
}

/** Rows as a bare array. */
export function textOf(rows: readonly SerializedRow[]): string {
  return `[${rows.map(({ text }) => text).join(',')}]`;
}

/** The newest of several moments, each part for itself; null where there is none. */
export function newestMoment(moments: Iterable<Moment>): Moment | null {
  let newest: Moment | null = null;
  for (const { slot, seconds } of moments) {
    newest =
      newest === null
        ? { slot, seconds }
        : { slot: slot > newest.slot ? slot : newest.slot, seconds: Math.max(seconds, newest.seconds) };
  }
  return newest;
}
