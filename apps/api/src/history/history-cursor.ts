import { isAddress } from '@tidemark/contract';
import { z } from 'zod';
import { LAST_TIME_MS } from '../http/read-time.ts';
import { createRowCursors } from '../rows/row-cursor.ts';

/** Place of a row in the order of a history, which is by reserve and time. */
export interface HistoryPlace {
  readonly reserve: string;
  /** Start of the bucket or chain time of the read. */
  readonly atMs: number;
  /** Slot of the read: two can have the same time. Null for buckets. */
  readonly slot: bigint | null;
  /** With fill=locf the bucket whose values are being repeated, so that the next page can go on with them. */
  readonly knownMs: number | null;
}

const time = () => z.int().min(0).max(LAST_TIME_MS);
const placeSchema = z
  .tuple([
    z.string().refine(isAddress),
    time(),
    z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable(),
    time().nullable(),
  ])
  .transform(
    ([reserve, atMs, slot, knownMs]): HistoryPlace => ({
      reserve,
      atMs,
      slot: slot === null ? null : BigInt(slot),
      knownMs,
    }),
  );

/** Cursors of both histories. */
export const historyCursors = createRowCursors('history', placeSchema, ({ reserve, atMs, slot, knownMs }) => [
  reserve,
  atMs,
  slot === null ? null : String(slot),
  knownMs,
]);
