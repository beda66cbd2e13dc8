import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { auditAnswers } from '../audit/audit-answers.ts';
import { problemOf, type WatchedAnswer } from './api-paths.ts';
import { type ApiWatch, watchApi } from './watch-api.ts';

const answer: WatchedAnswer = { status: 200, headers: new Headers(), body: '{}', isConditional: false };
const data = { path: '/v1/data', status: 200 } as const;

/** Watches a server while something is waited for. */
async function watch(listener: RequestListener, until: (api: ApiWatch) => Promise<unknown>): Promise<ApiWatch> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const api = watchApi(`http://127.0.0.1:${address.port}`, 1);
  try {
    await until(api);
  } finally {
    await api.stop();
    server.closeAllConnections();
    server.close();
  }
  return api;
}

it.each([
  ['200 with JSON', data, answer, null],
  ['200 with something else', data, { ...answer, body: '<html>' }, 'is no JSON'],
  ['200 where an error is promised', { path: '/nowhere', status: 404 } as const, answer, 'is not documented'],
  ['404 where data are promised', data, { ...answer, status: 404 }, 'is not documented'],
  ['404 of what was found just now', { ...data, early: 404 } as const, { ...answer, status: 404 }, null],
  ['500', data, { ...answer, status: 500 }, 'is not documented'],
  ['304 to a condition', data, { ...answer, status: 304, body: '', isConditional: true }, null],
  ['304 without one', data, { ...answer, status: 304, body: '' }, 'without a condition'],
  ['503 without Retry-After', data, { ...answer, status: 503 }, 'without Retry-After'],
  ['503 with it', data, { ...answer, status: 503, headers: new Headers({ 'retry-after': '1' }) }, null],
])('judges an answer: %s', (_, asked, given, problem) => {
  expect(problemOf(asked, given) ?? 'nothing is wrong').toContain(problem ?? 'nothing is wrong');
});

it('tells an answer that breaks off from none at all, and excuses it while the API is struck', async () => {
  let cuts = 0;
  const api = await watch(
    (request, response) => {
      if (request.url !== '/health') {
        request.socket.destroy();
        return;
      }
      cuts += 1;
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => request.socket.destroy());
    },
    ({ broken }) => waitFor(() => broken.length > 0, { description: 'an answer that broke off' }),
  );
  expect(api.broken.length).toBeLessThanOrEqual(cuts);
  expect(api.wrong).toEqual([]);
  const [from, to] = [api.broken[0]?.from ?? new Date(0), api.broken.at(-1)?.to ?? new Date(0)];
  expect(auditAnswers(api, [])).toHaveLength(api.broken.length);
  expect(auditAnswers(api, [{ fault: 'postgresKilled', from, to }])).toHaveLength(api.broken.length);
  expect(auditAnswers(api, [{ fault: 'apiKilled', from, to }])).toEqual([]);
  expect(auditAnswers(api, [{ fault: 'apiKilled', from: new Date(0), to: new Date(1) }])).not.toEqual([]);
});

it('waits until every path is answered with its own status, and names the one that is not', async () => {
  const statuses: Record<string, number> = {
    '/v1/stream': 401,
    '/nowhere': 404,
    '/v1/kamino/lend/reserves/nonsense/latest': 400,
    '/v1/kamino/lend/reserves/11111111111111111111111111111111/latest': 404,
  };
  const listener: RequestListener = (request, response) => {
    response.writeHead(statuses[request.url ?? ''] ?? 200).end('{}');
  };
  const api = await watch(listener, (watched) => watched.untilDocumented(60_000));
  expect(api.wrong).toEqual([]);
  statuses['/health'] = 503;
  await watch(listener, (watched) =>
    expect(watched.untilDocumented(1)).rejects.toThrow('GET /health answered with 200'),
  );
});
