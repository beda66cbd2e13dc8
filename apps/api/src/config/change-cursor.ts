import { isAddress } from '@tidemark/contract';
import type { ConfigChangePosition } from '@tidemark/schema';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import { LAST_TIME_MS } from '../http/read-time.ts';

/** Where a page of the log ended, and of which range it is a page. */
export interface ChangeCursor {
  /** Null for the log of all. */
  readonly reserve: string | null;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly after: ConfigChangePosition;
}

const VERSION = 1;
const time = () => z.int().min(0).max(LAST_TIME_MS);
const address = () => z.string().refine(isAddress);
/** Everything reaches the database as a parameter; what it could not store must not get there. */
const cursorSchema = z.tuple([
  z.literal(VERSION),
  address().nullable(),
  time(),
  time().nullable(),
  time(),
  z.string().regex(/^\d{1,18}$/),
  address(),
  z.string().regex(/^[\x20-\x7e]{1,256}$/),
]);

/** The cursor as callers get it. */
export function encodeCursor({ reserve, fromMs, toMs, after }: ChangeCursor): string {
  const { observedAt, slot, account, field } = after;
  const parts = [VERSION, reserve, fromMs, toMs, observedAt.getTime(), String(slot), account, field];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws INVALID_CURSOR for everything that `encodeCursor` did not make. */
export function decodeCursor(text: string): ChangeCursor {
  const result = cursorSchema.safeParse(parse(text));
  if (!result.success) throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor is not a cursor.' });
  const [, reserve, fromMs, toMs, observedMs, slot, account, field] = result.data;
  return {
    reserve,
    fromMs,
    toMs,
    after: { observedAt: new Date(observedMs), slot: BigInt(slot), account, field },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
