import { DAY_MS, endOf, floorTo, isLendingError, type TimeRange } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import {
  beginCorrection,
  type CorrectedObservation,
  correctObservations,
  differingColumns,
  listObservations,
  listTermsTimelines,
  type Queryable,
  type ReserveTermsTimeline,
  SchemaError,
  type StoredSnapshot,
  toDerivedColumns,
  toStoredState,
} from '@tidemark/schema';

/** Reserves whose observations of a day are compared, and replaced, in one transaction. */
export interface Batch {
  readonly protocol: Protocol;
  readonly reserves: readonly string[];
  /** Within one UTC day. */
  readonly range: TimeRange;
  /** Null: nothing is written. */
  readonly reason: string | null;
}

export interface BatchReport {
  readonly observations: number;
  /** Those with at least one value that is not what it should be. */
  readonly differing: number;
  /** Values, by column. */
  readonly values: ReadonlyMap<string, number>;
  /** Codes of what cannot be derived any more, by reserve. It stays as it is. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Derives what is published of each observation again, from the state that is stored with it and the settings that were in force, and replaces
 * what differs. The buckets that the day reaches are open for correction in the same transaction, so that whoever makes them again,
 * however soon, keeps what they were.
 */
export async function rederiveBatch(tx: Queryable, batch: Batch): Promise<BatchReport> {
  const { protocol, reserves, range, reason } = batch;
  const timelines = await listTermsTimelines(tx, { protocol, reserves });
  const rows = await listObservations(tx, { reserves, ...range });
  const corrected: CorrectedObservation[] = [];
  const values = new Map<string, number>();
  const refused = new Map<string, string>();
  for (const row of rows) {
    const derived = deriveAgain(protocol, timelines.get(row.reserve), row);
    if (typeof derived === 'string') {
      refused.set(row.reserve, derived);
      continue;
    }
    const columns = differingColumns(row, derived);
    if (columns.length === 0) continue;
    for (const column of columns) values.set(column, (values.get(column) ?? 0) + 1);
    const { reserve, observedAt, slot } = row;
    // One that came again at the moment of a move stands in both places until the next one: it is corrected in both, by its key.
    if (isSame(corrected.at(-1), row)) continue;
    corrected.push({ ...derived, reserve, observedAt, slot, decoderVersion: protocol.decoderVersion });
  }
  if (reason !== null) {
    await beginCorrection(tx, { protocol: protocol.name, reserves, range: bucketDays(range), reason });
    await correctObservations(tx, { protocol, reason, rows: corrected });
  }
  return { observations: rows.length, differing: corrected.length, values, refused };
}

function isSame(known: CorrectedObservation | undefined, { reserve, observedAt, slot }: StoredSnapshot): boolean {
  return known?.reserve === reserve && known.slot === slot && known.observedAt.getTime() === observedAt.getTime();
}

/** The days whose buckets may rest on observations of a range: its own, and those next to it, whose edges have them as neighbours. */
export function bucketDays({ from, to }: TimeRange): TimeRange {
  const [first, last] = [floorTo(from, DAY_MS), endOf(new Date(to.getTime() - 1), DAY_MS)];
  return { from: new Date(first.getTime() - DAY_MS), to: new Date(last.getTime() + DAY_MS) };
}

/** What should be stored; the code of the refusal where the account cannot be accrued. */
function deriveAgain(protocol: Protocol, timeline: ReserveTermsTimeline | undefined, row: StoredSnapshot) {
  if (timeline === undefined) return 'UNKNOWN_LENDING_MARKET';
  try {
    const state = toStoredState(protocol, row);
    const moment = { slot: row.slot, unixSeconds: Math.floor(row.observedAt.getTime() / 1000) };
    const derived = protocol.derive(state, timeline.at(row.observedAt), moment, row.slotDurationMsF);
    return toDerivedColumns(protocol, state, derived);
  } catch (error) {
    if (isLendingError(error) || (error instanceof SchemaError && error.code === 'INVALID_ROW')) return error.code;
    throw error;
  }
}
