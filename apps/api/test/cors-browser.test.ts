import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { API_KEY_HEADER } from '@tidemark/contract';
import { createApiKey } from '@tidemark/schema';
import { findChromium } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';

const chromium = findChromium();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** A page that makes these calls, and tells the status of each, or that the browser refused it. */
const pageOf = (
  calls: readonly (readonly [url: string, init: RequestInit])[],
): string => `<!doctype html><script type="module">
  const tell = ([url, init]) => fetch(url, init).then(({ status }) => status, () => 'refused');
  const seen = await Promise.all(${JSON.stringify(calls)}.map(tell));
  await fetch('/seen', { method: 'POST', body: JSON.stringify(seen) });
</script>`;

/** Serves the page from an origin of its own; resolves with what it told. */
async function servePage(
  page: string,
): Promise<{ readonly server: Server; readonly url: string; readonly seen: Promise<unknown> }> {
  const server = createServer();
  const seen = new Promise((resolve, reject) => {
    server.on('request', (request, response) => {
      if (request.method === 'POST') json(request).then(resolve, reject);
      response.setHeader('content-type', 'text/html').end(page);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}/`, seen };
}

it.skipIf(chromium === undefined)(
  'Chromium lets a page of another origin send its key and post JSON, but not ask about a key',
  async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'browser' });
    const headers = { [API_KEY_HEADER]: key };
    const body = { method: 'POST', body: '{}' };
    const { server, url, seen } = await servePage(
      pageOf([
        [`${api.url}/v1/kamino/lend/reserves/all/latest`, { headers }],
        [`${api.url}/v1/status`, {}],
        [`${api.url}/v1/prices/batch`, { ...body, headers: { ...headers, 'content-type': 'application/json' } }],
        [`${api.url}/auth/usage`, { headers }],
        [`${api.url}/auth/verify`, { ...body, headers }],
      ]),
    );
    const profile = await mkdtemp(join(tmpdir(), 'tidemark-chromium-'));
    // Without its own sandbox, because tests may run as root; it opens this page alone.
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${profile}`,
    ];
    const browser = spawn(chromium ?? '', [...flags, '--remote-debugging-port=0', url], { stdio: 'ignore' });
    const ended = new Promise((resolve) => browser.once('close', resolve));
    onTestFinished(async () => {
      browser.kill('SIGKILL');
      server.close();
      server.closeAllConnections();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    });
    expect(await seen).toEqual([200, 200, 200, 'refused', 'refused']);
  },
);
