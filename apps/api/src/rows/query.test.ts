import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../http/exchange.ts';
import { createRowCursors } from './query.ts';

const cursors = createRowCursors('test', z.string());
const cursor = { fromMs: 1_000, toMs: 5_000, after: 'place' };
const text = cursors.encode(['1h', null], cursor);

const refusal = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.errorName : String(error);
  }
};

describe('cursors of rows', () => {
  it('come back as they were made, with their range or without it', () => {
    expect(cursors.decode(text, ['1h', undefined], {})).toEqual(cursor);
    expect(cursors.decode(text, ['1h', null], { from: '1', to: '1970-01-01T00:00:05Z' })).toEqual(cursor);
  });

  it.each([
    ['another query', text, ['4h', null], {}],
    ['another start', text, ['1h', null], { from: '2' }],
    ['another end', text, ['1h', null], { to: '6' }],
    ['another endpoint', createRowCursors('other', z.string()).encode(['1h', null], cursor), ['1h', null], {}],
    ['nothing', '', ['1h', null], {}],
    ['other text', 'AAAA', ['1h', null], {}],
    ['a cut text', text.slice(0, -4), ['1h', null], {}],
    ['a range without length', cursors.encode(['1h', null], { ...cursor, toMs: 1_000 }), ['1h', null], {}],
  ])('are refused for %s', (_what, given, query, asked) => {
    expect(refusal(() => cursors.decode(given, query, asked))).toBe('INVALID_CURSOR');
  });
});
