import { expect, test } from 'vitest';
import { redactUrl } from './redact.ts';

test.each([
  ['postgres://user:pw@localhost:5432/tidemark_mainnet?sslmode=require', 'postgres://localhost:5432/tidemark_mainnet'],
  ['https://mainnet.helius-rpc.com/?api-key=0f2b9c1e-1234-4321-aaaa-bbbbccccdddd', 'https://mainnet.helius-rpc.com'],
  [
    'https://solana-mainnet.g.alchemy.com/v2/AbCdEfGhIjKlMnOp0123456789xyzABC',
    'https://solana-mainnet.g.alchemy.com/v2/[redacted]',
  ],
  [
    'https://wild-dark-moon.solana-mainnet.quiknode.pro/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567/',
    'https://wild-dark-moon.solana-mainnet.quiknode.pro/[redacted]/',
  ],
  ['https://rpc.example/0f2b9c1e-1234-4321-aaaa-bbbbccccdddd', 'https://rpc.example/[redacted]'],
  ['https://0f2b9c1e12344321aaaabbbbccccdddd.rpc.example/', 'https://[redacted].rpc.example'],
  ['rediss://:secret@cache.example:6380/0#fragment', 'rediss://cache.example:6380/0'],
  ['http://127.0.0.1:8899', 'http://127.0.0.1:8899'],
  ['https://api.mainnet-beta.solana.com/', 'https://api.mainnet-beta.solana.com'],
  ['http://[::1]:3000/v1/kamino/lend/reserves/all/latest', 'http://[::1]:3000/v1/kamino/lend/reserves/all/latest'],
  ['postgres://db/tidemark_0a1b2c3d', 'postgres://db/tidemark_0a1b2c3d'],
])('%s is printed without what may be a secret', (url, printed) => {
  expect(redactUrl(url)).toBe(printed);
});

test('text that is no URL is not repeated', () => {
  expect(redactUrl('hunter2')).toBe('[not a URL]');
  expect(redactUrl('//user:hunter2@host')).toBe('[not a URL]');
});
