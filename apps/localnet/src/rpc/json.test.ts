import { expect, test } from 'vitest';
import { stringifyJson } from './json-rpc.ts';

test('text is that of JSON.stringify, but bigint is a bare integer', () => {
  const value = { a: [1, 'x"\n€', null, [], {}], b: { c: true, d: undefined, 'e"': -0.5 }, f: ['', ''] };
  expect(stringifyJson(value)).toBe(JSON.stringify(value));
  expect(stringifyJson({ epoch: 18_446_744_073_709_551_615n, list: [0n, 1n] })).toBe(
    '{"epoch":18446744073709551615,"list":[0,1]}',
  );
});
