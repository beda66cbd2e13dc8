import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { readDatabaseUrl } from './database-tls.ts';
import { SilentHolders } from './silent-holders.ts';
import * as tables from './tables/index.ts';
import { limitTransactions, type Sql, type TransactionLimits } from './transactions.ts';

export type { Queryable, Sql } from './transactions.ts';
/** drizzle over the same connections, with the tables of this package. */
export type Drizzle = PostgresJsDatabase<typeof tables>;

export interface DatabaseOptions {
  /** `postgres://…` connection string. */
  readonly url: string;
  /** Upper bound of open connections. Default 10. */
  readonly maxConnections?: number;
  /**
   * Of transactions; what is left out is as the login has it, else 15,000 for a statement, 10,000
   * for a lock, 20,000 for an idle transaction and 30,000 for the whole. A statement outside a transaction has the limits of its login.
   */
  readonly limits?: Partial<TransactionLimits>;
  /** Give up on a server that owes an answer and is silent. Default: 5,000 more than a statement may take. */
  readonly responseTimeoutMs?: number;
  /** Listen anew, on another connection, where no notification came for this time. Default 60,000. */
  readonly listenSilenceMs?: number;
  /** Give up connecting after this time. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** Close a connection that nobody used for this time. Default 60,000. */
  readonly idleTimeoutMs?: number;
  /**
   * How long the client of a session that holds a lock may be silent within a statement before a transaction that waits for the lock ends
   * that session, in milliseconds; of the same login, or of one that it may act for. Default 30,000. Takes one more connection once a
   * transaction lasts for a tenth of it.
   */
  readonly holderSilenceMs?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

export interface Database {
  readonly sql: Sql;
  readonly db: Drizzle;
  /** Waits up to five seconds for running statements, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** The operating system asks after this time whether the other side of an idle connection is still there. */
const KEEP_ALIVE_SECONDS = 15;

/** Opens a pool. Nothing connects before the first statement; every wait has a bound. */
export function createDatabase(options: DatabaseOptions): Database {
  const limits = options.limits ?? {};
  const settings: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> = {
    max: options.maxConnections ?? 10,
    connect_timeout: seconds(options.connectTimeoutMs ?? 10_000),
    idle_timeout: seconds(options.idleTimeoutMs ?? 60_000),
    backoff,
    keep_alive: KEEP_ALIVE_SECONDS,
    // Both are of our patch of the driver, see docs/adr/0011-driver-patch.md.
    response_timeout: (options.responseTimeoutMs ?? (limits.statementTimeoutMs ?? 15_000) + 5_000) / 1000,
    listen_timeout: (options.listenSilenceMs ?? 60_000) / 1000,
    types: { bigint: postgres.BigInt },
    // See `registerArrayTypes`. With this the driver (3.4.9) never resolves `reserve()` on a new connection; nobody calls it.
    fetch_types: false,
    onnotice: () => {},
    // A pooler (PgBouncer) takes these two and refuses others, limits among them.
    connection: { application_name: options.applicationName ?? 'tidemark', TimeZone: 'UTC' },
  };
  const sql = openDriver(options.url, settings);
  const beside = openDriver(options.url, { ...settings, max: 1 });
  limitTransactions(sql, limits, new SilentHolders(beside, options.holderSilenceMs ?? 30_000));
  registerArrayTypes(sql);
  const db = createDrizzle(sql);
  return { sql, db, close: () => end(sql, beside) };
}

async function end(...clients: readonly Sql[]): Promise<void> {
  await Promise.all(clients.map((client) => client.end({ timeout: 5 })));
}

/** The driver on a URL that is read as everywhere. */
export function openDriver(text: string, settings: postgres.Options<{ bigint: postgres.PostgresType<bigint> }>): Sql {
  const { url, tls, ssl, isDirect, prepares, role } = readDatabaseUrl(text);
  const direct = isDirect ? { sslnegotiation: 'direct' } : {};
  const connection = role === null ? settings.connection : { ...settings.connection, role };
  return postgres(url, {
    ...settings,
    ...direct,
    ...(connection === undefined ? {} : { connection }),
    prepare: prepares,
    ssl: tls === 'prefer' ? 'prefer' : ssl,
  });
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

/** Types of which arrays are read or sent: the element's id in Postgres's catalogue, and the array's. */
const ARRAY_TYPES = {
  bool: [16, 1000],
  bytea: [17, 1001],
  name: [19, 1003],
  int8: [20, 1016],
  int4: [23, 1007],
  text: [25, 1009],
  float8: [701, 1022],
  date: [1082, 1182],
  timestamptz: [1184, 1185],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
} as const;

const ELEMENT = /"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^",{}]+)/gs;

/**
 * Teaches the driver (3.4.9) the arrays of one dimension that this package uses. Left to itself it asks each new connection for
 * them, with a promise that nobody holds: a connection that is lost meanwhile ends the process, and one that comes back
 * afterwards reads arrays as texts.
 */
function registerArrayTypes({ options: { parsers, serializers } }: Sql): void {
  for (const [element, array] of Object.values(ARRAY_TYPES)) {
    const parse: ((text: string) => unknown) | undefined = parsers[element];
    const serialize: ((value: unknown) => unknown) | undefined = serializers[element];
    parsers[array] = (text: string) =>
      parseArray(text).map((each) => (each === null || parse === undefined ? each : parse(each)));
    serializers[array] = (value: unknown) => (Array.isArray(value) ? toArrayText(value, serialize ?? String) : value);
  }
}

function parseArray(text: string): (string | null)[] {
  return [...text.matchAll(ELEMENT)].map(({ groups }) => {
    if (groups?.['quoted'] !== undefined) return groups['quoted'].replaceAll(/\\(.)/gs, '$1');
    return groups?.['plain'] === 'NULL' ? null : (groups?.['plain'] ?? '');
  });
}

function toArrayText(values: readonly unknown[], serialize: (value: unknown) => unknown): string {
  const elements = values.map((value) =>
    value === null ? 'NULL' : `"${String(serialize(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return `{${elements.join(',')}}`;
}
