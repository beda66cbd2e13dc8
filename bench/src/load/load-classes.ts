import type { IncomingMessage } from 'node:http';
import { generateApiKey } from '@tidemark/schema';
import type { LoadClient, LoadRequest } from './load-client.ts';
import type { LoadClass } from './open-loop.ts';
import { FLEET_LATEST_PATH, FLEET_PATH, FLEET_PROTOCOL } from '../lib/reserve-fleet.ts';

export interface LoadWorld {
  readonly client: LoadClient;
  readonly key: string;
  /** Addresses of reserves that are asked for in turn. */
  readonly reserves: readonly string[];
  readonly rate: number;
}

const KEY_HEADER = 'x-service-api-key';

/** Everything that clients ask for, with the rate of each at `rate` 1: about 500 requests a second together. */
export function loadClasses({ client, key, reserves, rate }: LoadWorld): LoadClass[] {
  const keyed = { [KEY_HEADER]: key };
  const reserveAt = (index: number): string => reserves[(index * 7) % reserves.length] ?? '';
  const ask = (name: string, perSecond: number, requestOf: (index: number) => LoadRequest): LoadClass => ({
    name,
    perSecond: perSecond * rate,
    isHot: false,
    send: (index) => client.ask(requestOf(index)),
  });
  const askHot: typeof ask = (...asked) => ({ ...ask(...asked), isHot: true });
  return [
    askHot('all/latest', 40, () => ({ path: FLEET_LATEST_PATH })),
    askHot('all/latest, brotli', 40, () => ({ path: FLEET_LATEST_PATH, headers: { 'accept-encoding': 'br' } })),
    askHot('all/latest, gzip', 40, () => ({ path: FLEET_LATEST_PATH, headers: { 'accept-encoding': 'gzip' } })),
    askWithNewestTag(client, 100 * rate),
    askHot('{reserve}/latest', 200, (index) => ({ path: `${FLEET_PATH}/reserves/${reserveAt(index)}/latest` })),
    ask('{reserve}/latest with a key', 20, (index) => ({
      path: `${FLEET_PATH}/reserves/${reserveAt(index)}/latest`,
      headers: keyed,
    })),
    ask('{reserve}/detail/latest', 20, (index) => ({
      path: `${FLEET_PATH}/reserves/${reserveAt(index)}/detail/latest`,
    })),
    ask('all/detail/latest, brotli', 2, () => ({
      path: `${FLEET_PATH}/reserves/all/detail/latest`,
      headers: { 'accept-encoding': 'br' },
    })),
    ask('history 1h', 5, (index) => ({ path: `${FLEET_PATH}/reserves/${reserveAt(index)}/history?interval=1h` })),
    ask('history 1d', 5, (index) => ({ path: `${FLEET_PATH}/reserves/${reserveAt(index)}/history?interval=1d` })),
    ask('history raw, CSV, with a key', 1, (index) => ({
      path: `${FLEET_PATH}/reserves/${reserveAt(index)}/history?interval=raw&format=csv`,
      headers: keyed,
    })),
    ask('config, curve', 4, (index) => ({
      path: `${FLEET_PATH}/reserves/${reserveAt(index)}/${index % 2 === 0 ? 'config' : 'curve'}`,
    })),
    ask('fees, coverage, markets', 3, (index) => ({
      path:
        [
          `${FLEET_PATH}/fees`,
          `/v1/coverage?protocol=${FLEET_PROTOCOL.name}&limit=100`,
          `${FLEET_PATH}/markets/all/latest`,
        ][index % 3] ?? '',
    })),
    ask('key verification', 10, () => ({ path: '/auth/verify', method: 'POST', headers: keyed })),
    // More than an address may try in a minute, so some of these are 429.
    ask('key verification, bad keys', 2, () => ({
      path: '/auth/verify',
      method: 'POST',
      headers: { [KEY_HEADER]: generateApiKey() },
      expected: [401, 429],
    })),
  ];
}

/** Clients that have the newest answer that any of them got. */
function askWithNewestTag(client: LoadClient, perSecond: number): LoadClass {
  let etag = '';
  const keepTag = ({ headers }: IncomingMessage): void => {
    etag = headers.etag ?? etag;
  };
  return {
    name: 'all/latest, conditional',
    perSecond,
    isHot: true,
    send: () => client.ask({ path: FLEET_LATEST_PATH, headers: etag === '' ? {} : { 'if-none-match': etag } }, keepTag),
  };
}
