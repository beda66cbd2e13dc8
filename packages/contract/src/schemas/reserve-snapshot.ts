import { z } from 'zod';
import { reserveSnapshotSchema } from '../generated/answers.ts';

/** The answer of the two latest-reserve reads: a bare array. */
export const reserveSnapshotListSchema = z.array(reserveSnapshotSchema).meta({
  id: 'ReserveSnapshotList',
  description:
    'Reserve snapshots, ordered by lending market name, token symbol and reserve address, by bytes of UTF-8.',
});
