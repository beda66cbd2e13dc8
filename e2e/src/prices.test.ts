import { createApiKey, createDatabase, type Database } from '@tidemark/schema';
import { addressFromLabel, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FullStack, startFullStack } from './support/full-stack.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SCOPE = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';
const UNKNOWN = addressFromLabel('a token that nobody lends');
/** Some hours ago, so that what the chain goes through lies before now. */
const BEGIN = (Math.floor(Date.now() / 3_600_000) - 4) * 3_600;
const SLOTS_PER_SECOND = 2.5;

let stack: FullStack;
let database: Database;
let key: string;

const rowSchema = z.looseObject({ token_address: z.string(), timestamp: z.number() });
const answerSchema = z.object({ data: z.array(rowSchema), meta: z.looseObject({}) });
type Row = z.output<typeof rowSchema>;

async function ask(path: string, options: RequestInit = {}): Promise<Row[]> {
  const response = await fetch(`${stack.apiUrl}/v1/prices/${path}`, {
    ...options,
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return answerSchema.parse(JSON.parse(text)).data;
}

async function latestOf(token: string): Promise<Row> {
  const [row] = await ask(`${token}/latest`);
  if (row === undefined) throw new Error(`${token} has no row`);
  return row;
}

async function control(path: string, body: object): Promise<number> {
  const response = await fetch(`${stack.localnet.rpcUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return z.object({ slot: z.number() }).parse(await response.json()).slot;
}

/** Accounts of oracles with what is wrong with them from now on, time that passes, and what is served of a token then. */
async function after(oracles: Record<string, string>, seconds: number, token: string): Promise<Row> {
  await control('faults', { oracles });
  const slot = await control('step', { slots: Math.ceil(seconds * SLOTS_PER_SECOND) });
  return waitFor(
    async () => {
      const row = await latestOf(token);
      return Number(row['slot']) >= slot ? row : null;
    },
    { description: `a price of ${token} at slot ${slot}` },
  );
}

/** Reasons by source; null where it is used. Accounts of mainnet are looked for, too, and do not exist here. */
async function reasonsOf(token: string): Promise<Record<string, unknown>> {
  const rows = await ask(`${token}/sources/latest`);
  const own = rows.filter(({ source_str: source, unused_reason_str: reason, feed }) => {
    return source !== 'reserve' && reason !== 'same_root' && !isOfMainnet(String(feed));
  });
  return Object.fromEntries(own.map((row) => [String(row['source_str']), row['unused_reason_str']]));
}
const MAINNET = ['7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE', '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE'];
const MAINNET_MSOL = ['5CKzb9j4ChgLUt8Gfm5CNGLN6khXKiqMbnGAW4cgXgxK', 'Gtjm5bpCMxyNhjWe8GNDRq5KoBqhLJw63dWdcdpoq7nc'];
const isOfMainnet = (feed: string): boolean => [...MAINNET, ...MAINNET_MSOL].some((address) => feed.includes(address));

async function accountOf(token: string, source: string): Promise<string> {
  const row = (await ask(`${token}/sources/latest`)).find(
    (one) => one['source_str'] === source && !isOfMainnet(String(one['feed'])),
  );
  return String(row?.['feed']).slice(source.length + 1);
}

/** What the chain's account of Pyth holds, read here by hand: eight decimals from byte 73 on. */
async function priceOnChain(address: string): Promise<bigint> {
  const response = await fetch(stack.localnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getAccountInfo',
      params: [address, { encoding: 'base64' }],
    }),
  });
  const shape = z.object({ result: z.object({ value: z.object({ data: z.tuple([z.string(), z.string()]) }) }) });
  const { data } = shape.parse(await response.json()).result.value;
  return Buffer.from(data[0], 'base64').readBigInt64LE(73);
}

/** What was served at moments, to be found again in the history. */
const moments: Row[] = [];

beforeAll(async () => {
  stack = await startFullStack({
    localnet: { seed: 'prices', slot: 460_000_000, slotMs: 0, reportedSlotMs: 400, unixTimeSeconds: BEGIN },
    indexerEnv: { PRICE_INTERVAL_MS: '300', ROLLUP_INTERVAL_MS: '1000' },
  });
  database = createDatabase({ url: stack.databaseUrl, maxConnections: 2 });
  key = (await createApiKey(database.sql, { username: 'prices' })).key;
  await waitFor(async () => (await latestOf(MSOL))['status_str'] === 'ok', { description: 'the first prices' });
});
afterAll(async () => {
  await database?.close();
  await stack?.stop();
  await stopAllProcesses();
});

describe('prices of a running stack', () => {
  it('are what three live sources say, to the last digit', async () => {
    const row = await after({}, 4, SOL);
    moments.push(row);
    expect(row).toMatchObject({ status_str: 'ok', token_symbol: 'SOL', used_source_count: 3, spread_bps_f: 0 });
    expect(await reasonsOf(SOL)).toEqual({ pyth: null, scope: null, switchboard: null });
    const held = await priceOnChain(await accountOf(SOL, 'pyth'));
    expect(Number(row['price_usd_raw'])).toBe(Number(held) / 1e8);
    expect(row['price_usd_f']).toBe(Number(held) / 1e8);
  });

  it('are found by mint and by symbol, one by one and together, and an unknown mint is a row', async () => {
    const rows = await ask(`latest?mints=${[UNKNOWN, USDC, SOL].join(',')}`);
    expect(rows.map((row) => [row.token_address, row['status_str']])).toEqual([
      [UNKNOWN, 'missing'],
      [USDC, 'ok'],
      [SOL, 'ok'],
    ]);
    expect((await ask('latest?symbols=SOL')).map((row) => row.token_address)).toEqual([SOL]);
    expect((await latestOf('SOL')).token_address).toBe(SOL);
    expect(await latestOf(UNKNOWN)).toMatchObject({ status_str: 'missing', price_usd_raw: null });
    expect(await ask(`${UNKNOWN}/sources/latest`)).toEqual([]);
    expect(await ask(`${UNKNOWN}/history`)).toEqual([]);
    expect((await ask('latest')).length).toBeGreaterThan(15);
  });

  it.each(['pyth', 'switchboard'])(
    'go on without a source that has gone stale, and with it again: %s',
    async (source) => {
      const stale = await after({ [await accountOf(SOL, source)]: 'stale' }, 300, SOL);
      moments.push(stale);
      expect(stale).toMatchObject({ status_str: 'ok', used_source_count: 2 });
      expect(await reasonsOf(SOL)).toMatchObject({ [source]: 'stale' });
      expect(await after({}, 4, SOL)).toMatchObject({ status_str: 'ok', used_source_count: 3 });
    },
  );

  it('leave out the one of three that lies, and have none where one of two does', async () => {
    const lying = await after({ [SCOPE]: 'lying' }, 4, SOL);
    moments.push(lying, await latestOf(MSOL));
    expect(lying).toMatchObject({ status_str: 'ok', used_source_count: 2 });
    const held = await priceOnChain(await accountOf(SOL, 'pyth'));
    expect(lying['price_usd_f']).toBe(Number(held) / 1e8);
    expect(await latestOf(MSOL)).toMatchObject({
      status_str: 'disagreement',
      price_usd_raw: null,
      used_source_count: 0,
    });
    expect(await reasonsOf(MSOL)).toEqual({ pyth: 'disagreement', scope: 'disagreement' });
    expect(await after({}, 4, MSOL)).toMatchObject({ status_str: 'ok', used_source_count: 2 });
  });

  it('rest on what is left where accounts vanish, and on all of them when they come back', async () => {
    const gone = { [SCOPE]: 'missing', [await accountOf(MSOL, 'pyth')]: 'missing' };
    const ofReserves = await after(gone, 4, MSOL);
    expect(ofReserves).toMatchObject({ status_str: 'single_source', used_source_count: 1 });
    expect(await reasonsOf(MSOL)).toEqual({ pyth: 'account_missing', scope: 'account_missing' });
    moments.push(ofReserves);
    // Reserves are refreshed all the time: where no oracle is left, what they hold stays in force.
    const withoutReserves = await after({ ...gone, [await accountOf(SOL, 'switchboard')]: 'missing' }, 4, SOL);
    expect(withoutReserves).toMatchObject({ status_str: 'single_source' });
    expect(await reasonsOf(SOL)).toMatchObject({
      switchboard: 'account_missing',
      scope: 'account_missing',
      pyth: null,
    });
    const back = await after({}, 4, MSOL);
    expect(back).toMatchObject({ status_str: 'ok', used_source_count: 2 });
    moments.push(back);
  });
});

it('stand beside the price that a reserve of the token holds', async () => {
  const reserves = z.array(z.looseObject({ reserve: z.string(), token_symbol: z.string() }));
  const get = async (path: string): Promise<unknown> => (await fetch(`${stack.apiUrl}${path}`)).json();
  const own = reserves
    .parse(await get('/v1/kamino/lend/reserves/all/latest'))
    .find((row) => row.token_symbol === 'SOL');
  const shape = z.object({ data: z.array(z.looseObject({})) });
  const price = await latestOf(SOL);
  const detail = await waitFor(
    async () => {
      const [row] = shape.parse(await get(`/v1/kamino/lend/reserves/${own?.reserve}/detail/latest`)).data;
      return row?.['market_price_usd_f'] === price['price_usd_f'] ? row : null;
    },
    { description: 'the price of SOL in the detail of a reserve' },
  );
  const held = z.looseObject({ price_usd_f: z.number() }).parse(detail).price_usd_f;
  const away = Number(detail['market_price_divergence_bps_f']);
  expect(away).toBeCloseTo((held / Number(price['price_usd_f']) - 1) * 10_000, 4);
});

describe('their history', () => {
  it('says at each moment what was served then, one by one and in a batch', async () => {
    const values = (row: Row | undefined) => [row?.token_address, row?.['status_str'], row?.['price_usd_raw']];
    for (const moment of moments) {
      const [row] = await ask(`${moment.token_address}/at/${moment.timestamp}`);
      expect(values(row)).toEqual(values(moment));
    }
    const body: Record<string, number[]> = {};
    for (const { token_address: mint, timestamp } of moments) body[mint] = [...(body[mint] ?? []), timestamp];
    const headers = { 'content-type': 'application/json' };
    const rows = await ask('batch', { method: 'POST', headers, body: JSON.stringify(body) });
    const expected = Object.keys(body).flatMap((mint) => moments.filter((moment) => moment.token_address === mint));
    expect(rows.map(values)).toEqual(expected.map(values));
    expect(await ask(`SOL/at/${BEGIN - 60}`)).toMatchObject([{ status_str: 'missing', price_usd_raw: null }]);
  });

  it('has every change once, and buckets that say for how much of the time there was a price', async () => {
    const headers = { 'x-service-api-key': key };
    // Reads go on meanwhile: the changes and the hour are those of one moment at last.
    const { raw, first } = await waitFor(
      async () => {
        const changes = await ask(`${MSOL}/history?interval=raw`, { headers });
        const hour = (await ask(`${MSOL}/history?interval=1h`)).find((row) => row.timestamp === BEGIN);
        const prices = changes.flatMap((row) => row['close_price_usd_f'] ?? []).map(Number);
        const isSame =
          hour?.['low_price_usd_f'] === Math.min(...prices) && hour['high_price_usd_f'] === Math.max(...prices);
        return isSame && Number(hour['observations']) >= moments.length ? { raw: changes, first: hour } : null;
      },
      { description: 'the first hour with the least and the greatest price of all changes' },
    );
    const without = raw.filter((row) => row['close_price_usd_raw'] === null);
    expect(without.length).toBeGreaterThan(0);
    expect(new Set(raw.map((row) => row.timestamp)).size).toBe(raw.length);
    expect(Number(first['priced_share_f'])).toBeLessThan(1);
    const quarters = await ask(`${MSOL}/history?interval=15m`, { headers });
    expect(quarters.filter((row) => row.timestamp === BEGIN)).toHaveLength(1);
  });
});

describe('what follows from them', () => {
  const LEND = '/v1/kamino/lend';
  const rows = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${stack.apiUrl}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    return z.object({ data: z.array(z.looseObject({})) }).parse(await response.json()).data;
  };

  it('is how far the price of a reserve was away at each read, of what each of the two was then', async () => {
    const reserves = await rows(`${LEND}/info/reserves`);
    const own = String(reserves.find((row) => row['token_symbol'] === 'SOL')?.['reserve']);
    const reads = await rows(`${LEND}/reserves/${own}/price-divergence/history?interval=raw&from=${BEGIN}`, {
      'x-service-api-key': key,
    });
    const compared = reads.filter((row) => row['close_divergence_bps_f'] !== null);
    expect(compared.length).toBeGreaterThan(2);
    for (const { timestamp, close_divergence_bps_f: away } of compared) {
      const [held] = await database.sql<{ price: number }[]>`
        SELECT price_usd_f AS price FROM lend_v1.price_observations
        WHERE feed = ${`reserve:${own}`} AND observed_at <= to_timestamp(${Number(timestamp)})
        ORDER BY observed_at DESC, slot DESC LIMIT 1`;
      const [price] = await ask(`SOL/at/${Number(timestamp)}`);
      const expected = ((held?.price ?? Number.NaN) / Number(price?.['price_usd_f']) - 1) * 10_000;
      expect(Number(away)).toBeCloseTo(expected, 4);
    }
  });

  it('are totals at the aggregate: each amount times the price of its token, and a token without one is named', async () => {
    await after({ [SCOPE]: 'lying' }, 10, SOL);
    await waitFor(async () => (await latestOf(MSOL))['status_str'] === 'disagreement', {
      description: 'a disagreement',
    });
    const priceOf = new Map((await ask('latest')).map((row) => [row.token_address, row['price_usd_f']]));
    const states = await rows(`${LEND}/reserves/all/latest?envelope=true`);
    const details = await rows(`${LEND}/info/reserves`);
    const mintOf = new Map(details.map((row) => [row['reserve'], String(row['token_address'])]));
    const listed = new Set(details.filter((row) => row['listed_b'] === true).map((row) => row['reserve']));
    const [total] = await rows(`${LEND}/summary/latest?price=aggregate`);
    const counted = states.filter((row) => listed.has(row['reserve']));
    const priced = counted.filter((row) => typeof priceOf.get(mintOf.get(row['reserve']) ?? '') === 'number');
    const expected = priced.reduce(
      (sum, row) => sum + Number(row['supplied_amount_f']) * Number(priceOf.get(mintOf.get(row['reserve']) ?? '')),
      0,
    );
    expect(Number(total?.['supplied_usd_f']) / expected).toBeCloseTo(1, 9);
    expect(priced.length).toBeLessThan(counted.length);
    expect(total).toMatchObject({ price_basis_str: 'aggregate' });
    await after({}, 10, SOL);
  });

  it('are events of the stream, of the tokens that were asked for', async () => {
    const abort = new AbortController();
    const response = await fetch(`${stack.apiUrl}/v1/stream?events=prices&mints=${MSOL}`, {
      headers: { 'x-service-api-key': key },
      signal: abort.signal,
    });
    expect(response.status).toBe(200);
    let text = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    await waitFor(() => text.includes('event: heartbeat') || null, { description: 'the first heartbeat' });
    const told = await after({}, 30, MSOL);
    const event = await waitFor(
      () =>
        text.split('\n\n').find((one) => one.includes('event: price') && one.includes(String(told['price_usd_raw']))),
      { description: 'the event of the price that is served' },
    );
    expect(event).toContain(MSOL);
    const mints = [...text.matchAll(/"token_address":"(\w+)"/g)].map(([, mint]) => mint);
    expect(new Set(mints)).toEqual(new Set([MSOL]));
    abort.abort();
    await reading;
  });
});
