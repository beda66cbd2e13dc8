import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { registerArrayTypes } from './array-types.ts';
import { type BoundedConnection, boundedConnection } from './bounded-connection.ts';
import { guardTransactions } from './guard-transactions.ts';
import * as tables from './tables/index.ts';

/** postgres.js client whose `int8` values and parameters are bigint and whose timestamps are `Date`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
/** A client or an open transaction: whatever a single statement can run on. */
export type Queryable = postgres.ISql<{ bigint: bigint }>;
/** drizzle over the same connections, with the tables of this package. */
export type Drizzle = PostgresJsDatabase<typeof tables>;

export interface DatabaseOptions {
  /** `postgres://…` connection string. */
  readonly url: string;
  /** Upper bound of open connections. Default 10. */
  readonly maxConnections?: number;
  /** The server cancels a statement that runs longer. Default 15,000. */
  readonly statementTimeoutMs?: number;
  /** The server ends a transaction that takes longer, where it knows that limit (Postgres 17 and newer). Default 120,000. */
  readonly transactionTimeoutMs?: number;
  /** The server cancels a statement that waits longer for a lock. Default 10,000. */
  readonly lockTimeoutMs?: number;
  /** The server ends a transaction in which nothing happens for longer. Default 30,000. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Give up on a server that owes an answer and is silent. Default: 10,000 more than the statement timeout. */
  readonly responseTimeoutMs?: number;
  /** Listen anew, on another connection, where no notification came for this time. Default 60,000. */
  readonly listenSilenceMs?: number;
  /** Give up connecting after this time. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** Close a connection that nobody used for this time. Default 60,000. */
  readonly idleTimeoutMs?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Every transaction is read-only unless it says otherwise. Default false. */
  readonly readOnly?: boolean;
}

export interface Database {
  readonly sql: Sql;
  readonly db: Drizzle;
  /** Waits up to five seconds for running statements, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a pool. Nothing connects before the first statement; no statement, lock or transaction waits without bound. */
export function createDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const settings: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> & BoundedConnection = {
    max: options.maxConnections ?? 10,
    connect_timeout: seconds(options.connectTimeoutMs ?? 10_000),
    idle_timeout: seconds(options.idleTimeoutMs ?? 60_000),
    backoff,
    ...boundedConnection(options.url, {
      responseTimeoutMs: options.responseTimeoutMs ?? statementTimeoutMs + 10_000,
      listenSilenceMs: options.listenSilenceMs ?? 60_000,
    }),
    types: { bigint: postgres.BigInt },
    // See `registerArrayTypes`. With this the driver (3.4.9) never resolves `reserve()` on a new connection; nobody calls it.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'tidemark',
      statement_timeout: statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs ?? 10_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
      TimeZone: 'UTC',
      ...(options.readOnly === true ? { default_transaction_read_only: true } : {}),
    },
  };
  const sql = postgres(options.url, settings);
  guardTransactions(sql, { transactionTimeoutMs: options.transactionTimeoutMs ?? 120_000 });
  registerArrayTypes(sql);
  const db = createDrizzle(sql);
  return { sql, db, close: () => sql.end({ timeout: 5 }) };
}

/**
 * drizzle replaces the client's date and JSON conversions by pass-through, for everybody who uses the client. Its columns
 * here do not need that, so the conversions are put back and `sql` keeps giving `Date` and parsed JSON.
 */
function createDrizzle(sql: Sql): Drizzle {
  const { parsers, serializers } = sql.options;
  const original = { parsers: { ...parsers }, serializers: { ...serializers } };
  const db = drizzle(sql, { schema: tables });
  restore(parsers, original.parsers);
  restore(serializers, original.serializers);
  return db;
}

/** Keys that were not there have to go too: the driver adds conversions of array types only where it finds none. */
function restore<T>(target: Record<number, T>, original: Record<number, T>): void {
  for (const type of Object.keys(target)) Reflect.deleteProperty(target, type);
  Object.assign(target, original);
}

/**
 * Seconds from a connection that failed to the next attempt. The driver's own are up to 20, which a statement spends waiting
 * without being told that nobody listens, and which everybody goes on waiting when the server is back.
 */
function backoff(attempts: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** attempts / 100, 2);
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
