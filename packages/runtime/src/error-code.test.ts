import { expect, it } from 'vitest';
import { errorCode } from './error-code.ts';

const coded = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

it('is the code of the error, before that of its cause', () => {
  expect(errorCode(coded)).toBe('ECONNREFUSED');
  expect(errorCode(Object.assign(new Error('x', { cause: coded }), { code: 'OWN' }))).toBe('OWN');
});

it('is the code of the cause where the error has none as text', () => {
  expect(errorCode(new Error('failed query', { cause: coded }))).toBe('ECONNREFUSED');
  expect(errorCode(Object.assign(new Error('x', { cause: coded }), { code: 7 }))).toBe('ECONNREFUSED');
  expect(errorCode(new Error('outer', { cause: new Error('inner', { cause: coded }) }))).toBe('ECONNREFUSED');
});

it('is not known of what carries none, or is no error, or is its own cause', () => {
  const circle = new Error('circle');
  circle.cause = circle;
  for (const thing of [new Error('none'), null, undefined, 'ECONNREFUSED', 7, circle]) {
    expect(errorCode(thing)).toBeUndefined();
  }
});
