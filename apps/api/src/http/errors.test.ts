import { describe, expect, it } from 'vitest';
import { toApiError } from './errors.ts';
import { ApiError } from './exchange.ts';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

describe('toApiError', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED'), 'DATABASE_UNAVAILABLE'],
    ['a closed connection', withCode('CONNECTION_CLOSED'), 'DATABASE_UNAVAILABLE'],
    ['too many connections', withCode('53300'), 'DATABASE_UNAVAILABLE'],
    ['a server that shuts down', withCode('57P01'), 'DATABASE_UNAVAILABLE'],
    ['a statement that took too long', withCode('57014'), 'DATABASE_UNAVAILABLE'],
    ['a table that migrations have not made', withCode('42P01'), 'DATABASE_UNAVAILABLE'],
    [
      'a refused connection inside another error',
      new Error('query failed', { cause: withCode('ECONNREFUSED') }),
      'DATABASE_UNAVAILABLE',
    ],
    [
      'a missing table inside another error',
      new Error('query failed', { cause: withCode('42P01') }),
      'DATABASE_UNAVAILABLE',
    ],
    ['a syntax error in SQL', withCode('42601'), 'INTERNAL'],
    ['an error without a code', new TypeError('undefined is not a function'), 'INTERNAL'],
    ['an error that claims a status of its own', Object.assign(new Error('x'), { status: 418 }), 'INTERNAL'],
    ['a text', 'oops', 'INTERNAL'],
    ['nothing', undefined, 'INTERNAL'],
    ['a path that cannot be decoded', new URIError('x'), 'MALFORMED_URL'],
    ['an aborted body', Object.assign(new Error('x'), { type: 'request.aborted', status: 400 }), 'MALFORMED_REQUEST'],
  ])('finds %s', (_what, thrown, name) => {
    expect(toApiError(thrown).errorName).toBe(name);
  });

  it('leaves an ApiError as it is and keeps the cause of all others', () => {
    const error = new ApiError('RESERVE_NOT_FOUND');
    expect(toApiError(error)).toBe(error);
    const cause = new Error('secret detail');
    expect(toApiError(cause).cause).toBe(cause);
    expect(toApiError(cause).message).not.toContain('secret');
  });
});
