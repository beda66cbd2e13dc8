import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { auditAnswers } from '../audit/audit-answers.ts';
import { pathsOf, problemOf, type WatchedAnswer } from './api-paths.ts';
import { type ApiWatch, watchApi } from './watch-api.ts';

const answer: WatchedAnswer = { status: 200, headers: new Headers(), body: '{}', isConditional: false };
const data = { path: '/v1/data', status: 200 } as const;

/** Serves on a port of its own while something is done. */
async function serve<Result>(listener: RequestListener, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    return await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

/** Watches a server while something is waited for. */
function watch(
  listener: RequestListener,
  until: (api: ApiWatch) => Promise<unknown>,
  options: Parameters<typeof watchApi>[2] = {},
): Promise<ApiWatch> {
  return serve(listener, async (url) => {
    const api = watchApi(url, 1, options);
    try {
      await until(api);
    } finally {
      await api.stop();
    }
    return api;
  });
}

it.each([
  ['200 with JSON', data, answer, null],
  ['200 with something else', data, { ...answer, body: '<html>' }, 'is no JSON'],
  ['200 where an error is promised', { path: '/nowhere', status: 404 } as const, answer, 'is not documented'],
  ['404 where data are promised', data, { ...answer, status: 404 }, 'is not documented'],
  ['500', data, { ...answer, status: 500 }, 'is not documented'],
  ['304 to a condition', data, { ...answer, status: 304, body: '', isConditional: true }, null],
  ['304 without one', data, { ...answer, status: 304, body: '' }, 'without a condition'],
  ['503 without Retry-After', data, { ...answer, status: 503 }, 'without Retry-After'],
  ['503 with it', data, { ...answer, status: 503, headers: new Headers({ 'retry-after': '1' }) }, null],
])('judges an answer: %s', (_, asked, given, problem) => {
  expect(problemOf(asked, given) ?? 'nothing is wrong').toContain(problem ?? 'nothing is wrong');
});

it.each<[string, RequestListener, string, { timeoutMs?: number }]>([
  ['is reset before it began', (request) => request.socket.destroy(), 'no answer: fetch failed', {}],
  [
    'breaks off',
    (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => request.socket.destroy());
    },
    '200 broke off: terminated',
    {},
  ],
  ['never begins', () => undefined, 'no answer: The operation was aborted due to timeout', { timeoutMs: 300 }],
  [
    'never ends',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":');
    },
    '200 broke off: The operation was aborted due to timeout',
    { timeoutMs: 300 },
  ],
])(
  'an answer that %s is kept with its times, and excused while the API is struck',
  async (_, listener, words, options) => {
    // On a busy machine the head of an answer may come too late as well.
    const until = ({ broken }: ApiWatch) => waitFor(() => broken.some((each) => each.words.includes(words)));
    const api = await watch(listener, until, options);
    expect([api.wrong, [...api.statuses], api.refused()]).toEqual([[], [], 0]);
    const [from, to] = [api.broken[0]?.from ?? new Date(0), api.broken.at(-1)?.to ?? new Date(0)];
    expect(auditAnswers(api, [])).toHaveLength(api.broken.length);
    expect(auditAnswers(api, [{ fault: 'postgresFrozen', from, to }])).toHaveLength(api.broken.length);
    for (const fault of ['apiKilled', 'apiPaused', 'deployRolled'] as const) {
      expect(auditAnswers(api, [{ fault, from, to }])).toEqual([]);
    }
    expect(auditAnswers(api, [{ fault: 'apiKilled', from: new Date(0), to: new Date(1) }])).not.toEqual([]);
  },
);

it('a refused connection is counted, and not as a missing answer', async () => {
  const gone = await serve(
    () => undefined,
    async (url) => url,
  );
  const api = watchApi(gone, 1);
  await waitFor(() => api.refused() > 0, { description: 'a refused connection' });
  await api.stop();
  expect([api.wrong, api.broken, [...api.statuses]]).toEqual([[], [], []]);
});

it('waits until every path is answered with its own status, and names the one that is not', async () => {
  const statuses = Object.fromEntries(pathsOf(new Map()).map(({ path, status }): [string, number] => [path, status]));
  expect(new Set(Object.values(statuses))).toEqual(new Set([200, 400, 401, 404]));
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
