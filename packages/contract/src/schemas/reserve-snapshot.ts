import { z } from 'zod';
import { reserveOfProtocolSchema, reserveSnapshotSchema } from '../generated/answers.ts';

/** The answer of the two latest-reserve reads: a bare array. */
export const reserveSnapshotListSchema = z.array(reserveSnapshotSchema).meta({
  id: 'ReserveSnapshotList',
  description:
    'Reserve snapshots, ordered by lending market name, token symbol and reserve address, by bytes of UTF-8.',
});

/** The same over all protocols. */
export const reserveOfProtocolListSchema = z.array(reserveOfProtocolSchema).meta({
  id: 'ReserveOfProtocolList',
  description:
    'Reserve snapshots of all protocols: protocol by protocol, and in each of them ordered as its own list is.',
});
