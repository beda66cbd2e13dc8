import { join, resolve } from 'node:path';
import { envFields, type EnvSource, loadEnvOrExit, parseEnv } from '@tidemark/runtime';
import { z } from 'zod';

const schema = z.object({
  PORT: envFields.port().optional(),
  HOST: envFields.text('a host name or address').default('0.0.0.0'),
  TLS_CERT_FILE: envFields.text('the path of a file').optional(),
  SOLANA_RPC_URL: envFields.urlList(['http', 'https']).optional(),
  DATABASE_URL: envFields.postgresUrl().optional(),
  REDIS_URL: envFields.url(['redis', 'rediss']).optional(),
  LOCALNET_PORT: envFields.port().optional(),
  LOCALNET_HISTORY: envFields.integer({ min: 0, max: 365 }).optional(),
  LOCALNET_ACCOUNTS: envFields.text('the path of a folder').optional(),
  LIQUIDITY_INTERVAL_MS: envFields.text('a number').optional(),
  LIQUIDITY_CALLS_PER_MINUTE: envFields.text('a number').optional(),
  POSTGRES_PORT: envFields.port().optional(),
  INDEXER_PORT: envFields.port().optional(),
  TIDEMARK_DATA_DIR: envFields.text('the path of a folder').optional(),
});

/** A port and whether the user asked for it: then it is this one or an error, else the next free one will do. */
export interface PortWish {
  readonly variable: string;
  readonly port: number;
  readonly explicit: boolean;
}

export interface StackEnv {
  /** Absolute path of the folder for everything that the stack keeps. */
  readonly dataDir: string;
  /** Address that the API listens on. */
  readonly host: string;
  readonly tls: boolean;
  /** Null: a localnet of our own. */
  readonly rpcUrls: readonly string[] | null;
  /** Null: an embedded Postgres. */
  readonly databaseUrl: string | null;
  /** Null: BullMQ keeps its jobs in Postgres. */
  readonly redisUrl: string | null;
  /** Folder of account files for the localnet; null: its built-in scenario. */
  readonly accountsDir: string | null;
  /** Days of simulated history before the localnet's start; null: not set. */
  readonly historyDays: number | null;
  /** Settings of the indexer's liquidity that are set; it checks them itself. */
  readonly liquidity: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<'api' | 'localnet' | 'postgres' | 'indexer', PortWish>>;
}

/** Reads the stack's settings; throws one `EnvError` that lists every problem. Paths are relative to `rootDir`. */
export function parseStackEnv(source: EnvSource, rootDir: string): StackEnv {
  return toStackEnv(parseEnv(schema, source), rootDir);
}

/** Like `parseStackEnv` over the process's environment, but prints the problems and exits with 78. */
export function loadStackEnv(rootDir: string): StackEnv {
  return toStackEnv(loadEnvOrExit(schema), rootDir);
}

function toStackEnv(env: z.output<typeof schema>, rootDir: string): StackEnv {
  return {
    dataDir: env.TIDEMARK_DATA_DIR === undefined ? join(rootDir, '.data') : resolve(rootDir, env.TIDEMARK_DATA_DIR),
    host: env.HOST,
    tls: env.TLS_CERT_FILE !== undefined,
    rpcUrls: env.SOLANA_RPC_URL ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    accountsDir: env.LOCALNET_ACCOUNTS ?? null,
    historyDays: env.LOCALNET_HISTORY ?? null,
    liquidity: {
      ...(env.LIQUIDITY_INTERVAL_MS === undefined ? {} : { LIQUIDITY_INTERVAL_MS: env.LIQUIDITY_INTERVAL_MS }),
      ...(env.LIQUIDITY_CALLS_PER_MINUTE === undefined
        ? {}
        : { LIQUIDITY_CALLS_PER_MINUTE: env.LIQUIDITY_CALLS_PER_MINUTE }),
    },
    ports: {
      api: wish('PORT', env.PORT, 3000),
      localnet: wish('LOCALNET_PORT', env.LOCALNET_PORT, 8899),
      postgres: wish('POSTGRES_PORT', env.POSTGRES_PORT, 5433),
      indexer: wish('INDEXER_PORT', env.INDEXER_PORT, 9101),
    },
  };
}

function wish(variable: string, asked: number | undefined, usual: number): PortWish {
  return { variable, port: asked ?? usual, explicit: asked !== undefined };
}
