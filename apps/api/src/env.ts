import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTOCOL_NAMES, protocolOf } from '@tidemark/protocols';
import { envFields, type EnvProblem, type EnvRule } from '@tidemark/runtime';
import express from 'express';
import { z } from 'zod';
import type { TrustProxy } from './http/express.ts';
import type { CorsOrigins } from './http/policy.ts';
import { parseProtocols } from './protocols.ts';

/** The environment of the API. Everything else about a deployment is in the database. */
export const apiEnvSchema = z.object({
  NODE_ENV: envFields.text().default('development'),
  LOG_LEVEL: envFields.logLevel().default('info'),
  PORT: envFields.port().default(3000),
  HOST: envFields.text('an address to listen on').default('0.0.0.0'),
  METRICS_PORT: envFields.port().optional(),
  METRICS_HOST: envFields.text('an address to listen on').default('127.0.0.1'),
  DATABASE_URL: envFields.postgresUrl(),
  DATABASE_READ_URL: envFields.postgresUrl().optional(),
  DATABASE_MAX_CONNECTIONS: envFields.integer({ min: 1, max: 1000 }).default(10),
  READY_MAX_AGE_MS: envFields.milliseconds({ min: 1 }).default(60_000),
  AUDIT_MAX_AGE_MS: envFields.milliseconds({ min: 1 }).default(900_000),
  LATEST_POLL_INTERVAL_MS: envFields.milliseconds({ min: 100, max: 3_600_000 }).default(5_000),
  LATEST_DEBOUNCE_MS: envFields.milliseconds({ min: 0, max: 10_000 }).default(25),
  KEY_USAGE_FLUSH_MS: envFields.milliseconds({ min: 100, max: 3_600_000 }).default(10_000),
  KEY_CACHE_MS: envFields.milliseconds({ min: 0, max: 60_000 }).default(5_000),
  KEY_REQUESTS_PER_MINUTE: envFields.integer({ min: 1, max: 1_000_000 }).default(600),
  PUBLIC_REQUESTS_PER_MINUTE: envFields.integer({ min: 0, max: 1_000_000 }).default(0),
  BAD_KEY_ATTEMPTS_PER_MINUTE: envFields.integer({ min: 0, max: 1_000_000 }).default(60),
  REDIS_URL: envFields.url(['redis', 'rediss']).optional(),
  REDIS_KEY_PREFIX: envFields.text('a prefix of names in Redis').default('tidemark:api:'),
  KEY_CONCURRENT_EXPORTS: envFields.integer({ min: 1, max: 1_000 }).default(3),
  PUBLIC_CONCURRENT_EXPORTS: envFields.integer({ min: 0, max: 1_000 }).default(2),
  CORS_ORIGINS: envFields.commaList('origins, or *').default(['*']),
  TLS_CERT_FILE: envFields.text('a file').optional(),
  TLS_KEY_FILE: envFields.text('a file').optional(),
  BODY_LIMIT_BYTES: envFields.integer({ min: 0, max: 10_485_760 }).default(16_384),
  TRUST_PROXY: envFields.text('true, false, a number of proxies, or their addresses').default('false'),
  PROTOCOLS: envFields.commaList('names of protocols').default([...PROTOCOL_NAMES]),
  PROTOCOL_SEGMENTS: envFields.commaList('protocols, as name or name=alias1|alias2').optional(),
  ARCHIVE_DIR: envFields.text('the path of a folder').optional(),
  DASHBOARD_DIR: envFields.text('the path of a folder').optional(),
  PUBLIC_URL: envFields.url(['http', 'https']).optional(),
  OVERLOAD_MAX_WAITING: envFields.integer({ min: 0, max: 10_000 }).default(64),
  OVERLOAD_MAX_WAIT_MS: envFields.milliseconds({ min: 0, max: 30_000 }).default(2_000),
  OVERLOAD_MAX_LOOP_LAG_MS: envFields.milliseconds({ min: 0, max: 60_000 }).default(200),
  OVERLOAD_MAX_HEAVY_PER_CLIENT: envFields.integer({ min: 0, max: 10_000 }).default(32),
  MAX_CONNECTIONS: envFields.integer({ min: 1, max: 1_000_000 }).default(5_000),
  MAX_CONNECTIONS_PER_ADDRESS: envFields.integer({ min: 0, max: 1_000_000 }).optional(),
  SEND_TIMEOUT_MS: envFields.milliseconds({ min: 1_000, max: 3_600_000 }).default(10_000),
  SEND_MIN_BYTES_PER_SECOND: envFields.integer({ min: 1, max: 1_073_741_824 }).default(32_768),
  SHUTDOWN_DEADLINE_MS: envFields.milliseconds({ min: 1_000, max: 600_000 }).default(25_000),
  WATCHDOG_PROGRESS_MS: envFields.milliseconds({ min: 0, max: 86_400_000 }).default(180_000),
});
export type ApiEnv = z.output<typeof apiEnvSchema>;

/** What is wrong with values that are fine on their own or that need more than their form checked. */
export const apiEnvRules: readonly EnvRule<ApiEnv>[] = [
  ({ PROTOCOL_SEGMENTS }) =>
    PROTOCOL_SEGMENTS === undefined ? [] : problem('PROTOCOL_SEGMENTS', () => parseProtocols(PROTOCOL_SEGMENTS)),
  ({ PROTOCOLS }) => (PROTOCOLS === undefined ? [] : problem('PROTOCOLS', () => PROTOCOLS.map(protocolOf))),
  ({ CORS_ORIGINS }) =>
    CORS_ORIGINS === undefined ? [] : problem('CORS_ORIGINS', () => parseCorsOrigins(CORS_ORIGINS)),
  ({ TRUST_PROXY }) =>
    TRUST_PROXY === undefined
      ? []
      : problem('TRUST_PROXY', () => express().set('trust proxy', parseTrustProxy(TRUST_PROXY))),
  ({ PORT, METRICS_PORT }) =>
    METRICS_PORT === undefined || METRICS_PORT === 0 || METRICS_PORT !== PORT
      ? []
      : [{ name: 'METRICS_PORT', message: 'the same as PORT' }],
  ({ TLS_CERT_FILE, TLS_KEY_FILE }) => {
    if ((TLS_CERT_FILE === undefined) === (TLS_KEY_FILE === undefined)) return [];
    const missing = TLS_CERT_FILE === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE';
    return [{ name: missing, message: 'not set, but a certificate and its key go together' }];
  },
  ({ DASHBOARD_DIR }) => readable('DASHBOARD_DIR', DASHBOARD_DIR && join(DASHBOARD_DIR, 'index.html')),
  // A folder that is not mounted would look like one without files: every archived month would be missing.
  ({ ARCHIVE_DIR }) =>
    readable('ARCHIVE_DIR', ARCHIVE_DIR && join(ARCHIVE_DIR, 'reserve_snapshots', 'manifest.json')).map(
      ({ name, message }) => ({ name, message: `no archive is there yet, leave it out until one is: ${message}` }),
    ),
  ({ TLS_CERT_FILE }) => readable('TLS_CERT_FILE', TLS_CERT_FILE),
  ({ TLS_KEY_FILE }) => readable('TLS_KEY_FILE', TLS_KEY_FILE),
];

/** `*` alone means everybody; else each entry is an origin such as `https://app.example.org`. Throws what is wrong. */
export function parseCorsOrigins(entries: readonly string[]): CorsOrigins {
  if (entries.includes('*')) {
    if (entries.length > 1) throw new Error('* stands alone');
    return '*';
  }
  const wrong = entries.findIndex((entry) => !URL.canParse(entry) || new URL(entry).origin !== entry);
  if (wrong >= 0) throw new Error(`entry ${wrong + 1} is not an origin: scheme and host, port if unusual, no path`);
  return entries;
}

/** Turns the text into what Express takes: a boolean, a number of hops, or a list of addresses. */
export function parseTrustProxy(text: string): TrustProxy {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

function problem(name: string, check: () => unknown): EnvProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    return [{ name, message: error instanceof Error ? error.message : 'not valid' }];
  }
}

function readable(name: string, file: string | undefined): EnvProblem[] {
  return file === undefined ? [] : problem(name, () => readFileSync(file));
}
