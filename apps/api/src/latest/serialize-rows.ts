import type { LatestSummary } from '@tidemark/schema';
import { toReserveSnapshot, unixSecondsOf } from './to-reserve-snapshot.ts';

/** One row as it will be sent, and as of when. */
export interface SerializedRow {
  readonly reserve: string;
  readonly text: string;
  readonly slot: bigint;
  readonly seconds: number;
}

/** All rows in the order of the API. */
export interface SerializedRows {
  readonly rows: readonly SerializedRow[];
  /** The bare array. */
  readonly text: string;
  /** Newest slot and chain time among the rows, null without rows. */
  readonly slot: bigint | null;
  readonly asOfSeconds: number | null;
}

/** Writes the JSON of rows, in the order given. Cheap next to preparing answers, so that unchanged content is recognised. */
export function serializeRows(reserves: readonly LatestSummary[]): SerializedRows {
  let slot: bigint | null = null;
  let asOfSeconds: number | null = null;
  const rows = reserves.map((row): SerializedRow => {
    const seconds = unixSecondsOf(row.observedAt);
    if (slot === null || row.slot > slot) slot = row.slot;
    if (asOfSeconds === null || seconds > asOfSeconds) asOfSeconds = seconds;
    return { reserve: row.reserve, text: JSON.stringify(toReserveSnapshot(row)), slot: row.slot, seconds };
  });
  return { rows, text: `[${rows.map((row) => row.text).join(',')}]`, slot, asOfSeconds };
}
