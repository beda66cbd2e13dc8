import { addressFromLabel } from '@tidemark/testing';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelopeSchema } from '@tidemark/contract';
import type { CallOptions } from './support/http-client.ts';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const KNOWN = addressFromLabel('SOL');
const JSON_BODY = { 'content-type': 'application/json' };
const big = 'x'.repeat(2_000);

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await seedReserves(database, ['SOL', 'registered only']);
      await commitBatch(database, 10, [buildState('SOL', 10)]);
    },
  });
});
afterAll(() => api.stop());

const cases: [string, string, CallOptions, number][] = [
  ['a reserve that is no base58', `${RESERVES}/not-an-address/latest`, {}, 40001],
  ['a reserve of 31 bytes', `${RESERVES}/${'1'.repeat(31)}/latest`, {}, 40001],
  ['a reserve of more than 32 bytes', `${RESERVES}/${'z'.repeat(44)}/latest`, {}, 40001],
  ['a reserve in hexadecimal', `${RESERVES}/${'ab'.repeat(32)}/latest`, {}, 40001],
  ['a reserve with a blank', `${RESERVES}/${KNOWN}%20/latest`, {}, 40001],
  ['a reserve with a NUL', `${RESERVES}/${KNOWN}%00/latest`, {}, 40001],
  ['a reserve with a slash inside', `${RESERVES}/a%2Fb/latest`, {}, 40001],
  ['ALL in capitals', `${RESERVES}/ALL/latest`, {}, 40001],
  ['an endlessly long reserve', `${RESERVES}/${'1'.repeat(5_000)}/latest`, {}, 40001],
  ['a body that is no JSON', '/auth/verify', { method: 'POST', headers: JSON_BODY, body: '{"a":' }, 40002],
  [
    'the same on a read',
    '/v1/kamino/lend/info/reserves',
    { headers: { ...JSON_BODY, 'content-length': '1' }, body: '{' },
    40002,
  ],
  ['an unknown value of envelope', `${RESERVES}/all/latest?envelope=yes`, {}, 40003],
  ['an empty value of envelope', `${RESERVES}/all/latest?envelope`, {}, 40003],
  ['envelope twice', `${RESERVES}/${KNOWN}/latest?envelope=true&envelope=true`, {}, 40003],
  ['an unknown filter', '/v1/kamino/lend/info/reserves?symbol=SOL', {}, 40003],
  ['a filter with a bad address', '/v1/kamino/lend/info/markets?lending_market=x', {}, 40003],
  ['a filter with an unknown status', '/v1/kamino/lend/info/reserves?status_str=open', {}, 40003],
  ['a filter that occurs twice', '/v1/kamino/lend/info/reserves?token_symbol=A&token_symbol=B', {}, 40003],
  ['a broken percent sign in a parameter', `${RESERVES}/%zz/latest`, {}, 40004],
  ['half a percent sign', `${RESERVES}/%/latest`, {}, 40004],
  ['percent-encoding that is no UTF-8', `${RESERVES}/%ff/latest`, {}, 40004],
  ['a broken percent sign anywhere', '/%E0%A4%A', {}, 40004],
  [
    'a body that is not gzip',
    '/auth/verify',
    { method: 'POST', headers: { ...JSON_BODY, 'content-encoding': 'gzip' }, body: 'plain' },
    40005,
  ],
  ['no key', '/auth/verify', { method: 'POST' }, 40101],
  ['an unknown path', '/v2/kamino/lend/reserves/all/latest', {}, 40401],
  ['a path below an endpoint', `${RESERVES}/all/latest/more`, {}, 40401],
  ['a path above an endpoint', RESERVES, {}, 40401],
  ['two slashes', `/${RESERVES}/all/latest`, {}, 40401],
  ['another case', '/v1/Kamino/lend/reserves/all/latest'.replace('v1', 'V1'), {}, 40401],
  ['an unknown asset of the documentation', '/docs/assets/swagger-ui.css.map', {}, 40401],
  ['a path out of the assets', '/docs/assets/..%2f..%2fpackage.json', {}, 40401],
  ['an error code that does not exist', '/docs/errors/40099', {}, 40401],
  ['an error code that is no number', '/docs/errors/constructor', {}, 40401],
  ['a reserve that was never seen', `${RESERVES}/${addressFromLabel('nobody')}/latest`, {}, 40402],
  [
    'a reserve that is registered but was never polled',
    `${RESERVES}/${addressFromLabel('registered only')}/latest`,
    {},
    40402,
  ],
  ['an unknown protocol', '/v1/other/lend/reserves/all/latest', {}, 40403],
  ['an unknown protocol with a bad address', '/v1/other/lend/reserves/x/latest', {}, 40403],
  ['an unknown protocol on an info endpoint', '/v1/__proto__/lend/info/markets', {}, 40403],
  ['DELETE on a read', `${RESERVES}/all/latest`, { method: 'DELETE' }, 40501],
  ['GET on verify', '/auth/verify', {}, 40501],
  ['a large JSON body', '/auth/verify', { method: 'POST', headers: JSON_BODY, body: JSON.stringify(big) }, 41301],
  [
    'a large body of any type',
    '/auth/verify',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: big },
    41301,
  ],
  ['a large body without a type', '/auth/verify', { method: 'POST', body: big }, 41301],
  [
    'a body that is large once decompressed',
    '/auth/verify',
    { method: 'POST', headers: { ...JSON_BODY, 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(big)) },
    41301,
  ],
  ['a large body on a hot read', `${RESERVES}/all/latest`, { headers: { 'content-length': '2000' }, body: big }, 41301],
  ['a large body on an unknown path', '/nowhere', { method: 'POST', body: big }, 41301],
  [
    'an unknown encoding of the body',
    '/auth/verify',
    { method: 'POST', headers: { ...JSON_BODY, 'content-encoding': 'zstd' }, body: '{}' },
    41501,
  ],
  [
    'an unknown charset of the body',
    '/auth/verify',
    { method: 'POST', headers: { 'content-type': 'application/json; charset=klingon' }, body: '{}' },
    41501,
  ],
  ['an expectation that cannot be met', '/', { headers: { expect: '200-ok' } }, 41701],
];

describe('a request that is wrong', () => {
  it.each(cases)('with %s is answered by the error envelope with its code', async (_what, path, options, code) => {
    // A path in the document that answers 413 to a body is documented; one that is not in it cannot be.
    const answer = await api.call(path, { ...options, validate: path !== '/nowhere' });
    const envelope = errorEnvelopeSchema.parse(answer.json());
    expect(envelope.error.code).toBe(code);
    expect(answer.status).toBe(Math.floor(code / 100));
    expect(envelope.status).toBe(answer.status);
    expect(envelope.error.details).toContain(`See /docs/errors/${code}.`);
    expect(envelope.error.details).toContain(`Request id: ${answer.headers.get('x-request-id')}.`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gets no part of itself back, since that part could be a key', async () => {
    const secret = 'tdm_0123456789abcdefghijklmnopqrstuvwxyz';
    const answers = await Promise.all([
      api.call(`${RESERVES}/${secret}/latest`),
      api.call(`${RESERVES}/all/latest?envelope=${secret}`),
      api.call(`/v1/kamino/lend/info/markets?${secret}=1`),
      api.call(`${RESERVES}/all/latest?${secret.slice(0, 20)}=1`),
      api.call(`/${secret}`),
      api.call('/auth/verify', { method: 'POST', headers: { ...JSON_BODY }, body: `{"${secret}` }),
    ]);
    expect(answers.filter((answer) => answer.text.includes(secret.slice(0, 20)))).toEqual([]);
    expect(answers.every((answer) => answer.status >= 400)).toBe(true);
  });

  it('leaves the connection usable for the next one when its body was small', async () => {
    await api.call('/auth/verify', { method: 'POST', headers: JSON_BODY, body: '{' });
    expect((await api.call('/health')).status).toBe(200);
  });
});
