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
  /** What the order of the list goes by before the address. */
  readonly names: string;
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
  return serializedRows(reserves.map(serializeRow));
}

/**
 * The same after some rows have changed, without writing the others again. Null where that moves a row or adds one: its place in the
 * list is the database's to say.
 */
export function replaceRows(rows: readonly SerializedRow[], changed: readonly LatestSummary[]): SerializedRows | null {
  const places = new Map(rows.map(({ reserve }, place) => [reserve, place]));
  const replaced = [...rows];
  for (const summary of changed) {
    const row = serializeRow(summary);
    const place = places.get(row.reserve) ?? -1;
    if (rows[place]?.names !== row.names) return null;
    replaced[place] = row;
  }
  return serializedRows(replaced);
}

function serializeRow(row: LatestSummary): SerializedRow {
  return {
    reserve: row.reserve,
    names: JSON.stringify([row.lendingMarketName, row.tokenSymbol]),
    text: JSON.stringify(toReserveSnapshot(row)),
    slot: row.slot,
    seconds: unixSecondsOf(row.observedAt),
  };
}

function serializedRows(rows: readonly SerializedRow[]): SerializedRows {
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
