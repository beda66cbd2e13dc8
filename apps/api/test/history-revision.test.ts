import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_WORLD, issueKey, WORLD } from './support/history-world.ts';
import type { Answer } from './support/http-client.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const HOUR = 3_600;
/** What a statement's rows are handed out in. */
const PART_BYTES = 65_536;
const FOR_EVER = 'public, max-age=31536000, immutable';
const SOL = addressFromLabel('SOL');
const at = (hour: number) => bankAt(hour * HOUR).observedAt;
const hours = (from: number, to: number) => `from=${at(from).getTime() / 1000}&to=${at(to).getTime() / 1000}`;
const ofSol = (query: string) => `${RESERVES}/${SOL}/history?${query}`;
const ofAll = (query: string) => `${RESERVES}/all/history?${query}`;
/** All of it is over, rolled up and final, the gap included. */
const CLOSED = ofSol(`interval=1h&${hours(4, 20)}`);

let api: TestApi;
let key: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  key = await issueKey(api.database, 'revisions');
});
afterAll(() => api.stop());

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';
const revisionOf = ({ headers }: Answer) => headers.get('x-data-revision');
const ifNoneMatch = (path: string, tag: string, headers: Record<string, string> = {}) =>
  api.call(path, { headers: { ...headers, 'if-none-match': tag } });

/** Locks the tables of buckets and snapshots until the action has ended, so that a read of a row would wait. */
async function withoutRows(action: () => Promise<void>): Promise<void> {
  await api.database.sql.begin(async (tx) => {
    await tx`LOCK lend.reserve_quarters, lend.reserve_hours, lend.reserve_days, lend.reserve_snapshots`;
    await action();
  });
}

const CLOSED_PATHS = [
  CLOSED,
  ofSol(`interval=1h&${hours(4, 20)}&format=csv`),
  ofSol(`interval=1h&${hours(4, 20)}&format=ndjson&fields=timestamp,borrow_apy_f`),
  ofSol(`interval=4h&${hours(4, 20)}`),
  ofSol(`interval=1d&${hours(0, 24)}`),
  ofSol(`interval=1h&${hours(4, 20)}&fill=locf`),
  ofSol(`interval=1h&${hours(4, 20)}&fill=none&limit=3`),
  ofAll(`interval=1h&${hours(1, 6)}&agg=twavg`),
  ofAll(`interval=1h&${hours(1, 6)}&token_symbol=SOL`),
];

describe('a page of closed buckets', () => {
  it.each(CLOSED_PATHS)('is known by its revision, and served the third time without a read: %s', async (path) => {
    const [first, second] = [await api.call(path), await api.call(path)];
    expect(second.text).toBe(first.text);
    expect(first.status).toBe(200);
    expect(tagOf(first)).toMatch(/^"r-[\w-]{16}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    await withoutRows(async () => {
      const [again, unchanged] = [await api.call(path), await ifNoneMatch(path, tagOf(first))];
      expect([again.text, tagOf(again), revisionOf(again)]).toEqual([first.text, tagOf(first), revisionOf(first)]);
      expect([unchanged.status, tagOf(unchanged), unchanged.sent.length]).toEqual([304, tagOf(first), 0]);
    });
  });

  it('is revalidated without a read of a row where this process has not made it', async () => {
    const first = await api.call(CLOSED);
    const other = await startTestApi({ beside: api });
    try {
      const tag = tagOf(first);
      await withoutRows(async () => {
        const answer = await other.call(CLOSED, { headers: { 'if-none-match': `"a", W/${tag}` } });
        expect([answer.status, revisionOf(answer)]).toEqual([304, revisionOf(first)]);
      });
    } finally {
      await other.stopApi();
    }
  });

  it('has an ETag for each encoding, and each of them is known', async () => {
    const gzip = await api.call(CLOSED, { headers: { 'accept-encoding': 'gzip' } });
    expect(tagOf(gzip)).toMatch(/-gzip"$/);
    const answer = await ifNoneMatch(CLOSED, tagOf(gzip), { 'accept-encoding': 'gzip' });
    expect([answer.status, tagOf(answer)]).toEqual([304, tagOf(gzip)]);
  });

  it('is immutable under a URL with its revision, in each form', async () => {
    for (const path of CLOSED_PATHS) {
      const plain = await api.call(path);
      const url = `${path}&revision=${revisionOf(plain)}`;
      const lasting = await api.call(url);
      expect([lasting.headers.get('cache-control'), lasting.text]).toEqual([FOR_EVER, plain.text]);
      expect((await ifNoneMatch(url, tagOf(lasting))).headers.get('cache-control')).toBe(FOR_EVER);
    }
  });

  it('is private with a key, for as long', async () => {
    const url = `${CLOSED}&revision=${revisionOf(await api.call(CLOSED))}`;
    const own = await api.call(url, { headers: key });
    expect(own.headers.get('cache-control')).toBe(FOR_EVER.replace('public', 'private'));
  });

  it('has another ETag for a caller with a key, whose answer says so', async () => {
    const [open, own] = [await api.call(CLOSED), await api.call(CLOSED, { headers: key })];
    expect([own.status, own.json()]).toMatchObject([200, { meta: { tier_str: 'key' } }]);
    expect(revisionOf(own)).toBe(revisionOf(open));
    expect((await ifNoneMatch(CLOSED, tagOf(open), key)).status).toBe(200);
  });

  it('is told apart from every page of another query', async () => {
    const range = hours(4, 20);
    const queries = [
      'interval=1h',
      'interval=1h&agg=min',
      'interval=1h&limit=2',
      'interval=1h&format=csv',
      'interval=4h',
    ];
    const paths = queries.flatMap((query) => [ofSol(`${query}&${range}`), ofAll(`reserve=${SOL}&${query}&${range}`)]);
    const answers = await Promise.all(paths.map((path) => api.call(path)));
    expect(new Set(answers.map(tagOf)).size).toBe(paths.length);
  });
});

describe('what is not closed', () => {
  it.each([
    ['a range whose end is to come', ofSol(`interval=1h&from=${at(4).getTime() / 1000}&limit=3`)],
    ['buckets that nothing is stored of', ofSol(`interval=1h&${hours(20, WORLD.end / HOUR + 5)}`)],
    ['single reads', ofSol(`interval=raw&${hours(4, 5)}`)],
  ])('has no revision: %s', async (_what, path) => {
    const answer = await api.call(path, { headers: key });
    expect(answer.status).toBe(200);
    expect([tagOf(answer).startsWith('"r-'), revisionOf(answer)]).toEqual([false, null]);
    const asked = await api.call(`${path}&revision=AAAAAAAAAAAAAAAA`, { headers: key });
    expect(asked.json()).toMatchObject({ status: 404, error: { code: 40407 } });
    expect(asked.headers.get('cache-control')).toBe('no-store');
  });

  it('has no revision while a bucket is not final, and has one as soon as it is', async () => {
    const { sql } = api.database;
    const path = ofSol(`interval=1h&${hours(4, 7)}`);
    await sql`UPDATE lend.reserve_hours SET final = false WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${at(5)}`;
    const open = await api.call(path);
    expect([tagOf(open).startsWith('"r-'), revisionOf(open)]).toEqual([false, null]);
    await sql`UPDATE lend.reserve_hours SET final = true WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${at(5)}`;
    const closed = await ifNoneMatch(path, tagOf(open));
    expect([closed.status, tagOf(closed).startsWith('"r-')]).toEqual([200, true]);
  });

  it('has the same ETag until one of its rows changes, in whatever part of a long page', async () => {
    const { sql } = api.database;
    // Only the last row says that the page has no revision.
    await sql`
      UPDATE lend.reserve_quarters SET final = false
      WHERE (reserve_id, bucket_start) = (SELECT reserve_id, bucket_start FROM lend.reserve_quarter_hourly ORDER BY reserve DESC, bucket_start DESC LIMIT 1)`;
    const path = ofAll(`interval=15m&${hours(0, WORLD.end / HOUR)}&limit=10000`);
    const [first, again] = [await api.call(path, { headers: key }), await api.call(path, { headers: key })];
    expect(first.text.length).toBeGreaterThan(6 * PART_BYTES);
    expect([tagOf(first).startsWith('"r-'), tagOf(again)]).toEqual([false, tagOf(first)]);
    const tags = new Set([tagOf(first)]);
    for (const order of ['reserve, bucket_start', 'reserve DESC, bucket_start DESC']) {
      await sql`
        UPDATE lend.reserve_quarters AS b SET borrow_apy_close_f = 0.5 FROM (
          SELECT reserve_id, bucket_start FROM lend.reserve_quarter_hourly WHERE quality = 'ok' ORDER BY ${sql.unsafe(order)} LIMIT 1) AS c
        WHERE b.reserve_id = c.reserve_id AND b.bucket_start = c.bucket_start`;
      const changed = await ifNoneMatch(path, [...tags].join(', '), key);
      expect(changed.status).toBe(200);
      tags.add(tagOf(changed));
    }
    expect(tags.size).toBe(3);
  });
});

/** Everything that can change what is answered of the past. `then`: the answer that shows that the API has heard of it. */
const CHANGES: readonly (readonly [string, () => Promise<unknown>, (() => Promise<boolean>)?])[] = [
  [
    'a late correction of an hour',
    () => api.database.sql`
    UPDATE lend.reserve_hours SET borrow_apy_close_f = borrow_apy_close_f * 1.5 WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${at(6)}`,
  ],
  [
    'a day that is made again',
    () => api.database.sql`
    UPDATE lend.reserve_days SET observations = observations + 1 WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${at(0)}`,
  ],
  [
    'a gap that is put on record',
    () => api.database.sql`
    INSERT INTO lend.ingest_gaps (protocol, reserve, from_at, to_at, reason_code) VALUES ('kamino', ${SOL}, ${at(14)}, ${at(15)}, 'not_polled')`,
  ],
  [
    'a gap of all reserves',
    () => api.database.sql`
    INSERT INTO lend.ingest_gaps (protocol, reserve, from_at, to_at, reason_code) VALUES ('kamino', NULL, ${at(3)}, ${at(5)}, 'not_polled')`,
  ],
  [
    'a gap with another reason',
    () => api.database.sql`UPDATE lend.ingest_gaps SET reason_code = 'rpc_error' WHERE reserve = ${SOL}`,
  ],
  [
    'a gap that is no more',
    () => api.database.sql`DELETE FROM lend.ingest_gaps WHERE reserve = ${SOL} AND from_at = ${at(14)}`,
  ],
  [
    'a market with another name',
    () => api.database.sql`UPDATE lend.lending_markets SET name = 'Renamed', display_name = 'Renamed'`,
    () => infoHas('Renamed'),
  ],
  [
    'a token with another symbol',
    () => api.database.sql`UPDATE lend.reserves SET token_symbol = 'WSOL' WHERE address = ${SOL}`,
    () => infoHas('WSOL'),
  ],
  [
    'an hour that is gone',
    () =>
      api.database
        .sql`DELETE FROM lend.reserve_hours WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${at(19)}`,
  ],
];

const infoHas = async (text: string) => (await api.call('/v1/kamino/lend/info/reserves')).text.includes(text);

describe('after each change of the past', () => {
  it('304 means that the answer is what it was, and a new answer has a new ETag and revision', async () => {
    const known = new Map<string, Answer>();
    for (const path of CLOSED_PATHS) if (!path.includes('limit')) known.set(path, await api.call(path));
    let changed = 0;
    for (const [index, [what, change, isHeard]] of CHANGES.entries()) {
      await change();
      if (isHeard !== undefined) await waitFor(isHeard, { description: what });
      for (const [path, before] of known) {
        const answer = await ifNoneMatch(path, tagOf(before));
        // The same rows under a URL that was never asked for: nothing of it is kept.
        const truth = await api.call(`${path}&limit=${900 - index}`);
        expect(`${what} ${path} ${truth.text === (answer.status === 304 ? before.text : answer.text)}`).toMatch(
          /true$/,
        );
        if (answer.status === 304) continue;
        changed += 1;
        known.set(path, answer);
        expect([what, tagOf(answer) === tagOf(before)]).toEqual([what, false]);
        if (revisionOf(before) === null) continue;
        const asked = await api.call(`${path}&revision=${revisionOf(before)}`);
        expect([what, asked.json()]).toMatchObject([what, { error: { code: 40407 } }]);
      }
    }
    expect(changed).toBeGreaterThan(CHANGES.length);
  });
});
