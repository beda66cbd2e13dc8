import { createHash } from 'node:crypto';
import type { AccountBytes, Derived, Moment } from '@tidemark/core';
import { ownColumnsOf, publicViews } from '@tidemark/model/fields';
import { type Protocol, protocolOf, PROTOCOLS } from '@tidemark/protocols';
import { createPrng, hashText, type Prng, SCENARIOS } from '@tidemark/protocols/localnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { PLACES, type Published } from '../../test/support/own-values.ts';
import { ReserveDetails } from '../queries/list-reserve-details.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { toLendingMarketRow, toReserveRow } from '../rows/to-reserve-row.ts';
import { toReserveState } from '../rows/to-reserve-state.ts';

// What the views of the protocols say is what the bytes of their accounts say, read a second way.

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const START = { slot: 400_000_000n, unixSeconds: 1_790_000_000 } satisfies Moment;
const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest());

interface Case {
  readonly reserve: AccountBytes;
  /** Null where the market was not read. */
  readonly market: AccountBytes | null;
}

/** The accounts of the simulated chain; of every second pair all own fields hold random bytes, one market was never read. */
function casesOf(protocol: Protocol): Case[] {
  const scenario = SCENARIOS.find(({ name }) => name === protocol.name);
  const accounts = scenario?.build({
    seed: 7,
    startSlot: Number(START.slot),
    unixTimeAt: () => START.unixSeconds,
    reserves: 0,
  });
  const all = (accounts ?? []).map((account) => ({ ...account, owner: protocol.accounts.reserve.program }));
  const random = createPrng(hashText(protocol.name));
  const markets = all
    .filter(({ data }) => protocol.accounts.market?.looksValid(data))
    .map((account, i) => (i % 2 === 0 ? account : scramble(protocol, account, 'market', random)));
  const unread = markets.at(-1)?.address;
  return all
    .filter(({ data }) => protocol.accounts.reserve.looksValid(data))
    .map((account, i) => {
      const reserve = i % 2 === 0 ? account : scramble(protocol, account, 'reserve', random);
      const { lendingMarket } = protocol.identity(protocol.decodeReserve(reserve));
      const market = markets.find(({ address }) => address === lendingMarket && address !== unread);
      return { reserve, market: market ?? null };
    });
}

/** Bytes that the programs refuse: a flag is 0 or 1. */
const FLAGS: ReadonlySet<string> = new Set(['emergency_mode_b', 'reserve_type_str']);

function scramble({ name }: Protocol, account: AccountBytes, of: 'reserve' | 'market', random: Prng): AccountBytes {
  const data = account.data.slice();
  for (const [column, { account: kind, offset, bytes }] of Object.entries(PLACES[name] ?? {})) {
    if (kind !== of) continue;
    for (let i = 0; i < bytes; i += 1)
      data[offset + i] = Math.floor(random.nextFloat() * (FLAGS.has(column) ? 2 : 256));
    // Around what a double holds.
    if (bytes === 8 && random.nextFloat() < 0.5) {
      new DataView(data.buffer).setBigUint64(offset, 2n ** 53n - (random.nextFloat() < 0.5 ? 1n : 0n), true);
    }
    // At most 10,000 basis points, and a time that Postgres has.
    if (bytes === 2) data.fill(random.nextFloat() * 32, offset + 1, offset + 2);
    if (column.endsWith('_at')) data.fill(0, offset + 4, offset + 8);
  }
  // The flag of the price of a second oracle.
  if (name === 'save' && of === 'reserve') data[521] = 1;
  return { ...account, data };
}

async function store(protocol: Protocol, cases: readonly Case[]): Promise<void> {
  const { sql } = database;
  const markets = new Map(cases.flatMap(({ market }) => (market === null ? [] : [[market.address, market] as const])));
  await upsertLendingMarkets(
    sql,
    [...markets.values()].map((account) => {
      const market = protocol.decodeMarket(account);
      const record = { ...protocol.market(market), listed: true };
      return toLendingMarketRow(protocol, record, protocol.marketConfig(market), sha256(account.data), START);
    }),
  );
  const rows = cases.map(({ reserve: account, market }) => {
    const reserve = protocol.decodeReserve(account);
    const identity = protocol.identity(reserve);
    const found = new Map(market === null ? [] : [[market.address, market]]);
    const state = protocol.state(reserve, found, protocol.arithmetics[0]);
    const row = toReserveRow(
      {
        protocol,
        identity,
        settings: protocol.settings(reserve),
        timeBasis: state.timeBasis,
        config: protocol.config(reserve),
        configFlags: [],
        configSha256: sha256(account.data),
        companions: [],
      },
      START,
    );
    const source = {
      lendingMarket: identity.lendingMarket,
      slotDurationMs: 400,
      slotDurationSource: 'configured',
    } as const;
    const accountSha256 = sha256(account.data);
    return { row, state: toReserveState(protocol, state, derivedOf(state), { ...source, accountSha256 }) };
  });
  await upsertReserves(
    sql,
    rows.map(({ row }) => row),
  );
  const states = rows.map(({ state }) => state);
  const overrides = { protocol: protocol.name, id: `${protocol.name}:0:${START.slot}`, slot: START.slot };
  await writePollBatch(sql, buildBatch(0, states, { ...overrides, observedAt: new Date(START.unixSeconds * 1000) }));
}

/** Own fields do not depend on what is derived. */
function derivedOf({ available, borrowed, borrowIndex, own }: ReturnType<Protocol['state']>): Derived {
  const amounts = { availableAmountF: 0, suppliedAmountF: 0, borrowedAmountF: 0 };
  const usd = { availableAmountUsdF: 0, suppliedAmountUsdF: 0, borrowedAmountUsdF: 0, priceUsdF: 0 };
  const rates = { utilizationF: 0, borrowAprF: 0, borrowApyF: 0, supplyAprF: 0, supplyApyF: 0, rewardsAprF: 0 };
  return {
    moment: START,
    accrued: { available, borrowed, borrowIndex, own, elapsedUnits: 0n, supplied: 0n, utilization: 0n },
    borrowRate: 0n,
    numbers: { ...amounts, ...usd, ...rates },
  };
}

function expectedOf({ name }: Protocol, { reserve, market }: Case): Record<string, Published> {
  const read = (account: AccountBytes) => new DataView(account.data.buffer, account.data.byteOffset);
  return Object.fromEntries(
    Object.entries(PLACES[name] ?? {}).map(([column, { account, offset, ...place }]) => {
      if (account === 'reserve') return [column, place.read(read(reserve), offset)];
      return [column, market === null ? null : place.read(read(market), offset)];
    }),
  );
}

describe.each(PROTOCOLS.map(({ name }) => name))('%s_reserve_latest', (name) => {
  const protocol = protocolOf(name);
  const cases = casesOf(protocol);
  beforeAll(() => store(protocol, cases));

  it('has every own field once', () => {
    const names = Object.keys(publicViews[`${name}_reserve_latest`]?.columns ?? {});
    expect(names.slice(0, 6)).toEqual(['protocol', 'lending_market', 'reserve', 'token_symbol', 'slot', 'observed_at']);
    expect(names.slice(6, -2)).toEqual(Object.keys(PLACES[name] ?? {}));
    expect(names.slice(6, -2)).toHaveLength(protocol.fields.length);
    expect(names.slice(-2)).toEqual(['lending_market_name', 'listed_b']);
    expect(new Set(ownColumnsOf(protocol).map(({ jsonName }) => jsonName)).size).toBe(protocol.fields.length);
  });

  it('is tested with more than one value of each field', () => {
    const expected = cases.map((subject) => expectedOf(protocol, subject));
    const alike = Object.keys(PLACES[name] ?? {}).filter(
      (column) => new Set(expected.map((row) => String(row[column]))).size < 2,
    );
    expect(alike).toEqual([]);
  });

  it('says what the bytes of the accounts say, and null of a market that was never read', async () => {
    expect(cases.length).toBeGreaterThan(5);
    expect(cases.filter(({ market }) => market === null).length).toBeGreaterThan(0);
    const found = await database.sql.unsafe(`SELECT * FROM lend_v1.${name}_reserve_latest`);
    const byAddress = new Map(found.map((row) => [row['reserve'], row]));
    expect(byAddress.size).toBe(cases.length);
    for (const subject of cases) {
      const { lendingMarket } = protocol.identity(protocol.decodeReserve(subject.reserve));
      expect(byAddress.get(subject.reserve.address)).toEqual({
        protocol: name,
        lending_market: lendingMarket,
        reserve: subject.reserve.address,
        token_symbol: expect.any(String),
        lending_market_name: expect.any(String),
        listed_b: subject.market !== null,
        slot: START.slot,
        observed_at: new Date(START.unixSeconds * 1000),
        ...expectedOf(protocol, subject),
      });
    }
  });

  it('has the values of the details, as JSON writes them', async () => {
    const rows = await new ReserveDetails(database.sql, { protocol: name }).list();
    expect(rows).toHaveLength(cases.length);
    const left = Object.keys(PLACES[name] ?? {}).filter((column) => column !== 'accumulated_referrer_fees_raw');
    for (const { reserve, ownText } of rows) {
      const subject = cases.find((candidate) => candidate.reserve.address === reserve);
      const expected = subject === undefined ? {} : expectedOf(protocol, subject);
      expect(JSON.parse(ownText)).toEqual(Object.fromEntries(left.map((column) => toJson(column, expected[column]))));
    }
  });
});

/** Counts are numbers while a double holds them, exact numbers text, times unix seconds. */
function toJson(column: string, value: Published | undefined): [string, Published | undefined] {
  if (column.endsWith('_at')) {
    return [column.replace(/_at$/, '_timestamp'), value instanceof Date ? value.getTime() / 1000 : null];
  }
  if (!/_(?:slots?|seconds|bps)$/.test(column) || value === null) return [column, value];
  return [column, Number.isSafeInteger(Number(value)) ? Number(value) : null];
}
