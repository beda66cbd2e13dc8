import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { apiFamilies, errorCodes, errorNameOf, renderErrorPage, listRoutes } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultOpenApiText } from '../src/default-openapi.ts';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    defaultMetrics: true,
    serverUrl: 'https://api.example.org',
    prepare: async (database) => {
      await seedReserves(database, ['SOL']);
      await commitBatch(database, 10, [buildState('SOL', 10)]);
    },
  });
});
afterAll(() => api.stop());

describe('GET /', () => {
  it('lists the three API families with their status, and links that work', async () => {
    const answer = await api.call('/');
    const index = z
      .object({
        data: z.unknown(),
        meta: z.looseObject({ links: z.array(z.looseObject({ href: z.string(), method: z.string() })) }),
      })
      .parse(answer.json());
    expect(index.data).toEqual(apiFamilies(['kamino']));
    expect(apiFamilies(['kamino']).map((family) => [family.name, family.status_str])).toEqual([
      ['Lending protocol API', 'Testing'],
      ['Prices API', 'Testing'],
      ['Liquidity API', 'Testing'],
    ]);
    const gets = index.meta.links.filter((link) => link.method === 'GET').map((link) => link.href);
    const statuses = await Promise.all(gets.map(async (href) => (await api.call(href)).status));
    expect(statuses).toEqual(gets.map(() => 200));
  });
});

describe('GET /openapi.json', () => {
  it('is the document of this deployment', async () => {
    const document = z
      .looseObject({ info: z.looseObject({ version: z.string() }), servers: z.unknown() })
      .parse((await api.call('/openapi.json')).json());
    expect(document.info.version).toBe('0.0.0-test');
    expect(document.servers).toEqual([{ url: 'https://api.example.org' }]);
  });

  it('of a default deployment is committed; `npm run generate` renews it', async () => {
    const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
    expect(committed).toBe(defaultOpenApiText());
  });
});

describe('the documentation', () => {
  const assetsOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');

  it('is a page that needs nothing from elsewhere and no inline script', async () => {
    const page = await api.call('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:|\/\/[a-z]/i);
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(page.text).not.toMatch(/\son\w+=|style=/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('http');
  });

  it('has files that load, of the right type, byte for byte those of the library', async () => {
    const page = await api.call('/docs');
    const answers = await Promise.all(assetsOf(page.text).map((path) => api.call(path)));
    expect(answers.map((answer) => [answer.path, answer.status, answer.headers.get('content-type')])).toEqual([
      ['/docs/assets/favicon-32x32.png', 200, 'image/png'],
      ['/docs/assets/swagger-ui.css', 200, 'text/css; charset=utf-8'],
      ['/openapi.json', 200, 'application/json; charset=utf-8'],
      ['/docs/assets/swagger-ui-bundle.js', 200, 'text/javascript; charset=utf-8'],
      ['/docs/assets/init.js', 200, 'text/javascript; charset=utf-8'],
    ]);
    const library = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js');
    expect(answers[3]?.body.equals(await readFile(library))).toBe(true);
    expect(answers[4]?.text).toContain("url: '/openapi.json'");
    expect(answers[4]?.text).not.toMatch(/https?:/);
  });

  it.each(errorCodes)('explains the error code %i', async (code) => {
    const answer = await api.call(`/docs/errors/${code}`);
    const name = errorNameOf(code);
    expect(answer.status).toBe(200);
    expect(name === undefined ? '' : renderErrorPage(name)).toBe(answer.text);
  });
});

describe('a probe that is not ready', () => {
  it('leaves no stack in the log, and no line at its usual level', async () => {
    const empty = await startTestApi({});
    try {
      expect((await empty.call('/ready')).status).toBe(503);
      const lines = empty
        .logs()
        .split('\n')
        .filter((line) => line.includes('request failed'));
      expect(lines.length).toBe(1);
      expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 'debug', errorName: 'NOT_READY' });
      expect(empty.logs()).not.toContain('operation.ts');
    } finally {
      await empty.stop();
    }
  });
});

describe('GET /health, /ready and /metrics', () => {
  it('tell that the process lives, that data are current, and what was counted', async () => {
    expect((await api.call('/health')).json()).toMatchObject({
      data: { status_str: 'ok', version: '0.0.0-test' },
      status: 200,
    });
    expect((await api.call('/ready')).json()).toMatchObject({
      data: { status_str: 'ready', reserves: 1 },
      status: 200,
    });
    await api.call(ALL);
    await api.call(`${ALL}?envelope=true`);
    const { text } = await api.call('/metrics');
    expect(text).toMatch(
      /tidemark_api_http_hot_requests_total\{route="\/v1\/\{protocol\}\/lend\/reserves\/all\/latest",status="200"\} 1/,
    );
    expect(text).toMatch(
      /tidemark_api_http_hot_duration_seconds_count\{route="\/v1\/\{protocol\}\/lend\/reserves\/all\/latest"\} 1/,
    );
    expect(text).toMatch(/tidemark_api_streams_open 0/);
    expect(text).toMatch(
      /tidemark_api_http_request_duration_seconds_count\{route="\/v1\/\{protocol\}\/lend\/reserves\/all\/latest",method="GET",status="200"\} 1/,
    );
    expect(text).toMatch(/tidemark_api_cache_reserves\{protocol="kamino"\} 1/);
    expect(text).toMatch(/tidemark_api_cache_slot\{protocol="kamino"\} 400000020/);
    expect(text).toMatch(/tidemark_api_cache_age_seconds\{protocol="kamino"\} \d/);
    expect(text).toMatch(/tidemark_api_cache_reloads_total\{outcome="changed"\} 1/);
    expect(text).toContain('process_cpu_user_seconds_total');
  });

  it('are fresh at every call', async () => {
    const answers = await Promise.all(['/health', '/ready', '/metrics'].map((path) => api.call(path)));
    expect(answers.map((answer) => answer.headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store']);
  });
});

describe('headers', () => {
  const SECURITY = [
    'content-security-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'cross-origin-resource-policy',
  ];
  const paths = listRoutes().map(({ path }) => path.replace('{protocol}', 'kamino').replace('{asset}', 'init.js'));

  it.each([...paths, '/nowhere'])('of %s protect it, and do not tell what the server is made of', async (path) => {
    const { headers } = await api.call(path, { method: path === '/auth/verify' ? 'POST' : 'GET' });
    expect(SECURITY.filter((name) => headers.get(name) === null)).toEqual([]);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  it('of a hot read are those of the same read on the general path', async () => {
    const compared = (headers: Headers) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'x-data-age-seconds'].includes(name));
    const [hot, general] = [await api.call(ALL), await api.call(`${ALL}/`)];
    expect(compared(hot.headers)).toEqual(compared(general.headers));
  });
});
