import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { parseEnv } from '@tidemark/runtime';
import { describe, expect, it } from 'vitest';
import { apiEnvRules, apiEnvSchema, parseCorsOrigins, parseTrustProxy } from './env.ts';

const DATABASE_URL = 'postgres://user:secret@db.example/tidemark';
const parse = (source: Record<string, string>) => parseEnv(apiEnvSchema, { DATABASE_URL, ...source }, apiEnvRules);
const problemsOf = (source: Record<string, string>): string => {
  try {
    parse(source);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : 'not an error';
  }
};

describe('the environment', () => {
  it('needs nothing but a database', () => {
    expect(parse({})).toMatchObject({
      PORT: 3000,
      HOST: '0.0.0.0',
      READY_MAX_AGE_MS: 60_000,
      AUDIT_MAX_AGE_MS: 900_000,
      METRICS_HOST: '127.0.0.1',
      BODY_LIMIT_BYTES: 16_384,
      CORS_ORIGINS: ['*'],
      PROTOCOLS: PROTOCOL_NAMES,
      TRUST_PROXY: 'false',
      KEY_CACHE_MS: 5_000,
      KEY_REQUESTS_PER_MINUTE: 600,
      KEY_CONCURRENT_EXPORTS: 3,
      PUBLIC_CONCURRENT_EXPORTS: 2,
      PUBLIC_REQUESTS_PER_MINUTE: 0,
      BAD_KEY_ATTEMPTS_PER_MINUTE: 60,
      REDIS_KEY_PREFIX: 'tidemark:api:',
    });
  });

  it('lists every problem in one message and shows no secret', () => {
    const message = problemsOf({
      DATABASE_URL: 'mysql://user:secret@db.example/x',
      PORT: '70000',
      READY_MAX_AGE_MS: 'soon',
      CORS_ORIGINS: 'https://a.example/path',
      PROTOCOL_SEGMENTS: 'kamino,solend',
      TRUST_PROXY: 'no-such-address',
      TLS_CERT_FILE: '/no/such/file.pem',
    });
    const named = [
      'DATABASE_URL',
      'PORT',
      'READY_MAX_AGE_MS',
      'CORS_ORIGINS',
      'PROTOCOL_SEGMENTS',
      'TRUST_PROXY',
      'TLS_CERT_FILE',
      'TLS_KEY_FILE',
    ];
    expect(named.filter((name) => !message.includes(`  ${name}: `))).toEqual([]);
    expect(message).not.toContain('secret');
  });

  it.each([
    ['CORS_ORIGINS', '*,https://a.example', '* stands alone'],
    ['CORS_ORIGINS', 'a.example', 'entry 1 is not an origin'],
    ['CORS_ORIGINS', 'https://a.example,https://b.example/', 'entry 2 is not an origin'],
    ['PROTOCOLS', 'kamino,solend', 'solend is none of'],
    ['PROTOCOL_SEGMENTS', 'kamino=a|a', 'the segment a is named twice'],
    ['PROTOCOL_SEGMENTS', 'kamino=Upper', 'lower-case'],
    ['PROTOCOL_SEGMENTS', 'kamino=a=b', 'one ='],
    ['PROTOCOL_SEGMENTS', 'kamino=', 'lower-case'],
    ['REDIS_URL', 'http://redis.example', 'redis:// or rediss://'],
    ['KEY_REQUESTS_PER_MINUTE', '0', '1 to 1000000'],
    ['TLS_KEY_FILE', '/no/such/key.pem', 'go together'],
    ['METRICS_PORT', '3000', 'the same as PORT'],
  ])('refuses %s=%s: %s', (name, value, reason) => {
    expect(problemsOf({ [name]: value })).toContain(reason);
  });

  it('turns texts into what the parts take', () => {
    expect(parseCorsOrigins(['*'])).toBe('*');
    expect(parseCorsOrigins(['https://a.example', 'http://localhost:5173'])).toHaveLength(2);
    expect([
      parseTrustProxy('true'),
      parseTrustProxy('false'),
      parseTrustProxy('2'),
      parseTrustProxy('loopback, 10.0.0.0/8'),
    ]).toEqual([true, false, 2, 'loopback, 10.0.0.0/8']);
  });
});
