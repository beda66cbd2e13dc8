import { Writable } from 'node:stream';
import { createLogger } from '@tidemark/runtime';
import { createDatabase, type Database, type DatabaseOptions, migrate } from '@tidemark/schema';
import { createTestDatabase, type TestDatabaseTemplate } from '@tidemark/testing';
import { type ApiOptions, createApi } from '../../src/create-api.ts';
import { type ApiServer, createApiServer, type ServerOptions } from '../../src/http/server.ts';
import { type Call, createCall } from './http-client.ts';

export interface TestApi {
  readonly url: string;
  readonly call: Call;
  /** The API's own database, which tests write to like the indexer does. */
  readonly database: Database;
  readonly databaseUrl: string;
  /** What listens, for tests that shorten its limits. */
  readonly server: ApiServer['server'];
  /** Everything that the API has logged, at every level. */
  readonly logs: () => string;
  /** Stops the API, keeps the database. */
  readonly stopApi: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface TestApiOptions extends Partial<Omit<ApiOptions, 'access'>> {
  /** Differs from limits that no test reaches by accident. */
  readonly access?: Partial<ApiOptions['access']>;
  readonly connections?: ServerOptions['connections'];
  /** Of the API's own pool. */
  readonly pool?: Omit<DatabaseOptions, 'url'>;
  /** What the database is a copy of; one that is migrated and empty when left out. */
  readonly template?: TestDatabaseTemplate;
  /** A database that is there, and stays; with `readDatabaseUrl` data is read from another one. */
  readonly databaseUrl?: string;
  readonly readDatabaseUrl?: string;
  /** Another replica over the database of this one, which keeps it. */
  readonly beside?: TestApi;
  /** Fills the database before the API starts. */
  readonly prepare?: (database: Database) => Promise<unknown>;
  /** Where the API finds its database, when that is not the database itself. */
  readonly apiDatabaseUrl?: (databaseUrl: string) => string;
}

const POOL_CONNECTIONS = 4;
const EMPTY: TestDatabaseTemplate = { name: 'schema', prepare: (url) => migrate({ url }) };

/** The real API on a free port over a migrated database of its own. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const given = options.databaseUrl ?? options.beside?.databaseUrl;
  const testDatabase =
    given === undefined
      ? await createTestDatabase({ template: options.template ?? EMPTY })
      : { url: given, drop: async () => undefined };
  const database = createDatabase({ url: testDatabase.url, maxConnections: 4 });
  await options.prepare?.(database);
  const apiUrl = asApiRole(options.apiDatabaseUrl?.(testDatabase.url) ?? testDatabase.url);
  const own = createDatabase({ url: apiUrl, maxConnections: POOL_CONNECTIONS, ...options.pool });
  const reader =
    options.readDatabaseUrl === undefined
      ? own
      : createDatabase({ url: options.readDatabaseUrl, maxConnections: POOL_CONNECTIONS });
  const lines: string[] = [];
  const api = createApi(apiOptions(options, { primary: own, reader, lines }));
  const server = createApiServer({
    listener: api.listener,
    policy: api.policy,
    events: api.connectionEvents,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
  });
  const port = await server.listen(0, '127.0.0.1');
  await api.start();
  const url = `http://127.0.0.1:${port}`;
  const stopApi = async () => {
    api.endStreams();
    await server.close(1_000);
    await api.stop();
    await Promise.all([own.close(), reader.close()]);
  };
  return {
    url,
    call: createCall(url),
    database,
    databaseUrl: testDatabase.url,
    server: server.server,
    logs: () => lines.join(''),
    stopApi,
    stop: async () => {
      await stopApi();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** Differ from what the API does by itself where a test would run into a limit, or wait for what comes in intervals. */
function apiOptions(
  options: TestApiOptions,
  { primary, reader, lines }: { readonly primary: Database; readonly reader: Database; readonly lines: string[] },
): ApiOptions {
  const { prepare: _prepare, template: _template, apiDatabaseUrl: _url, beside: _beside, ...others } = options;
  const { databaseUrl: _given, readDatabaseUrl: _read, ...rest } = others;
  const { access, connections: _connections, pool, ...overrides } = rest;
  return {
    version: '0.0.0-test',
    primary,
    reader,
    logger: createLogger({ name: 'api', level: 'trace', destination: collect(lines) }),
    protocols: [{ name: 'kamino', segments: ['kamino'] }],
    corsOrigins: '*',
    trustProxy: false,
    bodyLimitBytes: 1_024,
    readyMaxAgeMs: 3_600_000,
    status: { auditMaxAgeMs: 900_000, maxAgeMs: 0 },
    latestPollIntervalMs: 3_600_000,
    latestDebounceMs: 5,
    keyUsageFlushMs: 3_600_000,
    defaultMetrics: false,
    ...overrides,
    // No test is turned away by accident, however slow the machine is.
    overload: {
      databaseConnections: pool?.maxConnections ?? POOL_CONNECTIONS,
      maxWaiting: 10_000,
      maxWaitMs: 3_600_000,
      maxLoopLagMs: 0,
      maxHeavyPerClient: 0,
      ...options.overload,
    },
    access: {
      keyCacheMs: 3_600_000,
      keyRequestsPerMinute: 1_000_000,
      keyConcurrentExports: 1_000,
      publicRequestsPerMinute: 0,
      publicConcurrentExports: 0,
      badKeyAttemptsPerMinute: 0,
      ...access,
    },
  };
}

/** With the rights that the API has in production, so that every test shows that they are enough. */
function asApiRole(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('role', 'tidemark_api');
  return url.href;
}

function collect(lines: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString('utf8'));
      done();
    },
  });
}
