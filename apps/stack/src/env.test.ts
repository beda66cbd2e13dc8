import { EnvError } from '@tidemark/runtime';
import { expect, test } from 'vitest';
import { parseStackEnv } from './env.ts';

test('without settings everything is embedded, on the usual ports, and keeps its data in .data', () => {
  const env = parseStackEnv({}, '/repo');
  expect(env).toMatchObject({ dataDir: '/repo/.data', rpcUrls: null, databaseUrl: null, redisUrl: null, tls: false });
  const ports = Object.values(env.ports).map(({ variable, port, explicit }) => [variable, port, explicit]);
  expect(ports).toEqual([
    ['PORT', 3000, false],
    ['LOCALNET_PORT', 8899, false],
    ['POSTGRES_PORT', 5433, false],
    ['INDEXER_PORT', 9101, false],
  ]);
});

test('a port that was set is explicit even if it is the usual one', () => {
  expect(parseStackEnv({ PORT: '3000' }, '/repo').ports.api).toEqual({ variable: 'PORT', port: 3000, explicit: true });
});

test('the data folder is relative to the repository unless it is absolute', () => {
  expect(parseStackEnv({ TIDEMARK_DATA_DIR: '.data-2' }, '/repo').dataDir).toBe('/repo/.data-2');
  expect(parseStackEnv({ TIDEMARK_DATA_DIR: '/elsewhere' }, '/repo').dataDir).toBe('/elsewhere');
});

test('all problems are reported at once', () => {
  const wrong = { PORT: 'x', SOLANA_RPC_URL: 'mainnet', DATABASE_URL: 'mysql://u:hunter2@h/d', REDIS_URL: '6379' };
  const parse = () => parseStackEnv(wrong, '/repo');
  expect(parse).toThrow(EnvError);
  expect(parse).toThrow(/4 problems[\s\S]*PORT[\s\S]*SOLANA_RPC_URL[\s\S]*DATABASE_URL[\s\S]*REDIS_URL/);
  expect(parse).not.toThrow(/hunter2/);
});
