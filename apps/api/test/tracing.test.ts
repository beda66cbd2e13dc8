import { createApiKey, upsertLendingMarkets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from './support/event-stream.ts';
import { lookAt } from './support/history-world.ts';
import { bankAt, buildMarketRow, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { linkTo, startTracedApi, type TracedApi } from './support/traced-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const CLIENT = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) };
const CLIENT_TRACEPARENT = `00-${CLIENT.traceId}-${CLIENT.spanId}-01`;

let api: TracedApi;
let key: string;
let requests = 0;
let second = 10;

beforeAll(async () => {
  api = await startTracedApi({
    prepare: async (database) => {
      await seedReserves(database, ['SOL', 'USDC']);
      await commitBatch(database, 10, [buildState('SOL', 10), buildState('USDC', 10)]);
    },
  });
  key = (await createApiKey(api.database.sql, { username: 'traced' })).key;
});
afterAll(() => api.stop());

/** Asks under an id of its own, and returns the answer and the span. */
async function traced(path: string, headers: Readonly<Record<string, string>> = {}, on = api) {
  requests += 1;
  const id = `request-${requests}`;
  const answer = await on.call(path, { headers: { ...headers, 'x-request-id': id } });
  return { answer, span: await on.spanOfRequest(id) };
}

describe('the span of a request', () => {
  it('has the route as a template, the status and the tier, and belongs to nobody', async () => {
    const { span } = await traced(`${RESERVES}/${addressFromLabel('SOL')}/latest?envelope=true`);
    expect(span).toMatchObject({
      name: 'GET /v1/{lending_protocol}/lend/reserves/{reserve}/latest',
      kind: 'server',
      parentSpanId: null,
      isFailed: false,
    });
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/v1/{lending_protocol}/lend/reserves/{reserve}/latest',
      'http.response.status_code': 200,
      'tidemark.tier': 'public',
    });
    const { span: withKey } = await traced('/auth/usage', { 'X-SERVICE-API-KEY': key });
    expect(withKey.attributes).toMatchObject({ 'http.response.status_code': 200, 'tidemark.tier': 'key' });
  });

  it('is there of a hot read too', async () => {
    await api.call(`${RESERVES}/all/latest`);
    const span = await api.waitForSpan(
      'hot read',
      ({ name }) => name === 'GET /v1/{lending_protocol}/lend/reserves/all/latest',
    );
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 200, 'tidemark.tier': 'public' });
  });

  it('names no path that is not a route, and keeps the code of an error', async () => {
    const { span } = await traced('/something/else');
    expect(span.name).toBe('GET unmatched');
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 404, 'tidemark.error_code': 40401 });
    expect(span.isFailed).toBe(false);
    const { span: refused } = await traced('/auth/usage', { 'X-SERVICE-API-KEY': 'tdm_wrong' });
    expect(refused.attributes).toMatchObject({ 'http.response.status_code': 401 });
    expect(refused.attributes).not.toHaveProperty('tidemark.tier');
  });

  it('has the reads of the database below it, by their names', async () => {
    const { span } = await traced(`${RESERVES}/${addressFromLabel('SOL')}/config`);
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 200 });
    const read = await api.waitForSpan(
      'read',
      ({ parentSpanId, name }) => parentSpanId === span.spanId && name === 'read config',
    );
    expect(read).toMatchObject({
      traceId: span.traceId,
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql' },
    });
  });

  it('is of a new trace with a link to that of the client, which is not trusted', async () => {
    const { span } = await traced('/health', { traceparent: CLIENT_TRACEPARENT });
    expect(span.traceId).not.toBe(CLIENT.traceId);
    expect(span.parentSpanId).toBeNull();
    expect(span.links).toEqual([{ ...CLIENT, attributes: {} }]);
    const { span: nonsense } = await traced('/health', { traceparent: 'nonsense' });
    expect(nonsense.links).toEqual([]);
  });

  it('is of the trace of the client where clients are trusted', async () => {
    const trusting = await startTracedApi({ trustTraceparent: true });
    try {
      const { span } = await traced('/health', { traceparent: CLIENT_TRACEPARENT }, trusting);
      expect(span).toMatchObject({ traceId: CLIENT.traceId, parentSpanId: CLIENT.spanId, links: [] });
      const { span: own } = await traced('/health', { traceparent: 'nonsense' }, trusting);
      expect(own.parentSpanId).toBeNull();
    } finally {
      await trusting.stop();
    }
  });

  it('is not there where the sampler leaves the trace out, and the answer is the same', async () => {
    const sampling = { OTEL_TRACES_SAMPLER: 'always_off' };
    const quiet = await startTracedApi({ otel: sampling, prepare: (database) => seedReserves(database, ['SOL']) });
    const answer = await quiet.call(`${RESERVES}/all/latest`);
    expect(answer.status).toBe(200);
    expect((await quiet.call('/health', { headers: { traceparent: CLIENT_TRACEPARENT } })).status).toBe(200);
    await quiet.stop();
    expect(quiet.receiver.bodies()).toEqual([]);
  });
});

describe('what is served', () => {
  it('is linked to the commits that it comes from: the refresh, the row of a reserve, and all of them', async () => {
    const [sol, usdc] = [(second += 10), (second += 10)];
    await commitBatch(api.database, sol, [buildState('SOL', sol)]);
    await commitBatch(api.database, usdc, [buildState('USDC', usdc)]);
    const [solLink, usdcLink] = [
      await linkTo(api.database, `kamino:0:${sol}`),
      await linkTo(api.database, `kamino:0:${usdc}`),
    ];
    for (const link of [solLink, usdcLink]) {
      const refresh = await api.waitForSpan(
        'refresh',
        ({ name, links }) => name === 'refresh latest' && has(links, link),
      );
      expect(refresh).toMatchObject({ parentSpanId: null, isFailed: false, attributes: { 'tidemark.reserves': 2 } });
    }
    const ofSol = await traced(`${RESERVES}/${addressFromLabel('SOL')}/latest?envelope=false`);
    expect(ofSol.span.links).toEqual([solLink]);
    const hotOfUsdc = await traced(`${RESERVES}/${addressFromLabel('USDC')}/latest`);
    expect(hotOfUsdc.span.links).toEqual([usdcLink]);
    const hotOfAll = await traced(`${RESERVES}/all/latest`);
    expect(hotOfAll.span.links).toEqual([solLink, usdcLink]);
    const ofAll = await traced(`${RESERVES}/all/latest?envelope=true`);
    expect(ofAll.span.links).toEqual([solLink, usdcLink]);
  });

  it('is linked once: a refresh names the commits that are new to it', async () => {
    const at = (second += 10);
    await commitBatch(api.database, at, [buildState('SOL', at)]);
    const link = await linkTo(api.database, `kamino:0:${at}`);
    const refresh = await api.waitForSpan(
      'refresh',
      ({ name, links }) => name === 'refresh latest' && has(links, link),
    );
    expect(refresh.links).toEqual([link]);
  });

  it('is linked by the stream to the commits whose events it goes on to send', async () => {
    const stream = await openEventStream(api.url, '/v1/stream', { 'x-service-api-key': key });
    try {
      await stream.waitForEvents('heartbeat', 1);
      const at = (second += 10);
      await commitBatch(api.database, at, [buildState('SOL', at)]);
      await stream.waitForEvents('reserve', 1);
      const link = await linkTo(api.database, `kamino:0:${at}`);
      const read = await api.waitForSpan('commits', ({ name, links }) => name === 'read commits' && has(links, link));
      expect(read.attributes).toMatchObject({ 'tidemark.commits': 1, 'tidemark.states': 1 });
    } finally {
      stream.close();
    }
  });

  it('of a moment is linked to the commit of the look that it was derived from', async () => {
    const past = await startTracedApi({
      prepare: async (database) => {
        await upsertLendingMarkets(database.sql, [buildMarketRow()]);
        for (const seconds of [0, 300, 600]) await lookAt(database, seconds);
      },
    });
    try {
      const unixSeconds = bankAt(100).observedAt.getTime() / 1000;
      const { answer, span } = await traced(`${RESERVES}/${addressFromLabel('SOL')}/at/${unixSeconds}`, {}, past);
      expect(answer.status).toBe(200);
      expect(span.links).toEqual([await linkTo(past.database, 'kamino:0:0')]);
    } finally {
      await past.stop();
    }
  });
});

describe('no span', () => {
  it('holds a key, wherever the client put it, nor what it asked for, nor its address', async () => {
    const post = { method: 'POST' } as const;
    await api.call('/auth/verify', { ...post, headers: { 'X-SERVICE-API-KEY': key } });
    await api.call(`/auth/verify?key=${key}`, { ...post, headers: { authorization: `Bearer ${key}` } });
    await api.call(`/v1/${key}/lend/reserves/all/latest`);
    await api.call(`${RESERVES}/${key}/latest`);
    await api.call(`${RESERVES}/all/latest?envelope=${key}`);
    await api.call(`/v1/kamino/lend/info/reserves?token_symbol=${key}&${key}=1`);
    await api.call('/health', {
      headers: { 'x-request-id': key, 'user-agent': key, traceparent: key, tracestate: key },
    });
    await traced('/auth/usage', {
      'X-SERVICE-API-KEY': key,
      'user-agent': 'Agent of the test',
      'x-forwarded-for': '203.0.113.9',
    });
    // Those that were asked for before have come by now: spans are sent in the order in which they end.
    const sent = api.receiver.bodies().join('\n');
    expect(sent).toContain('/auth/verify');
    const { password, username } = new URL(api.databaseUrl);
    const secrets = [key, key.slice(4, 24), 'Agent of the test', '203.0.113.9', '127.0.0.1', 'postgres://'];
    const credentials = [password, `${username}:`].filter((text) => text.length > 1);
    expect([...secrets, ...credentials].filter((secret) => sent.includes(secret))).toEqual([]);
  });
});

function has(links: readonly object[], wanted: object): boolean {
  return links.some((link) => JSON.stringify(link) === JSON.stringify(wanted));
}
