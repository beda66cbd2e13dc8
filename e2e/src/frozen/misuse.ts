import type { Endpoint } from './endpoints.ts';
import { type FrozenRequest, type PathParts, type Query, WITH_KEY } from './request.ts';
import { wrongPathValues } from './values.ts';

/** Parts of the path that are wrong, one at a time. */
export function wrongPathsOf({ inPath }: Endpoint): PathParts[] {
  return inPath.flatMap((name) => wrongPathValues(name).map((value) => ({ [name]: value })));
}

interface Caller extends Partial<Pick<FrozenRequest, 'method' | 'headers' | 'again'>> {
  readonly query?: Query;
}

const KEY = 'X-SERVICE-API-KEY';
const WRONG_KEY = `tdm_${'x'.repeat(40)}`;

/** How an endpoint can be asked beside its parameters: by whom, by which method, for which form, by a cache. */
export function callersOf({ formats, inQuery }: Endpoint): Caller[] {
  const fineWidth = inQuery.find(({ name }) => name === 'interval')?.choices?.[0];
  return [
    { headers: {} },
    ...(fineWidth === undefined ? [] : [{ headers: {}, query: { interval: fineWidth } }]),
    ...(formats.length === 0 ? [] : [{ headers: {}, query: { format: 'csv' } }]),
    { headers: { [KEY]: 'Bearer <key>' } },
    { headers: { [KEY]: WRONG_KEY } },
    { headers: { [KEY]: 'x' } },
    { headers: { [KEY]: '' } },
    { headers: { ...WITH_KEY, Accept: 'text/csv' } },
    { headers: { ...WITH_KEY, Accept: 'application/x-ndjson;q=0.9, text/html;q=0.1' } },
    { headers: { ...WITH_KEY, 'If-None-Match': '*' } },
    { headers: { ...WITH_KEY, 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    { headers: { ...WITH_KEY, Origin: 'https://page.example' } },
    { headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'GET' }, method: 'OPTIONS' },
    { method: 'HEAD' },
    { method: 'DELETE' },
    { query: { nonsense: '1' } },
    { again: 'etag' },
    { again: 'revision' },
  ];
}
