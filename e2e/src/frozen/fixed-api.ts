import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { type RunningApi, startApi } from '../support/stack-processes.ts';

/** Nobody is refused for asking much: thousands of requests come from one address with one key. */
const WITHOUT_LIMITS = {
  KEY_REQUESTS_PER_MINUTE: '1000000',
  PUBLIC_REQUESTS_PER_MINUTE: '0',
  BAD_KEY_ATTEMPTS_PER_MINUTE: '0',
  KEY_CONCURRENT_EXPORTS: '1000',
  PUBLIC_CONCURRENT_EXPORTS: '0',
  OVERLOAD_MAX_WAITING: '10000',
  OVERLOAD_MAX_WAIT_MS: '30000',
  OVERLOAD_MAX_LOOP_LAG_MS: '60000',
  OVERLOAD_MAX_HEAVY_PER_CLIENT: '10000',
  MAX_CONNECTIONS_PER_ADDRESS: '0',
};

/** The API with the rights that it has where it runs, over data of any age, at a time that stands still. */
export function startFixedApi(databaseUrl: string, nowSeconds: number): Promise<RunningApi> {
  const url = new URL(databaseUrl);
  url.searchParams.set('role', 'tidemark_api');
  return startApi({
    databaseUrl: url.href,
    env: {
      ...WITHOUT_LIMITS,
      FROZEN_NOW_MS: String(nowSeconds * 1000),
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href}`,
      LOG_LEVEL: 'warn',
      // Whether the dashboard is built or not, and whatever is on it.
      DASHBOARD_DIR: join(import.meta.dirname, 'page'),
      READY_MAX_AGE_MS: '86400000000',
      AUDIT_MAX_AGE_MS: '86400000000',
    },
  });
}
