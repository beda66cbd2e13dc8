import { expect, test } from 'vitest';
import { loginUrls, sameForAll } from './start-database.ts';

const owner = 'postgres://postgres:0123456789abcdef@127.0.0.1:5433/tidemark_mainnet';

test('each login has a password of its own, the same at every start, that tells nothing of the superuser’s', () => {
  const urls = loginUrls(owner);
  expect(urls.owner).toBe(owner);
  const logins = [urls.api, urls.indexer, urls.reader].map((url) => new URL(url));
  expect(logins.map((url) => url.username)).toEqual([
    'tidemark_api_login',
    'tidemark_indexer_login',
    'tidemark_reader_login',
  ]);
  expect(new Set(logins.map((url) => url.password)).size).toBe(3);
  for (const url of logins) {
    expect(url.password).toMatch(/^[0-9a-f]{64}$/);
    expect(`${url.host}${url.pathname}`).toBe('127.0.0.1:5433/tidemark_mainnet');
  }
  expect(loginUrls(owner)).toEqual(urls);
  expect(loginUrls(owner.replace('0123', '4567')).reader).not.toBe(urls.reader);
});

test('a database of others is used by all with the URL that was given', () => {
  expect(sameForAll('postgres://u:p@db/x')).toEqual({
    owner: 'postgres://u:p@db/x',
    api: 'postgres://u:p@db/x',
    indexer: 'postgres://u:p@db/x',
    maintenance: 'postgres://u:p@db/x',
    reader: 'postgres://u:p@db/x',
    export: 'postgres://u:p@db/x',
  });
});
