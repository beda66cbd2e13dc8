import { expect, test } from 'vitest';
import { z } from 'zod';
import { envFields } from './env-fields.ts';
import { EnvError, parseEnv } from './parse-env.ts';

const schema = z.object({
  PORT: envFields.port().default(3000),
  POLL_INTERVAL_MS: envFields.milliseconds({ min: 100 }).default(5_000),
  SOLANA_RPC_URL: envFields.urlList(['http', 'https']),
  DATABASE_URL: envFields.postgresUrl(),
  REDIS_URL: envFields.url(['redis', 'rediss']).optional(),
  KLEND_MARKETS: envFields.commaList('market addresses').optional(),
  TRUST_PROXY: envFields.boolean().default(false),
  LOG_LEVEL: envFields.logLevel().default('info'),
});

const valid = { SOLANA_RPC_URL: 'https://rpc.example', DATABASE_URL: 'postgres://u:p@db/tide' };

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('defaults fill what is not set, and values come out typed', () => {
  const env = parseEnv(schema, {
    ...valid,
    PORT: '0',
    SOLANA_RPC_URL: ' https://a.example , http://b.example:8899,',
    KLEND_MARKETS: 'one, two',
    TRUST_PROXY: 'Yes',
  });
  expect(env).toEqual({
    PORT: 0,
    POLL_INTERVAL_MS: 5_000,
    SOLANA_RPC_URL: ['https://a.example', 'http://b.example:8899'],
    DATABASE_URL: 'postgres://u:p@db/tide',
    KLEND_MARKETS: ['one', 'two'],
    TRUST_PROXY: true,
    LOG_LEVEL: 'info',
  });
});

test('a variable set to the empty string or to blanks counts as not set', () => {
  const env = parseEnv(schema, { ...valid, PORT: '', REDIS_URL: '  ', TRUST_PROXY: '' });
  expect(env.PORT).toBe(3000);
  expect(env.REDIS_URL).toBeUndefined();
  expect(env.TRUST_PROXY).toBe(false);
});

test('one message lists every problem by variable with what was expected', () => {
  const message = messageOf(() =>
    parseEnv(schema, {
      PORT: '70000',
      POLL_INTERVAL_MS: '1e3',
      SOLANA_RPC_URL: 'https://a.example,wss://b.example',
      REDIS_URL: 'localhost:6379',
      TRUST_PROXY: 'maybe',
      LOG_LEVEL: 'loud',
    }),
  );
  expect(message).toBe(`7 problems in the environment:
  PORT: expected a port (0 to 65535), got "70000"
  POLL_INTERVAL_MS: expected milliseconds, a whole number (100 or more), got "1e3"
  SOLANA_RPC_URL: expected a comma-separated list of URLs with http:// or https://: entry 2 is not such a URL, got https://a.example,wss://b.example
  DATABASE_URL: not set, expected a URL with postgres:// or postgresql://
  REDIS_URL: expected a URL with redis:// or rediss://, got [not a URL]
  TRUST_PROXY: expected true or false (also 1, 0, yes, no, on, off), got "maybe"
  LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"`);
});

test('values of variables named like secrets and credentials of URLs are not shown', () => {
  const secretive = z.object({
    SERVICE_API_KEY: z.string().regex(/^tide_/),
    DB_PASSWORD: envFields.oneOf(['x']),
    DATABASE_URL: envFields.postgresUrl(),
    SOLANA_RPC_URL: envFields.urlList(['https']),
    OTHER: envFields.integer(),
  });
  const message = messageOf(() =>
    parseEnv(secretive, {
      SERVICE_API_KEY: 'hunter2-hunter2',
      DB_PASSWORD: 'hunter2',
      DATABASE_URL: 'mysql://admin:hunter2@db.example/tide?password=hunter2',
      SOLANA_RPC_URL: 'http://rpc.example/v2/hunter2hunter2hunter2?api-key=hunter2',
      OTHER: 'https://user:hunter2@host/',
    }),
  );
  expect(message).not.toContain('hunter2');
  expect(message).toContain('SERVICE_API_KEY: ');
  expect(message).toContain('got mysql://db.example/tide');
  expect(message).toContain('got http://rpc.example/v2/[redacted]');
});

test('rules over several variables are reported beside wrong single ones', () => {
  const tls = z.object({
    PORT: envFields.port(),
    TLS_CERT_FILE: envFields.text().optional(),
    TLS_KEY_FILE: envFields.text().optional(),
  });
  const message = messageOf(() =>
    parseEnv(tls, { PORT: 'x', TLS_CERT_FILE: 'cert.pem' }, [
      (values) =>
        values.TLS_CERT_FILE !== undefined && values.TLS_KEY_FILE === undefined
          ? [{ name: 'TLS_KEY_FILE', message: 'needed with TLS_CERT_FILE' }]
          : [],
    ]),
  );
  expect(message).toContain('PORT: expected a port');
  expect(message).toContain('TLS_KEY_FILE: needed with TLS_CERT_FILE');
});

test('fields of plain zod are reported with their own message', () => {
  const plain = z.object({ SEED: z.string().min(3, 'must have 3 characters') });
  expect(messageOf(() => parseEnv(plain, { SEED: 'a' }))).toContain('SEED: must have 3 characters, got "a"');
  expect(messageOf(() => parseEnv(plain, {}))).toContain('SEED: not set, expected a value');
});

test.each([
  ['integer', envFields.integer(), ['1.5', '0x10', '1_000', '9007199254740993', '-1', 'NaN', '١']],
  ['number', envFields.number({ min: 0, max: 2 }), ['2.1', '1e0', 'Infinity', '.', '1.']],
  ['port', envFields.port(), ['-1', '65536', '80a']],
  ['url', envFields.url(['http']), ['http://', 'https://x', 'x', '//x']],
  ['commaList', envFields.commaList(), [',', ' , ']],
])('%s refuses what only observations right', (_name, field, texts) => {
  for (const text of texts) expect.soft(field.safeParse(text).success, text).toBe(false);
});

test('a parameter of a database URL that is not known is one line, without the password', () => {
  const url = 'postgres://u:hunter2@db/tide?ssl=true';
  const message = messageOf(() => parseEnv(schema, { ...valid, DATABASE_URL: url }));
  expect(message).toContain('the database URL has the parameter ssl, which is not known; known are sslmode,');
  expect(message).not.toContain('hunter2');
});
