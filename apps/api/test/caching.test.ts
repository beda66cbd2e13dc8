import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankAt, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const ONE = `/v1/kamino/lend/reserves/${addressFromLabel('R1')}/latest`;
const LABELS = Array.from({ length: 40 }, (_, index) => `R${index}`);
const PATHS = [ALL, ONE, `${ALL}?envelope=true`, '/v1/kamino/lend/info/reserves', '/openapi.json', '/', '/docs'];

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await seedReserves(database, LABELS);
      await commitBatch(
        database,
        10,
        LABELS.map((label) => buildState(label, 10)),
      );
    },
  });
});
afterAll(() => api.stop());

const etagOf = async (path: string, acceptEncoding?: string): Promise<string> => {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  return (await api.call(path, { headers })).headers.get('etag') ?? '';
};

describe('validators', () => {
  it('carry slot, time and content: ETag, Last-Modified, X-Data-Slot, X-Data-As-Of', async () => {
    const { headers } = await api.call(ALL);
    const { slot, observedAt } = bankAt(10);
    const seconds = observedAt.getTime() / 1000;
    expect(headers.get('etag')).toMatch(new RegExp(`^"${slot}-${seconds}-[A-Za-z0-9_-]{16}"$`));
    expect(headers.get('last-modified')).toBe(observedAt.toUTCString());
    expect(headers.get('x-data-slot')).toBe(String(slot));
    expect(headers.get('x-data-as-of')).toBe(String(seconds));
    expect(headers.get('cache-control')).toContain('max-age=1');
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  it.each(PATHS)('answer a request for %s that has the current ETag with 304 and no body', async (path) => {
    const etag = await etagOf(path);
    const answer = await api.call(path, { headers: { 'if-none-match': etag } });
    expect([answer.status, answer.sent.length]).toEqual([304, 0]);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('content-length')).toBeNull();
  });

  it.each([
    ['the ETag as a weak one', (etag: string) => `W/${etag}`, 304],
    ['a list that holds it', (etag: string) => `"a", W/"b,c" , ${etag}`, 304],
    ['an asterisk', () => '*', 304],
    ['another ETag', () => '"other"', 200],
    ['a part of it', (etag: string) => `${etag.slice(0, -2)}"`, 200],
    ['the ETag without quotes', (etag: string) => etag.slice(1, -1), 200],
    ['nonsense', () => '", W/', 200],
  ])('compare %s in If-None-Match as HTTP says', async (_what, headerFor, status) => {
    const etag = await etagOf(ALL);
    expect((await api.call(ALL, { headers: { 'if-none-match': headerFor(etag) } })).status).toBe(status);
    expect((await api.call(ALL, { method: 'HEAD', headers: { 'if-none-match': headerFor(etag) } })).status).toBe(
      status,
    );
  });

  it.each([
    ['the very date', bankAt(10).observedAt.toUTCString(), 304],
    ['a later date', bankAt(11).observedAt.toUTCString(), 304],
    ['an earlier date', bankAt(9).observedAt.toUTCString(), 200],
    ['no date at all', 'yesterday', 200],
  ])('compare %s in If-Modified-Since', async (_what, date, status) => {
    expect((await api.call(ALL, { headers: { 'if-modified-since': date } })).status).toBe(status);
    expect((await api.call(ONE, { headers: { 'if-modified-since': date } })).status).toBe(status);
  });

  it('let If-None-Match decide alone where both are sent', async () => {
    const headers = { 'if-none-match': '"other"', 'if-modified-since': bankAt(11).observedAt.toUTCString() };
    expect((await api.call(ALL, { headers })).status).toBe(200);
  });
});

describe('encodings', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['zstd', null],
  ])('answer Accept-Encoding: %s with %s and the same content', async (accepted, encoding) => {
    const plain = await api.call(ALL);
    const answer = await api.call(ALL, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.text).toBe(plain.text);
    expect(answer.headers.get('content-length')).toBe(String(answer.sent.length));
  });

  it.each(PATHS)('of %s are equal after decompression, and each has an ETag of its own', async (path) => {
    const forms = [
      await api.call(path),
      await api.call(path, { headers: { 'accept-encoding': 'gzip' } }),
      await api.call(path, { headers: { 'accept-encoding': 'br' } }),
    ];
    expect(new Set(forms.map((form) => form.text)).size).toBe(1);
    expect(forms.map((form) => form.headers.get('content-encoding'))).toEqual([null, 'gzip', 'br']);
    expect(new Set(forms.map((form) => form.headers.get('etag'))).size).toBe(3);
    const vary = path === '/' ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
    expect(forms.map((form) => form.headers.get('vary'))).toEqual(Array(3).fill(vary));
  });

  it('do not take the ETag of one form for another', async () => {
    const gzipTag = await etagOf(ALL, 'gzip');
    const headers = { 'if-none-match': gzipTag };
    expect((await api.call(ALL, { headers: { ...headers, 'accept-encoding': 'gzip' } })).status).toBe(304);
    expect((await api.call(ALL, { headers })).status).toBe(200);
  });
});

describe('new data', () => {
  it('change the ETag, and make the old one worth a 200 again', async () => {
    const before = await etagOf(ALL);
    await commitBatch(api.database, 20, [buildState('R1', 20)]);
    const after = await waitFor(async () => {
      const etag = await etagOf(ALL);
      return etag !== before && etag;
    });
    expect(after).toContain(String(bankAt(20).slot));
    expect((await api.call(ALL, { headers: { 'if-none-match': before } })).status).toBe(200);
    expect((await api.call(ONE)).headers.get('x-data-slot')).toBe(String(bankAt(20).slot));
    expect(
      (await api.call(ONE.replace(addressFromLabel('R1'), addressFromLabel('R2')))).headers.get('x-data-slot'),
    ).toBe(String(bankAt(10).slot));
  });

  it('within the same second are never hidden by If-Modified-Since, because one date would stand for two contents', async () => {
    const date = bankAt(20).observedAt.toUTCString();
    const before = await etagOf(ALL);
    await commitBatch(api.database, 20.5, [buildState('R1', 20.5, { suppliedAmountF: 1 }), buildState('R3', 20.5)]);
    await waitFor(async () => (await etagOf(ALL)) !== before);
    const since = (path: string) => api.call(path, { headers: { 'if-modified-since': date } });
    expect((await since(ALL)).status).toBe(200);
    expect((await since(ONE)).status).toBe(200);
    expect((await since(ONE.replace(addressFromLabel('R1'), addressFromLabel('R2')))).status).toBe(304);
  });
});
