import { addressFromLabel } from '@tidemark/testing';
import type { Endpoint } from './endpoints.ts';
import { fill, type FrozenRequest, type Query, WITH_KEY } from './request.ts';
import type { World } from './world.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
/** So many moments together are too many. */
const TOO_MANY = 1_001;

/** Requests that have a body. */
export function bodyRequests({ name, method, path }: Endpoint, world: World): FrozenRequest[] {
  const ask = (headers: Readonly<Record<string, string>>, body?: string): FrozenRequest => ({
    endpoint: name,
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const keys = [{}, WITH_KEY, { 'X-SERVICE-API-KEY': 'Bearer <key>' }, { 'X-SERVICE-API-KEY': 'x' }];
  if (path === '/auth/verify') return keys.map((headers) => ask(headers));
  if (path !== '/v1/prices/batch') throw new Error(`no requests for ${name}: add them`);
  const { mints, symbols, moments } = world;
  const bodies: unknown[] = [
    ...mints.map((mint) => ({ [mint]: moments })),
    ...symbols.map((symbol) => ({ [symbol]: moments.map((moment) => new Date(moment * 1000).toISOString()) })),
    Object.fromEntries(mints.map((mint) => [mint, [world.first - 1, world.now, world.now + 60]])),
    {},
    [],
    { [addressFromLabel('unknown')]: [world.now] },
    { x: [world.now] },
    { [mints[0] ?? '']: ['yesterday'] },
    { [mints[0] ?? '']: Array.from({ length: TOO_MANY }, (_, index) => world.first + index) },
  ];
  return [
    ...bodies.map((body) => ask({ ...WITH_KEY, ...JSON_BODY }, JSON.stringify(body))),
    ...keys.map((headers) => ask({ ...headers, ...JSON_BODY }, JSON.stringify({ [mints[0] ?? '']: moments }))),
    ask({ ...WITH_KEY, ...JSON_BODY }, '{"a":'),
    ask({ ...WITH_KEY, 'Content-Type': 'text/plain' }, '{}'),
  ];
}

/** What was committed from the beginning on, of a stream. */
export function streamRequests({ name, path }: Endpoint, { protocols, reserves, mints }: World): FrozenRequest[] {
  const [first] = reserves;
  if (first === undefined) return [];
  const right: Query[] = [
    {},
    ...protocols.map((protocol) => ({ protocol })),
    { reserves: first.reserve },
    { lending_market: first.market },
    { market: first.market },
    { events: 'prices' },
    { events: 'all' },
    { events: 'prices', mints: mints.slice(0, 2).join(',') },
  ];
  const wrong: Query[] = [
    { events: 'x' },
    { reserves: 'x' },
    { mints: 'x' },
    { protocol: 'x' },
    { last_event_id: 'x' },
  ];
  const ask = (query: Query, headers = WITH_KEY): FrozenRequest => ({
    endpoint: name,
    method: 'GET',
    path: fill(path, {}, { last_event_id: '1', ...query }),
    headers,
  });
  return [...[...right, ...wrong].map((query) => ask(query)), { ...ask({}), headers: {} }];
}
