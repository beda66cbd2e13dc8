import {
  streamedPriceSchema,
  streamedReserveSchema,
  streamHeartbeatSchema,
  streamNoticeSchema,
} from '@tidemark/contract';
import { createApiKey, writePriceBatch } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream, type ReceivedEvent } from './support/event-stream.ts';
import { bankAt, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LABELS = ['SOL', 'USDC', 'ETH'];
const PATH = '/v1/stream';
let api: TestApi;
let key: string;
let second = 0;
const open: EventStream[] = [];

beforeAll(async () => {
  api = await startTestApi({
    prepare: (database) => seedReserves(database, LABELS),
    stream: { heartbeatMs: 200, maxQueuedBytes: 200_000, cutOffGraceMs: 60_000 },
  });
  key = (await createApiKey(api.database.sql, { username: 'reader' })).key;
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});
afterAll(() => api.stop());

/** Commits one batch in which the account of each of these reserves is new. */
async function commit(labels: readonly string[] = LABELS): Promise<number> {
  second += 1;
  await commitBatch(
    api.database,
    second,
    labels.map((label) => buildState(label, second)),
  );
  return second;
}

async function stream(query = '', headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  const opened = await openEventStream(api.url, `${PATH}${query}`, { 'x-service-api-key': key, ...headers });
  open.push(opened);
  return opened;
}

const placeOf = ({ data }: ReceivedEvent): string => `${String(data['token_symbol'])} ${String(data['slot'])}`;
const slotOf = (seconds: number): number => 400_000_000 + seconds * 2;
const toldBy = (labels: readonly string[], seconds: number): string[] =>
  labels.map((label) => `${label} ${slotOf(seconds)}`);

describe('GET /v1/stream', () => {
  it('begins with a heartbeat that holds the newest slot and a place to resume from, and repeats it', async () => {
    const told = await commit();
    const opened = await stream();
    expect(opened.status).toBe(200);
    expect(opened.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(opened.headers['cache-control']).toBe('no-store');
    const newest = await waitFor(() => opened.events.find(({ data }) => data['slot'] === slotOf(told)) ?? null, {
      description: 'a heartbeat of the newest slot',
    });
    expect(newest.id).toBe(newest.data['last_event_id']);
    await opened.waitForEvents('heartbeat', 2);
    for (const event of opened.events) streamHeartbeatSchema.parse(event.data);
  });

  it('tells each kept observation once, in the order of the commits, in the documented form', async () => {
    const opened = await stream();
    await opened.waitForEvents('heartbeat', 1);
    const first = await commit();
    const next = await commit(['ETH']);
    const events = await opened.waitForEvents('reserve', 4);
    expect(events.map(placeOf).slice(0, 3).toSorted()).toEqual(toldBy(LABELS, first).toSorted());
    expect(events.map(placeOf).slice(3)).toEqual(toldBy(['ETH'], next));
    for (const event of events) streamedReserveSchema.parse(event.data);
  });

  it('resumes after any event with nothing lost and nothing told twice', async () => {
    const opened = await stream();
    const commits = [await commit(), await commit(['SOL']), await commit()];
    const events = await opened.waitForEvents('reserve', 7);
    expect(events.map(placeOf).toSorted()).toEqual(
      [
        ...toldBy(LABELS, commits[0] ?? 0),
        ...toldBy(['SOL'], commits[1] ?? 0),
        ...toldBy(LABELS, commits[2] ?? 0),
      ].toSorted(),
    );
    for (const [index, event] of events.entries()) {
      const resumed = await stream('', { 'last-event-id': event.id ?? '' });
      const later = await resumed.waitForEvents('reserve', events.length - index - 1);
      expect(later.map(({ id }) => id)).toEqual(events.slice(index + 1).map(({ id }) => id));
      resumed.close();
    }
  });

  it('goes over from what is stored to what comes without a seam, while batches are committed all the time', async () => {
    const before = await stream();
    const [beat] = await before.waitForEvents('heartbeat', 1);
    const seconds: number[] = [];
    for (let batch = 0; batch < 30; batch += 1) seconds.push(await commit(['SOL', 'ETH']));
    const resumed = stream('', { 'last-event-id': beat?.id ?? '' });
    for (let batch = 0; batch < 30; batch += 1) seconds.push(await commit(['SOL', 'ETH']));
    const events = await (await resumed).waitForEvents('reserve', 120);
    expect(events.map(placeOf)).toEqual(seconds.flatMap((each) => toldBy(['SOL', 'ETH'], each)));
    expect((await before.waitForEvents('reserve', 120)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('a heartbeat after a filtered-out event is a place beyond it', async () => {
    const opened = await stream(`?reserves=${addressFromLabel('SOL')}`);
    await opened.waitForEvents('heartbeat', 1);
    await commit(['ETH']);
    const last = await commit(['SOL']);
    expect((await opened.waitForEvents('reserve', 1)).map(placeOf)).toEqual(toldBy(['SOL'], last));
    const beats = opened.events.filter(({ name }) => name === 'heartbeat').length;
    const later = await opened.waitForEvents('heartbeat', beats + 1);
    await commit(['USDC']);
    const resumed = await stream('', { 'last-event-id': later.at(-1)?.id ?? '' });
    expect((await resumed.waitForEvents('reserve', 1)).map(placeOf)).toEqual(toldBy(['USDC'], second));
  });

  it('narrows to a lending market', async () => {
    const none = await stream(`?lending_market=${addressFromLabel('another market')}`);
    const all = await stream(`?lending_market=${addressFromLabel('market')}&protocol=kamino`);
    await Promise.all([none.waitForEvents('heartbeat', 1), all.waitForEvents('heartbeat', 1)]);
    await commit(['SOL']);
    await all.waitForEvents('reserve', 1);
    await none.waitForEvents('heartbeat', 3);
    expect(none.events.filter(({ name }) => name === 'reserve')).toEqual([]);
  });

  it('says so when its cursor is of another database or too old, and goes on from now', async () => {
    await commit();
    const unknown = await stream('', { 'last-event-id': '999999999' });
    const [gap] = await unknown.waitForEvents('gap', 1);
    expect(streamNoticeSchema.parse(gap?.data).notice_reason_str).toBe('cursor_unknown');
    await api.database.sql`DELETE FROM lend.batch_commits WHERE commit_seq <= 3`;
    const old = await stream('?last_event_id=1');
    expect((await old.waitForEvents('gap', 1))[0]?.data['notice_reason_str']).toBe('cursor_too_old');
    const next = await commit(['SOL']);
    expect((await old.waitForEvents('reserve', 1)).map(placeOf)).toEqual(toldBy(['SOL'], next));
  });

  it.each([
    ['?reserves=x', 400, 40001],
    ['?lending_market=x', 400, 40013],
    ['?protocol=other', 404, 40403],
    ['?last_event_id=abc', 400, 40011],
    ["?last_event_id=1';--", 400, 40011],
    ['?unknown=1', 400, 40003],
  ])('refuses %s with %i and code %i', async (query, status, code) => {
    const answer = await api.call(`${PATH}${query}`, { headers: { 'x-service-api-key': key } });
    expect([answer.status, answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ]);
  });

  it('needs a key', async () => {
    const answer = await api.call(PATH);
    expect([answer.status, answer.json()]).toEqual([
      401,
      expect.objectContaining({ error: expect.objectContaining({ code: 40101 }) }),
    ]);
  });
});

describe('streams and the service', () => {
  it('cut off a client that does not read, tell it why, and let it resume without loss', async () => {
    const many = Array.from({ length: 90 }, (_, index) => `R${index}`);
    const busy = await startTestApi({
      prepare: (database) => seedReserves(database, many),
      stream: { heartbeatMs: 100, maxQueuedBytes: 200_000, cutOffGraceMs: 600_000 },
      // However long the machine takes to make what waits.
      connections: { sendTimeoutMs: 3_600_000 },
    });
    try {
      const headers = { 'x-service-api-key': (await createApiKey(busy.database.sql, { username: 'reader' })).key };
      const slow = await openEventStream(busy.url, PATH, headers);
      await slow.waitForEvents('heartbeat', 1);
      slow.pause();
      // Some 20 MB: more than the buffers of both sockets and the queue of the stream hold together.
      const batches = 250;
      for (let batch = 1; batch <= batches; batch += 1) {
        await commitBatch(
          busy.database,
          batch,
          many.map((label) => buildState(label, batch)),
        );
      }
      slow.resume();
      const [end] = await slow.waitForEvents('end', 1);
      expect(end?.data['notice_reason_str']).toBe('slow_consumer');
      await waitFor(() => slow.isOver() || null, { description: 'end of the slow stream' });
      const first = slow.events.filter(({ name }) => name === 'reserve');
      expect(first.length).toBeLessThan(batches * many.length);
      const resumed = await openEventStream(busy.url, PATH, {
        ...headers,
        'last-event-id': String(end?.data['last_event_id']),
      });
      const rest = await resumed.waitForEvents('reserve', batches * many.length - first.length);
      resumed.close();
      const told = [...first, ...rest].map(placeOf);
      expect(new Set(told).size).toBe(told.length);
      expect(told.length).toBe(batches * many.length);
    } finally {
      await busy.stop();
    }
  });

  it('do not take a client that catches up for a slow one, however much comes meanwhile', async () => {
    const small = await startTestApi({
      prepare: (database) => seedReserves(database, LABELS),
      // Twenty-five batches: fewer than come while the client catches up, far more than come at once later.
      stream: { heartbeatMs: 100, maxQueuedBytes: 60_000 },
    });
    try {
      const headers = { 'x-service-api-key': (await createApiKey(small.database.sql, { username: 'reader' })).key };
      const commitTo = (batch: number) =>
        commitBatch(
          small.database,
          batch,
          LABELS.map((label) => buildState(label, batch)),
        );
      for (let batch = 1; batch <= 200; batch += 1) await commitTo(batch);
      const opening = openEventStream(small.url, PATH, { ...headers, 'last-event-id': '1' });
      for (let batch = 201; batch <= 260; batch += 1) await commitTo(batch);
      const opened = await opening;
      const events = await opened.waitForEvents('reserve', 259 * LABELS.length);
      opened.close();
      expect(new Set(events.map(placeOf)).size).toBe(259 * LABELS.length);
      expect(opened.events.map(({ name }) => name)).not.toContain('end');
    } finally {
      await small.stop();
    }
  });

  it('refuses more streams than there may be, and frees the place of one that is closed', async () => {
    const small = await startTestApi({
      prepare: (database) => seedReserves(database, LABELS),
      stream: { heartbeatMs: 100, maxStreams: 1 },
    });
    try {
      const own = (await createApiKey(small.database.sql, { username: 'reader' })).key;
      const headers = { 'x-service-api-key': own };
      const first = await openEventStream(small.url, PATH, headers);
      await first.waitForEvents('heartbeat', 1);
      expect((await small.call(PATH, { headers })).status).toBe(503);
      first.close();
      await waitFor(
        async () => {
          const again = await openEventStream(small.url, PATH, headers);
          again.close();
          return again.status === 200 ? true : null;
        },
        { description: 'a free place' },
      );
    } finally {
      await small.stop();
    }
  });

  it('ends every stream with the reason after its time and at a shutdown', async () => {
    const short = await startTestApi({
      prepare: (database) => seedReserves(database, LABELS),
      stream: { heartbeatMs: 100, maxAgeMs: 300 },
    });
    const own = (await createApiKey(short.database.sql, { username: 'reader' })).key;
    const headers = { 'x-service-api-key': own };
    const aged = await openEventStream(short.url, PATH, headers);
    expect((await aged.waitForEvents('end', 1))[0]?.data['notice_reason_str']).toBe('max_age');
    await short.stop();

    const stopping = await startTestApi({ prepare: (database) => seedReserves(database, LABELS) });
    const key2 = (await createApiKey(stopping.database.sql, { username: 'reader' })).key;
    const opened = await openEventStream(stopping.url, PATH, { 'x-service-api-key': key2 });
    await opened.waitForEvents('heartbeat', 1);
    await stopping.stop();
    expect((await opened.waitForEvents('end', 1))[0]?.data['notice_reason_str']).toBe('shutdown');
    expect(opened.events.at(-1)?.name).toBe('end');
  });
});

describe('prices on GET /v1/stream', () => {
  const MINTS = ['gold', 'silver'].map(addressFromLabel);
  let cents = 0;
  /** Commits one batch in which each of these tokens has a price that it never had. */
  async function price(mints: readonly string[] = MINTS): Promise<string[]> {
    second += 1;
    cents += 1;
    const exact = `${cents}.25`;
    await writePriceBatch(api.database.sql, {
      id: `prices-${second}`,
      sourceGroup: 'chain',
      mints,
      ...bankAt(second),
      startedAt: bankAt(second).observedAt,
      durationMs: 1,
      endpoint: null,
      gapAfterMs: 30_000,
      heartbeatMs: 600_000,
      observations: [],
      verdicts: [],
      aggregates: mints.map((tokenMint) => ({
        tokenMint,
        tokenSymbol: tokenMint === MINTS[0] ? 'GOLD' : 'SILVER',
        status: 'ok',
        price: exact,
        publishedAt: bankAt(second).observedAt,
        sources: 2,
        used: 2,
        spreadBps: 1,
        confidence: null,
        method: 'price-1.1',
        reservesOnly: false,
      })),
      missing: 0,
      quarantined: [],
    });
    return mints.map((mint) => `${mint} ${exact}`).toSorted();
  }
  const told = (events: readonly ReceivedEvent[]) =>
    events.map((event) =>
      event.name === 'price'
        ? `${String(event.data['token_address'])} ${String(event.data['price_usd_raw'])}`
        : placeOf(event),
    );
  const newsOf = ({ events }: EventStream) => events.filter(({ name }) => name === 'price' || name === 'reserve');
  const waitForNews = (opened: EventStream, count: number) =>
    waitFor(() => (newsOf(opened).length >= count ? newsOf(opened) : null), { description: `${count} events` });

  it('come in one order with reserves, each once, in the documented form, and only where they are asked for', async () => {
    const [all, plain, priced] = [await stream('?events=all'), await stream(), await stream('?events=prices')];
    for (const opened of [all, plain, priced]) await opened.waitForEvents('heartbeat', 1);
    const expected = [
      ...(await price()),
      ...toldBy(['ETH'], await commit(['ETH'])),
      ...(await price([MINTS[1] ?? ''])),
      ...toldBy(['SOL'], await commit(['SOL'])),
    ];
    expect(told(await waitForNews(all, 5))).toEqual(expected);
    expect(told(await waitForNews(plain, 2))).toEqual([expected[2], expected[4]]);
    expect(told(await waitForNews(priced, 3))).toEqual([expected[0], expected[1], expected[3]]);
    for (const event of newsOf(priced)) streamedPriceSchema.parse(event.data);
    expect(newsOf(priced)[0]?.data).toMatchObject({
      status_str: 'ok',
      used_source_count: 2,
      snapshot_reason_str: 'first',
    });
    expect(newsOf(priced)[2]?.data).toMatchObject({ token_symbol: 'SILVER', snapshot_reason_str: 'changed' });
  });

  it('are resumed after any event with nothing lost and nothing told twice', async () => {
    const opened = await stream('?events=all');
    await opened.waitForEvents('heartbeat', 1);
    await price();
    await commit(['SOL', 'ETH']);
    await price();
    const events = await waitForNews(opened, 6);
    for (const [index, event] of events.entries()) {
      const resumed = await stream('?events=all', { 'last-event-id': event.id ?? '' });
      const later = index + 1 === events.length ? [] : await waitForNews(resumed, events.length - index - 1);
      expect(later.map(({ id }) => id)).toEqual(events.slice(index + 1).map(({ id }) => id));
      resumed.close();
    }
  });

  it('are those of the tokens that mints names; a heartbeat after others is a place beyond them', async () => {
    const opened = await stream(`?events=prices&mints=${MINTS[0]}`);
    await opened.waitForEvents('heartbeat', 1);
    await price([MINTS[1] ?? '']);
    const [wanted] = await price([MINTS[0] ?? '']);
    expect(told(await waitForNews(opened, 1))).toEqual([wanted]);
    const beats = opened.events.filter(({ name }) => name === 'heartbeat').length;
    const later = await opened.waitForEvents('heartbeat', beats + 1);
    const next = await price([MINTS[1] ?? '']);
    const resumed = await stream('?events=prices', { 'last-event-id': later.at(-1)?.id ?? '' });
    expect(told(await waitForNews(resumed, 1))).toEqual(next);
  });

  it('that did not change are not told, and mints that are none are refused', async () => {
    const opened = await stream('?events=prices');
    await opened.waitForEvents('heartbeat', 1);
    await price();
    cents -= 1;
    await price();
    const last = await price();
    expect(told(await waitForNews(opened, 4)).slice(2)).toEqual(last);
    for (const [query, code] of [
      ['?mints=gold', 40014],
      ['?events=everything', 40003],
    ] as const) {
      const answer = await api.call(`${PATH}${query}`, { headers: { 'x-service-api-key': key } });
      expect(answer.json()).toMatchObject({ error: { code } });
    }
  });
});
