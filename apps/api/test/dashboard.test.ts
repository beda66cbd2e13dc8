import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerChain } from '@tidemark/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PAGE = '<!doctype html><title>The dashboard</title><p><!--simulated--></p>';
const PLAIN = PAGE.replace('<!--simulated-->', '');
let folder: string;
let api: TestApi;
let without: TestApi;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'simulated.html'), 'made up');
  await writeFile(join(folder, 'theme.js'), 'void 0;');
  await writeFile(join(folder, 'assets', 'index-4f2a.js'), 'void 1;');
  api = await startTestApi({ dashboardDir: folder });
  without = await startTestApi();
});
afterAll(async () => {
  await api.stop();
  await without.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('GET / with a dashboard', () => {
  it('is the page for a browser, and the index for everybody else; caches tell the two apart', async () => {
    const page = await api.call('/', { headers: BROWSER, validate: false });
    expect([page.status, page.text]).toEqual([200, PLAIN]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const index = await api.call('/', { headers });
      expect(index.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(index.headers.get('vary')).toBe('Accept, Accept-Encoding');
    }
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding');
  });

  it('lets the page load what the service serves, no inline style, and no text become code', async () => {
    const { headers } = await api.call('/', { headers: BROWSER, validate: false });
    const policy = headers.get('content-security-policy')?.split(';');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy?.join(';')).not.toMatch(/unsafe|nonce|https?:/);
  });

  it('is the page of the documentation too, under the same policy; without a dashboard that has a page of its own', async () => {
    const page = await api.call('/docs');
    expect(page.text).toBe(PLAIN);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect((await without.call('/docs')).text).toContain('swagger-ui');
    expect((await api.call('/docs/errors/40402')).headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  });

  it('is the page on the paths of its views, while the API answers its own paths in its own words', async () => {
    expect((await api.call('/reserves/x?range=7d', { headers: BROWSER, validate: false })).text).toBe(PLAIN);
    for (const path of ['/v1/nothing', '/auth/nothing', '/docs/nothing', '/v2/kamino']) {
      const answer = await api.call(path, { headers: BROWSER, validate: false });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
    expect((await api.call('/reserves/x')).status).toBe(404);
    expect((await api.call('/reserves/x', { method: 'POST', headers: BROWSER })).status).toBe(404);
  });

  it('lets browsers keep files whose name holds a hash for ever, and asks again for the others', async () => {
    const hashed = await api.call('/assets/index-4f2a.js', { validate: false });
    expect([hashed.status, hashed.text]).toEqual([200, 'void 1;']);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const theme = await api.call('/theme.js', { validate: false });
    expect(theme.headers.get('cache-control')).toBe('no-cache');
    const etag = theme.headers.get('etag') ?? '';
    expect((await api.call('/theme.js', { headers: { 'if-none-match': etag }, validate: false })).status).toBe(304);
    expect((await api.call('/assets/index-0000.js')).status).toBe(404);
    expect((await api.call('/assets/..%2findex.html')).status).toBe(404);
  });
});

it('the page says before any script that the chain is a simulation, where it is one', async () => {
  const simulated = await startTestApi({
    dashboardDir: folder,
    prepare: async ({ sql }) => {
      await registerChain(sql, { genesisHash: 'a chain', clusterLabel: 'custom' });
      await sql`UPDATE lend.chain SET is_simulated = true`;
    },
  });
  const open = () => simulated.call('/', { headers: BROWSER, validate: false });
  const before = await open();
  await simulated.call('/v1/status');
  const after = await open();
  expect([before.text, after.text]).toEqual([PLAIN, PAGE.replace('<!--simulated-->', 'made up')]);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect((await simulated.call('/simulated.html', { headers: {}, validate: false })).status).toBe(404);
  await simulated.stop();
});

it('GET / without a dashboard is the index for browsers too', async () => {
  const answer = await without.call('/', { headers: BROWSER, validate: false });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});
