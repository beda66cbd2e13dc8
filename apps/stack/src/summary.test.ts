import { expect, test } from 'vitest';
import type { StackFacts } from './stack-context.ts';
import { summarize } from './summary.ts';

const facts: StackFacts = {
  pid: 1,
  simulated: true,
  apiUrl: 'http://localhost:3000',
  databaseUrl: 'postgres://postgres:pw@127.0.0.1:5433/tidemark_0a1b2c3d',
  readerUrl: 'postgres://tidemark_reader_login:read@127.0.0.1:5433/tidemark_0a1b2c3d',
  rpcUrls: ['http://127.0.0.1:8899'],
  localnetWsUrl: 'ws://127.0.0.1:8900',
  indexerUrl: 'http://127.0.0.1:9101',
};
const input = {
  facts,
  reserveCounts: { one: 26, another: 8 },
  embeddedPostgres: true,
  redisUrl: null,
  accountsDir: null,
  logDir: '/repo/.data/logs',
};

test('a simulated chain is called simulated, with the command for the real one', () => {
  const text = summarize(input);
  expect(text).toContain('The chain is SIMULATED');
  expect(text).toContain('SOLANA_RPC_URL=https://api.mainnet-beta.solana.com npm start');
  expect(text).toContain(`psql '${facts.readerUrl}'`);
  expect(text).not.toContain(facts.databaseUrl);
  expect(text).toContain('http://localhost:3000/docs');
  expect(text).toContain('Tidemark is up with 34 reserves: 26 of one, 8 of another.');
  expect(text).toContain('curl http://localhost:3000/v1/one/lend/reserves/all/latest');
  expect(text).toContain('curl http://localhost:3000/v1/another/lend/reserves/all/latest');
});

test('a chain made of account files names their folder', () => {
  const text = summarize({ ...input, accountsDir: '/repo/accounts' });
  expect(text).toContain('The chain is SIMULATED: a localnet serves the account files of /repo/accounts.');
});

test('beside a public endpoint stands how to look at another one', () => {
  const of = (...rpcUrls: readonly string[]): string =>
    summarize({ ...input, facts: { ...facts, simulated: false, rpcUrls, localnetWsUrl: null } });
  expect(of('https://rpc.example', 'https://api.mainnet-beta.solana.com/')).toContain(
    'api.mainnet-beta.solana.com is public: enough to look at, too little to rely on.',
  );
  expect(of('https://api.mainnet-beta.solana.com')).toContain('npm run doctor -- RPC_URL');
  expect(of('https://rpc.example')).not.toContain('doctor');
});

test('services of others are named without their credentials', () => {
  const text = summarize({
    ...input,
    facts: {
      ...facts,
      simulated: false,
      rpcUrls: ['https://rpc.example/?api-key=hunter2'],
      localnetWsUrl: null,
      databaseUrl: 'postgres://u:hunter2@db/tide',
    },
    embeddedPostgres: false,
    redisUrl: 'redis://:hunter2@cache:6379',
  });
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('SIMULATED');
  expect(text).toContain('postgres://db/tide');
});
