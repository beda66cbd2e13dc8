import { expect, test } from 'vitest';
import { toSafeAttributes } from './safe-attributes.ts';

test('attributes lose credentials, what is not known, and their length', () => {
  const attributes = {
    database: 'connect postgres://user:hunter2@db.example:5432/tidemark failed',
    rpc: 'https://mainnet.example/?api-key=0f2b9c1e-1234-4321-aaaa-bbbbccccdddd',
    header: 'Bearer abcdefghijklmnop',
    key: 'tdm_abcdefgh0123456789abcdefghijklmnopqrstuv',
    long: 'x'.repeat(1_000),
    unknown: null,
    missing: undefined,
    slot: 400_000_000n,
    amount: 2n ** 64n - 1n,
    count: 7,
    isRepeated: false,
  };
  expect(toSafeAttributes(attributes)).toEqual({
    database: 'connect postgres://db.example:5432/tidemark failed',
    rpc: 'https://mainnet.example',
    header: 'Bearer [redacted]',
    key: 'tdm_abcdefgh[redacted]',
    long: 'x'.repeat(256),
    slot: 400_000_000,
    amount: '18446744073709551615',
    count: 7,
    isRepeated: false,
  });
});
