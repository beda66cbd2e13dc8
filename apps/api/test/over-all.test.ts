import { PROTOCOL_NAMES, protocolOf } from '@tidemark/protocols';
import { SCENARIOS } from '@tidemark/protocols/localnet';
import { type Database, upsertLendingMarkets, upsertReserves } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const envelopeSchema = z.object({ data: rowsSchema });
const MINT = addressFromLabel('shared mint');

/** What the reserves of a protocol hold: base units and thousandths of a dollar. */
const HOLDINGS = [
  { label: 'a', decimals: 6, available: 333_333_333_333n, borrowed: 1_000_000_000_007n, millis: 999n },
  { label: 'b', decimals: 9, available: 77n, borrowed: 12_345_678_901_234_567n, millis: 123_457n },
  { label: 'c', decimals: 6, available: 1n, borrowed: 2n, millis: 1_001n },
] as const;

/** The configuration of a reserve of the protocol's scenario: settings are read by the protocol's own names. */
function configOf(name: string) {
  const protocol = protocolOf(name);
  const scenario = SCENARIOS.find((each) => each.name === name);
  const start = { seed: 1, startSlot: 1_000, unixTimeAt: () => 1_700_000_000, reserves: 0 };
  const account = scenario?.build(start).find(({ data }) => protocol.accounts.reserve.looksValid(data));
  if (account === undefined) throw new Error(`${name} has no scenario`);
  return protocol.config(protocol.decodeReserve(account));
}

async function seed(database: Database): Promise<void> {
  for (const [index, protocol] of PROTOCOL_NAMES.entries()) {
    const { scale } = protocolOf(protocol);
    const market = addressFromLabel(`${protocol} market`);
    await upsertLendingMarkets(database.sql, [buildMarketRow({ address: market, protocol, displayName: protocol })]);
    const of = (label: string) => `${protocol} ${label}`;
    const config = configOf(protocol);
    await upsertReserves(
      database.sql,
      HOLDINGS.map(({ label, decimals }) =>
        buildReserveRow(of(label), {
          protocol,
          config,
          lendingMarket: market,
          tokenMint: label === 'b' ? addressFromLabel(of('mint')) : MINT,
          tokenDecimals: decimals,
        }),
      ),
    );
    const states = HOLDINGS.map(({ label, available, borrowed, millis }) =>
      buildState(of(label), 10 + index, {
        lendingMarket: market,
        accruedAvailableAmountRaw: available,
        accruedBorrowed: borrowed * scale + 1n,
        accruedSupplied: (available + borrowed) * scale + 1n,
        price: (millis * scale) / 1_000n,
      }),
    );
    await commitBatch(database, 10 + index, states, protocol);
  }
}

let api: TestApi;
beforeAll(async () => {
  const protocols = PROTOCOL_NAMES.map((name) => ({ name, segments: [name] as const }));
  api = await startTestApi({ protocols, prepare: seed });
});
afterAll(() => api.stop());

const rowsOf = async (path: string) => envelopeSchema.parse((await api.call(path)).json()).data;
const listOf = async (path: string) => rowsSchema.parse((await api.call(path)).json());

/** Fractions added up as they stand, without a common scale. */
function sumOfFractions(terms: readonly (readonly [bigint, bigint])[]): number {
  const [top, bottom] = terms.reduce(([a, b], [c, d]) => [a * d + c * b, b * d] as const, [0n, 1n] as const);
  const digits = 10n ** 60n;
  return Number(`${(top * digits) / bottom}e-60`);
}

describe('the latest reserves over all protocols', () => {
  it('are the rows of each protocol in their order, with its name', async () => {
    const parts = await Promise.all(
      PROTOCOL_NAMES.map(async (protocol) =>
        (await listOf(`/v1/${protocol}/lend/reserves/all/latest`)).map((row) => ({ protocol, ...row })),
      ),
    );
    const all = await listOf('/v1/lend/reserves/all/latest');
    expect(all).toEqual(parts.flat());
    expect(Object.keys(all[0] ?? {})).toHaveLength(13);
    expect(all).toHaveLength(PROTOCOL_NAMES.length * HOLDINGS.length);
    const { data } = envelopeSchema.parse((await api.call('/v1/lend/reserves/all/latest?envelope=true')).json());
    expect(data).toEqual(all);
  });

  it('can be filtered, and one is found without its protocol', async () => {
    const last = PROTOCOL_NAMES.at(-1) ?? '';
    const [market, reserve] = [addressFromLabel(`${last} market`), addressFromLabel(`${last} b`)];
    const filtered = await listOf(`/v1/lend/reserves/all/latest?lending_market=${market}`);
    expect(filtered.map((row) => row['protocol'])).toEqual(HOLDINGS.map(() => last));
    expect(await listOf(`/v1/lend/reserves/${reserve}/latest`)).toMatchObject([{ protocol: last, reserve }]);
    const unknown = await api.call(`/v1/lend/reserves/${addressFromLabel('nobody')}/latest`);
    expect(unknown.json()).toMatchObject({ error: { code: 40402 } });
  });

  it('can be revalidated, are compressed, and say as of when', async () => {
    const first = await api.call('/v1/lend/reserves/all/latest', { headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const newest = bankAt(10 + PROTOCOL_NAMES.length - 1);
    expect(first.headers.get('x-data-slot')).toBe(String(newest.slot));
    expect(first.headers.get('x-data-age-seconds')).toMatch(/^\d+$/);
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await api.call('/v1/lend/reserves/all/latest', { headers })).status).toBe(304);
  });
});

describe('the totals over all protocols', () => {
  it('are exact: the nearest doubles of the sums of what is stored at the scale of each', async () => {
    const [summary] = await rowsOf('/v1/lend/summary/latest');
    const terms = PROTOCOL_NAMES.flatMap((protocol) => {
      const { scale } = protocolOf(protocol);
      return HOLDINGS.map((holding) => {
        const unit = 10n ** BigInt(holding.decimals);
        const supplied = (holding.available + holding.borrowed) * scale + 1n;
        const price = (holding.millis * scale) / 1_000n;
        return [supplied * price, scale * scale * unit] as const;
      });
    });
    expect(summary).toMatchObject({
      protocol: 'all',
      reserve_count: PROTOCOL_NAMES.length * HOLDINGS.length,
      supplied_usd_f: sumOfFractions(terms),
    });
  });

  it('are those of the protocols together, and of all markets', async () => {
    const [all] = await rowsOf('/v1/lend/summary/latest');
    const parts = (await Promise.all(PROTOCOL_NAMES.map((name) => rowsOf(`/v1/${name}/lend/summary/latest`)))).flat();
    const markets = await rowsOf('/v1/lend/markets/all/latest');
    expect(markets.map((row) => row['protocol'])).toEqual(PROTOCOL_NAMES);
    for (const name of ['supplied_usd_f', 'borrowed_usd_f', 'available_usd_f', 'tvl_usd_f']) {
      for (const rows of [parts, markets]) {
        expect(rows.reduce((sum, row) => sum + Number(row[name]), 0)).toBeCloseTo(Number(all?.[name]), 3);
      }
    }
    for (const rows of [parts, markets]) {
      expect(rows.reduce((sum, row) => sum + Number(row['reserve_count']), 0)).toBe(all?.['reserve_count']);
    }
  });

  it('have the share of usable prices of the protocols that keep a verdict on them, and count what has none', async () => {
    const judges = PROTOCOL_NAMES.map((name) => protocolOf(name).acceptsPrice(63) !== null);
    const shares = await Promise.all(
      PROTOCOL_NAMES.map(
        async (name) => (await rowsOf(`/v1/${name}/lend/summary/latest`))[0]?.['usable_price_share_f'],
      ),
    );
    expect(shares.map((share) => share !== null)).toEqual(judges);
    const [all] = await rowsOf('/v1/lend/summary/latest');
    const judging = judges.indexOf(true);
    expect(judges).toContain(false);
    expect(all?.['usable_price_share_f']).toBe(shares[judging]);
    expect(all?.['usable_price_share_f']).not.toBeNull();
    const parts = (await Promise.all(PROTOCOL_NAMES.map((name) => rowsOf(`/v1/${name}/lend/summary/latest`)))).flat();
    const priced = parts.map((row) => Number(row['priced_reserve_count']));
    const unjudged = priced.map((count, place) => (judges[place] === true ? 0 : count));
    expect(parts.map((row) => row['unjudged_reserve_count'])).toEqual(unjudged);
    expect(all?.['unjudged_reserve_count']).toBe(unjudged.reduce((sum, count) => sum + count, 0));
  });

  it('of a token have its reserves of every protocol', async () => {
    const [token] = await rowsOf(`/v1/lend/tokens/${MINT}/latest`);
    const terms = PROTOCOL_NAMES.flatMap((protocol) =>
      HOLDINGS.filter(({ label }) => label !== 'b').map(
        ({ available, borrowed }) =>
          [(available + borrowed) * protocolOf(protocol).scale + 1n, protocolOf(protocol).scale * 10n ** 6n] as const,
      ),
    );
    expect(token).toMatchObject({
      token_address: MINT,
      reserve_count: PROTOCOL_NAMES.length * 2,
      supplied_amount_f: sumOfFractions(terms),
    });
  });

  it('have a history that expects the reserves of every protocol', async () => {
    const from = bankAt(0).observedAt.getTime() / 1000;
    const query = `interval=1h&from=${from}&to=${from + 3_600}`;
    const [row] = await rowsOf(`/v1/lend/summary/history?${query}`);
    expect(row).toMatchObject({ protocol: 'all', reserves_expected: PROTOCOL_NAMES.length * HOLDINGS.length });
    expect((await rowsOf(`/v1/lend/tokens/${MINT}/history?${query}`))[0]).toMatchObject({
      reserves_expected: PROTOCOL_NAMES.length * 2,
    });
  });
});

describe('a protocol that there is not', () => {
  it.each(['/v1/nobody', '/v1/all', '/v1/lend', '/v1/Kamino', '/v1/%20'])(
    'is refused below %s with the names of those that there are',
    async (base) => {
      for (const path of ['/reserves/all/latest', '/summary/history', '/fees?format=csv']) {
        const answer = await api.call(`${base}/lend${path}`);
        expect(answer.status).toBe(404);
        const { error } = z.object({ error: z.object({ code: z.int(), details: z.string() }) }).parse(answer.json());
        expect(error.code).toBe(40_403);
        expect(error.details).toContain(`The protocols are ${PROTOCOL_NAMES.join(', ')}. `);
      }
    },
  );
});
