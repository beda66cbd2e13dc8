import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { databaseNameForGenesis, fetchGenesisHash } from './chain-identity.ts';

const GENESIS = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
const never = new AbortController().signal;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const answering: RequestListener = (_request, response) =>
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: GENESIS }));

test('the first URL that answers is believed', async () => {
  const refusing = await serve((_request, response) => response.writeHead(429).end());
  const odd = await serve((_request, response) => response.end('{"error":{"code":-32601}}'));
  expect(await fetchGenesisHash([refusing, odd, await serve(answering)], never)).toBe(GENESIS);
});

test('when none answers the error says why for each, without the keys in the URLs', async () => {
  const refusing = await serve((_request, response) => response.writeHead(403).end());
  const asking = fetchGenesisHash([`${refusing}/?api-key=hunter2`, 'http://user:hunter2@127.0.0.1:1/'], never);
  await expect(asking).rejects.toThrow(/SOLANA_RPC_URL[\s\S]*HTTP 403[\s\S]*127\.0\.0\.1:1: fetch failed/);
  await expect(asking).rejects.not.toThrow(/hunter2/);
});

test('a node that is busy is asked again, and given up after the last pause', async () => {
  let asked = 0;
  const busy = await serve((request, response) => {
    asked += 1;
    if (asked % 3 === 0) answering(request, response);
    else response.writeHead(asked % 3 === 1 ? 429 : 503).end();
  });
  expect(await fetchGenesisHash([busy], never, [1, 1])).toBe(GENESIS);
  expect(asked).toBe(3);
  await expect(fetchGenesisHash([busy], never, [1])).rejects.toThrow(/HTTP 503/);
  expect(asked).toBe(5);
});

test('a node that refuses for good is asked once', async () => {
  let asked = 0;
  const refusing = await serve((_request, response) => {
    asked += 1;
    response.writeHead(403).end();
  });
  await expect(fetchGenesisHash([refusing], never, [1, 1])).rejects.toThrow(/HTTP 403/);
  expect(asked).toBe(1);
});

test('a user and a password in the URL are sent as a header', async () => {
  let seen: string | undefined;
  const url = await serve((request, response) => {
    seen = request.headers.authorization;
    answering(request, response);
  });
  expect(await fetchGenesisHash([url.replace('//', '//tide:p%40ss@')], never)).toBe(GENESIS);
  expect(seen).toBe(`Basic ${Buffer.from('tide:p@ss').toString('base64')}`);
});

test('a stop ends the asking', async () => {
  const silent = await serve(() => undefined);
  const controller = new AbortController();
  const asking = fetchGenesisHash([silent], controller.signal);
  controller.abort(new Error('stop'));
  await expect(asking).rejects.toThrow('stop');
});

test('each chain has a database name of its own, and mainnet’s is readable', () => {
  expect(databaseNameForGenesis('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')).toBe('tidemark_mainnet');
  expect(databaseNameForGenesis(GENESIS)).toMatch(/^tidemark_[0-9a-f]{8}$/);
  expect(databaseNameForGenesis(GENESIS)).not.toBe(
    databaseNameForGenesis('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
  );
});
