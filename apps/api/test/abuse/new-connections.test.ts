import type { RequestListener } from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createAnswerPolicy } from '../../src/http/policy.ts';
import { createApiServer } from '../../src/http/server.ts';

const OLD = 60;
const NEW = 60;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/**
 * Clients on a thread of their own: some connections that ask again as soon as they are answered, and once all of them were, new
 * ones that ask once. Tells how many requests of the old ones were answered before the last of the new ones was.
 */
const CLIENTS = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, old, fresh } } = require('node:worker_threads');
const REQUEST = 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n';
let answered = 0;
const open = (onAnswer) => {
  const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST));
  socket.on('data', () => onAnswer(socket));
  socket.on('error', () => undefined);
};
const begun = new Set();
const openFresh = () => {
  const before = answered;
  let left = fresh;
  for (let index = 0; index < fresh; index += 1)
    open(() => { left -= 1; if (left === 0) parentPort.postMessage(answered - before); });
};
for (let index = 0; index < old; index += 1)
  open((socket) => {
    answered += 1;
    socket.write(REQUEST);
    if (begun.size < old && begun.add(index).size === old) openFresh();
  });
`;

function answeredMeanwhile(port: number): Promise<number> {
  const worker = new Worker(CLIENTS, { eval: true, workerData: { port, old: OLD, fresh: NEW } });
  cleanups.push(() => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

it('new connections are answered among the requests of busy ones, not after thousands of them', async () => {
  const busy: RequestListener = (_request, response) => {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    response.end('answer');
  };
  const server = createApiServer({ listener: busy, policy: createAnswerPolicy({ corsOrigins: '*' }) });
  const port = await server.listen(0, '127.0.0.1');
  cleanups.push(() => server.close(0));
  const answered = await answeredMeanwhile(port);
  // A few of the old ones for each new connection. Where a turn is as long as all that has arrived, it is all of them for each.
  expect(answered).toBeLessThan((OLD * NEW) / 4);
});
