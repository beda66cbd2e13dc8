import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { askLatest, type LatestAnswer, type NewestRow, unrenewedOf, unservedOf } from './latest-answer.ts';

const storedAt = (reserve: string, slot: number): NewestRow => ({
  protocol: 'some',
  reserve,
  slot,
  observedAt: new Date(1_790_000_000_900 + slot * 1000),
  availableAmount: slot / 10,
  suppliedAmount: slot / 5,
});
const servedAt = (reserve: string, slot: number) => ({
  reserve,
  timestamp: 1_790_000_000 + slot,
  available_amount_f: slot / 10,
  supplied_amount_f: slot / 5,
});

const stored = [storedAt('one', 7), storedAt('two', 8)];
const [one, two] = [servedAt('one', 7), servedAt('two', 8)];
const answer: LatestAnswer = { status: 200, slot: 8, etag: '"8-new"', process: 'abc', rows: [two, one] };

describe('the newest rows through the API', () => {
  it('are those of the database, in whatever order', () => {
    expect(unservedOf(answer, stored)).toBeNull();
  });

  it.each([
    ['is not there', { rows: [two] }, 'one, of slot 7 in the database, is not in the answer'],
    ['is one too many', { rows: [one, two, servedAt('three', 8)] }, '3 rows are answered'],
    ['is of before, while the newest slot is right', { rows: [servedAt('one', 3), two] }, 'one, of slot 7'],
    ['has amounts of before', { rows: [{ ...one, supplied_amount_f: 1 }, two] }, 'other amounts'],
    ['has other amounts', { rows: [one, { ...two, available_amount_f: 1 }] }, 'two, of slot 8'],
    ['comes under another slot', { slot: 7 }, 'the answer is of slot 7'],
    ['does not come', { status: 503, rows: [] }, 'answered with 503'],
  ])('are not all there where a row %s', (_, change, problem) => {
    expect(unservedOf({ ...answer, ...change }, stored)).toContain(problem);
  });

  it('are sent to a client that has earlier ones', () => {
    expect(unrenewedOf(answer, '"7-old"')).toBeNull();
    expect(unrenewedOf({ ...answer, status: 304 }, '"7-old"')).toContain('answered with 304');
    expect(unrenewedOf(answer, '"8-new"')).toContain('the ETag is "8-new"');
    expect(unrenewedOf({ ...answer, etag: null }, '"7-old"')).toContain('the ETag is null');
  });

  it('are asked for with the ETag that is given, and read from the answer', async () => {
    const server = createServer((request, response) => {
      if (request.url !== '/v1/some/lend/reserves/all/latest') response.writeHead(404).end('{}');
      else if (request.headers['if-none-match'] === '"8-new"') response.writeHead(304, { etag: '"8-new"' }).end();
      else
        response
          .writeHead(200, { etag: '"8-new"', 'x-data-slot': '8', 'x-request-id': 'abc-7' })
          .end(JSON.stringify([two, one]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const url = `http://127.0.0.1:${address.port}`;
    try {
      expect(await askLatest(url, 'some')).toEqual(answer);
      expect(await askLatest(url, 'some', '"7-old"')).toEqual(answer);
      expect(await askLatest(url, 'some', '"8-new"')).toEqual({
        status: 304,
        slot: 0,
        etag: '"8-new"',
        process: '',
        rows: [],
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
