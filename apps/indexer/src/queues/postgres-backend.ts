import { errorCode } from '@tidemark/runtime';
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  isPgPool,
  LATEST_SCHEMA_VERSION,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq';
import { createDatabase, readDatabaseUrl, TERMINATE_SESSION } from '@tidemark/schema';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { type BackendBinding, createJobQueue, createJobWorker } from './job-queue.ts';
import type { QueueBackend, QueueBackendOptions } from './queue-types.ts';
import { createRedisQueueBackend } from './redis-backend.ts';

/** Redis where its URL is known, else the database. Nothing connects yet. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  const { redisUrl } = options;
  return redisUrl === null ? createPostgresQueueBackend(options) : createRedisQueueBackend(redisUrl, options);
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** For the queries of all queues and workers; each worker listens on one more. */
const QUERY_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 15_000;
/**
 * What a session of BullMQ's needs. Not at the start of the connection, where a pooler refuses it. The limits are far more than
 * any of its statements takes; Postgres 15 and 16 know none of a transaction.
 */
const PREPARE_SESSION = `
  SELECT pg_backend_pid() AS pid, set_config(s.name, s.value, false)
  FROM (VALUES ('search_path', '${DEFAULT_SCHEMA}'), ('statement_timeout', '15s'), ('lock_timeout', '10s'),
    ('idle_in_transaction_session_timeout', '20s'), ('transaction_timeout', '30s')) AS s (name, value)
  WHERE current_setting(s.name, true) IS NOT NULL`;
/** The default of the system would leave a worker listening to a dead connection for two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Jobs in Postgres, in BullMQ's own schema. All queues and workers share one pool, because each would otherwise open a
 * pool of its own. The pool grows with each worker: were it of a fixed size, as many workers would leave none for queries.
 */
export function createPostgresQueueBackend(
  options: Pick<QueueBackendOptions, 'databaseUrl' | 'onError' | 'answerTimeoutMs'>,
  queryConnections = QUERY_CONNECTIONS,
): QueueBackend {
  // Sessions whose connection has ended here: to the server it may be open, and the session hold its locks.
  const left: { readonly pid: number; readonly begunAt: number }[] = [];
  const pool = new Pool({
    Client: ImpatientClient,
    ...connectionOf(options.databaseUrl),
    max: queryConnections,
    application_name: 'tidemark-indexer-queue',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.answerTimeoutMs ?? QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // BullMQ finds its tables by the search path of a pool that it was given. The pool waits for this, whatever its declaration
    // says.
    // oxlint-disable-next-line no-misused-promises
    onConnect: async (client) => {
      const begunAt = performance.now();
      const { rows } = await client.query<{ pid: number }>(PREPARE_SESSION);
      client.once('end', () => void left.push(...rows.slice(0, 1).map(({ pid }) => ({ pid, begunAt }))));
      for (const session of left.splice(0)) {
        await client.query(TERMINATE_SESSION, [session.pid, performance.now() - session.begunAt]);
      }
    },
  });
  // Every queue and worker listens for errors of the one pool.
  pool.setMaxListeners(50);
  pool.on('error', (error) => options.onError('queue pool', error));
  // The pool handles the error of an idle connection, and the query that of one in use. In between, as at the first connection of a
  // worker, there is no listener, and an error without one ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  // The declarations of pg and BullMQ disagree on listener types; BullMQ's own test at run time settles it.
  if (!isPgPool(pool)) throw new TypeError('BullMQ does not take this pg.Pool');
  const binding: BackendBinding<PostgresQueueBackend, PostgresConnectionOptions> = {
    factory: createPostgresBackend,
    connection: pool,
    // The schema is the namespace here.
    prefix: 'bull',
    onError: options.onError,
    countLosses: () => 0,
  };

  return {
    kind: 'postgres',
    createQueue: (name) => createJobQueue(name, binding),
    createWorker(name, processor, settings) {
      pool.options.max += 1;
      return createJobWorker(name, processor, settings, binding);
    },
    async ping() {
      await pool.query('select 1');
    },
    async prepare() {
      const client = await pool.connect();
      try {
        await prepareSchema(client);
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/** What this driver has of a URL, which the other reads: it would take `require` for a demand to verify. */
function connectionOf(databaseUrl: string): Pick<PoolConfig, 'connectionString' | 'ssl' | 'sslnegotiation'> {
  const { url, tls, ssl, isDirect } = readDatabaseUrl(databaseUrl);
  if (tls === 'prefer') {
    throw new TypeError(
      'sslmode=prefer and allow need REDIS_URL: the job queue in Postgres knows disable, require, no-verify and verify-full',
    );
  }
  return { connectionString: url, ssl, ...(isDirect ? { sslnegotiation: 'direct' } : {}) };
}

/**
 * Checks first and makes tables only where they are missing or old, because the indexer's own role may not: even to create a
 * schema that is there asks for the right to create one.
 */
async function prepareSchema(client: PoolClient): Promise<void> {
  try {
    if ((await assertSchemaCompatibility(client, DEFAULT_SCHEMA)) >= LATEST_SCHEMA_VERSION) return;
  } catch (error) {
    if (!(error instanceof SchemaMigrationRequiredError)) throw error;
  }
  try {
    await runMigrations(client, DEFAULT_SCHEMA);
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    const message =
      'its tables are missing or old, and this user may not make them: run prepare-queue as the owner first';
    throw new Error(message, { cause: error });
  }
}

/** The group role of indexers, made by the migrations of the database. */
export const INDEXER_ROLE = 'tidemark_indexer';

/**
 * Makes BullMQ's tables or brings them up to date, as their owner, and lets the indexer's role use them. BullMQ itself makes
 * a sequence for each queue and a temporary table for each list of jobs, hence those two rights to create. May be repeated.
 */
export async function prepareQueueSchema(databaseUrl: string, role: string = INDEXER_ROLE): Promise<void> {
  const backend = createPostgresQueueBackend({ databaseUrl, onError: () => undefined }, 1);
  try {
    await backend.prepare();
  } finally {
    await backend.close();
  }
  const database = createDatabase({ url: databaseUrl, maxConnections: 1, applicationName: 'tidemark-prepare-queue' });
  try {
    const { sql } = database;
    const [found] = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`;
    if (found === undefined) return;
    const [schema, name] = [sql(DEFAULT_SCHEMA), sql(role)];
    await sql`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${name}`;
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`;
    await sql`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`;
    await sql`GRANT TEMPORARY ON DATABASE ${sql(new URL(databaseUrl).pathname.slice(1))} TO ${name}`;
  } finally {
    await database.close();
  }
}

/** What the driver (8.23) says of a statement that had no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/** What it says of a statement on a client whose connection has failed. */
const NOT_QUERYABLE = 'Client has encountered a connection error and is not queryable';

/**
 * A client that gives up its connection with a statement that had no answer. The driver gives up the statement alone: on a
 * half-open connection all later ones wait without an answer, and a worker of BullMQ that listens there is not notified that it has to
 * listen elsewhere.
 *
 * It tells of its failure again when somebody uses it all the same. A connection may fail in the moment between the pool's hook
 * for new ones and the hand-over: a worker of BullMQ then waits for an error that was emitted already, keeps the client, and
 * takes no job any more.
 */
export class ImpatientClient extends Client {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    const query: (...given: readonly unknown[]) => unknown = super.query.bind(this);
    Object.assign(this, {
      query: (...given: readonly unknown[]): unknown => {
        const result = query(...given);
        // With a callback it is the pool's own, which throws the client away.
        if (result instanceof Promise) result.catch((error: unknown) => this.#giveUpAfter(error));
        return result;
      },
    });
  }

  #giveUpAfter(error: unknown): void {
    if (!(error instanceof Error)) return;
    if (error.message === NO_ANSWER) this.connection.stream.destroy();
    if (error.message === NOT_QUERYABLE && this.listenerCount('error') > 0) this.emit('error', error);
  }
}
