import { ApiError } from '../http/api-error.ts';

/** A place in the stream: everything up to and with `position` of that commit has been told; null = all of the commit. */
export interface StreamCursor {
  readonly commitSeq: bigint;
  readonly position: number | null;
}

const CURSOR = /^(\d{1,18})(?:\.(\d{1,4}))?$/;

/** The id of an event. */
export function encodeStreamCursor({ commitSeq, position }: StreamCursor): string {
  return position === null ? String(commitSeq) : `${commitSeq}.${position}`;
}

/** Throws INVALID_CURSOR for everything that is not the id of an event. */
export function decodeStreamCursor(text: string): StreamCursor {
  const match = CURSOR.exec(text);
  if (match === null) throw new ApiError('INVALID_CURSOR', { detail: 'The last event id is not the id of an event.' });
  const position = match[2];
  return { commitSeq: BigInt(match[1] ?? '0'), position: position === undefined ? null : Number(position) };
}
