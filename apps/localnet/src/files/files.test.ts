import { expect, test } from 'vitest';
import { inferOwner, parseAccountFileName, parseAccountJson } from './account-file.ts';

const ADDRESS = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';

test.each([
  [`${ADDRESS}.bin`, { address: ADDRESS, label: '', format: 'bin' }],
  [`${ADDRESS}@2025.bin`, { address: ADDRESS, label: '2025', format: 'bin' }],
  [`${ADDRESS}@2025-03-12T2303.json`, { address: ADDRESS, label: '2025-03-12T2303', format: 'json' }],
  ['usdc.json', { address: null, label: '', format: 'json' }],
  ['unknown-pyth@1.bin', null],
  [`${ADDRESS}.txt`, null],
  ['.bin', null],
])('the name %s is read as %j', (name, expected) => {
  expect(parseAccountFileName(name)).toEqual(expected);
});

test.each<[string, number, string]>([
  ['2bf2ccca1af73b7f', 8_624, 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'],
  ['f6723262489d1c78', 4_664, 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'],
  ['2bf2ccca1af73b7f', 8_623, '11111111111111111111111111111111'],
  ['0000000000000000', 8_624, '11111111111111111111111111111111'],
])('discriminator %s with %i bytes belongs to %s', (discriminator, size, owner) => {
  const data = new Uint8Array(size);
  data.set(Buffer.from(discriminator, 'hex'));
  expect(inferOwner(data)).toBe(owner);
});

test('the JSON of `solana account` keeps integers that JSON.parse would round', () => {
  const text = `{
    "pubkey": "${ADDRESS}",
    "account": {
      "lamports": 9007199254740993, "data": ["dGlkZQ==", "base64"], "owner": "11111111111111111111111111111111",
      "executable": false, "rentEpoch": 18446744073709551615, "space": 4
    }
  }`;
  const account = parseAccountJson(text);
  expect(account).toMatchObject({
    address: ADDRESS,
    lamports: 9_007_199_254_740_993n,
    rentEpoch: 18_446_744_073_709_551_615n,
  });
  expect(Buffer.from(account.data).toString()).toBe('tide');
});

test.each([
  ['tide', 'not JSON'],
  ['{}', 'not the JSON of an account: pubkey'],
  [`{"pubkey":"${ADDRESS}","account":{"lamports":-1}}`, 'not the JSON of an account: account.lamports'],
])('%s is refused with what is wrong', (text, message) => {
  expect(() => parseAccountJson(text)).toThrow(message);
});
