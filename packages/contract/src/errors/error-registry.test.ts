import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createErrorEnvelope, errorEnvelopeSchema, renderErrorPage } from './error-envelope.ts';
import { errorCodes, errorDefinition, errorNameOf, errorNames } from './error-registry.ts';

const names = errorNames;
const pagesDir = fileURLToPath(new URL('../../../../docs/errors/', import.meta.url));

describe('the error registry', () => {
  it('numbers every failure HTTP status × 100 + n, n from 1 without a hole', () => {
    const definitions = names.map(errorDefinition);
    const numbers = (status: number) =>
      definitions
        .filter((definition) => definition.httpStatus === status)
        .map((definition) => definition.code - status * 100)
        .toSorted((left, right) => left - right);
    const misnumbered = definitions
      .map((definition) => definition.httpStatus)
      .filter((status) => numbers(status).some((number, index) => number !== index + 1));
    expect(misnumbered).toEqual([]);
  });

  it('gives no code twice and finds each name by its code', () => {
    expect(new Set(errorCodes).size).toBe(names.length);
    for (const name of names) expect(errorNameOf(errorDefinition(name).code)).toBe(name);
    expect(errorNameOf(12345)).toBeUndefined();
  });

  it('keeps the codes that were published', () => {
    expect(Object.fromEntries(names.map((name) => [errorDefinition(name).code, name]))).toEqual({
      40001: 'INVALID_RESERVE_ADDRESS',
      40002: 'INVALID_JSON',
      40003: 'INVALID_QUERY_PARAMETER',
      40004: 'MALFORMED_URL',
      40005: 'MALFORMED_REQUEST',
      40006: 'INVALID_TOKEN_AMOUNT',
      40007: 'CHANGE_EXCEEDS_RESERVE',
      40008: 'INVALID_TIME',
      40009: 'INVALID_TIME_RANGE',
      40010: 'INVALID_LIMIT',
      40011: 'INVALID_CURSOR',
      40012: 'INVALID_POINTS',
      40013: 'INVALID_MARKET_ADDRESS',
      40014: 'INVALID_TOKEN_ADDRESS',
      40015: 'RANGE_TOO_LONG',
      40016: 'TOO_MANY_ROWS',
      40017: 'AMBIGUOUS_SYMBOL',
      40018: 'INVALID_BODY',
      40019: 'INVALID_POOL_ADDRESS',
      40101: 'API_KEY_MISSING',
      40102: 'API_KEY_UNKNOWN',
      40103: 'API_KEY_REVOKED',
      40104: 'API_KEY_EXPIRED',
      40105: 'API_KEY_MALFORMED',
      40401: 'ROUTE_NOT_FOUND',
      40402: 'RESERVE_NOT_FOUND',
      40403: 'PROTOCOL_NOT_FOUND',
      40404: 'MARKET_NOT_FOUND',
      40405: 'TOKEN_NOT_FOUND',
      40406: 'STATE_NOT_FOUND',
      40407: 'REVISION_NOT_FOUND',
      40408: 'POOL_NOT_FOUND',
      40409: 'HISTORY_ARCHIVED',
      40501: 'METHOD_NOT_ALLOWED',
      40801: 'REQUEST_TIMEOUT',
      41301: 'BODY_TOO_LARGE',
      41501: 'UNSUPPORTED_ENCODING',
      41701: 'EXPECTATION_FAILED',
      42901: 'RATE_LIMITED',
      42902: 'TOO_MANY_EXPORTS',
      43101: 'HEADERS_TOO_LARGE',
      50001: 'INTERNAL',
      50301: 'NOT_READY',
      50302: 'DATABASE_UNAVAILABLE',
      50303: 'OVERLOADED',
      50304: 'SERVICE_UNREACHABLE',
    });
  });

  it('has one documentation page per code, equal to the registry, and no other page', async () => {
    const pages = (await readdir(pagesDir)).filter((file) => /^\d+\.md$/.test(file));
    expect(pages.toSorted()).toEqual(errorCodes.map((code) => `${code}.md`));
    const written = await Promise.all(
      names.map((name) => readFile(`${pagesDir}${errorDefinition(name).code}.md`, 'utf8')),
    );
    expect(written).toEqual(names.map(renderErrorPage));
  });

  it('makes envelopes that say what was expected, where it is documented and which request it was', () => {
    const envelope = createErrorEnvelope('RESERVE_NOT_FOUND', { requestId: 'abc-1' });
    expect(envelope).toEqual({
      error: {
        message: 'No reserve with this address is known.',
        details:
          'Expected the address of a reserve that /v1/{protocol}/lend/info/reserves lists. See /docs/errors/40402. Request id: abc-1.',
        code: 40402,
      },
      status: 404,
    });
    for (const name of names) {
      const made = createErrorEnvelope(name, { requestId: 'abc-1', detail: 'The parameter envelope occurs twice.' });
      expect(errorEnvelopeSchema.parse(made)).toEqual(made);
      expect(made.error.details.startsWith('The parameter envelope occurs twice. ')).toBe(true);
    }
  });
});
