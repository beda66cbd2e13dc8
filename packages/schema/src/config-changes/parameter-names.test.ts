import { createHash } from 'node:crypto';
import { type AccountBytes, type Derived, isLendingError, type Moment } from '@tidemark/core';
import { ownViewOf } from '@tidemark/model/fields';
import { type Protocol, protocolOf, PROTOCOLS } from '@tidemark/protocols';
import { SCENARIOS } from '@tidemark/protocols/localnet';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { toLendingMarketRow, toReserveRow } from '../rows/to-reserve-row.ts';
import { toReserveState } from '../rows/to-reserve-state.ts';
import type { JsonObject } from '../tables/index.ts';
import { diffConfig } from './write-config-changes.ts';

// One bit of each parameter of an account is turned: what then differs in the columns of the views is what the log has to name.

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const BEFORE = { slot: 400_000_000n, unixSeconds: 1_790_000_000 } satisfies Moment;
const AFTER = { slot: 400_000_100n, unixSeconds: 1_790_000_040 } satisfies Moment;
const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest());

/** Made of a setting and not the setting itself, or of the account and no setting. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  kamino: [],
  save: ['status_str', 'borrow_factor_pct', 'min_liquidation_bonus_bps', 'max_liquidation_bonus_bps'],
};
const NO_PARAMETER =
  /_f$|^config|^since_|_seen_|^slot$|_at$|^change_id$|^account_sha256$|^listed_b$|^lending_market_name$/;

type Row = Readonly<Record<string, unknown>>;
type Account = Pick<AccountBytes, 'address' | 'data' | 'owner'>;

function accountsOf(protocol: Protocol, kind: 'reserve' | 'market'): Account {
  const scenario = SCENARIOS.find(({ name }) => name === protocol.name);
  const all = scenario?.build({
    seed: 7,
    startSlot: Number(BEFORE.slot),
    unixTimeAt: () => BEFORE.unixSeconds,
    reserves: 0,
  });
  const found = all?.find(({ data }) => protocol.accounts[kind]?.looksValid(data));
  if (found === undefined) throw new Error(`${protocol.name} has no ${kind}`);
  return { ...found, owner: protocol.accounts.reserve.program };
}

/**
 * The account with one bit turned, for each parameter that one of its bits is of, under an address of its own. Of lists the first place is
 * enough, and what cannot be decoded is left out.
 */
function turned(account: Account, configOf: (account: Account) => JsonObject): Account[] {
  const before = configOf(account);
  const byPath = new Map<string, Account>();
  for (const place of account.data.keys()) {
    const data = account.data.slice();
    data[place] = (data[place] ?? 0) ^ 1;
    const other = { ...account, address: addressFromLabel(`${account.address} ${place}`), data };
    const path = firstDifference(before, () => configOf(other));
    if (path !== null && !/\.[1-9]\d*(?:\.|$)/.test(path) && !byPath.has(path)) byPath.set(path, other);
  }
  return [...byPath.values()];
}

function firstDifference(before: JsonObject, read: () => JsonObject): string | null {
  try {
    return diffConfig(before, read())[0]?.field ?? null;
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}

function identityOf(protocol: Protocol, account: Account): JsonObject {
  const {
    address: _address,
    underlying: _underlying,
    ...identity
  } = protocol.identity(protocol.decodeReserve(account));
  return identity;
}

async function storeReserves(protocol: Protocol, accounts: readonly Account[], moment: Moment): Promise<void> {
  for (let start = 0; start < accounts.length; start += 99) {
    const parts = accounts.slice(start, start + 99).map((account) => {
      const reserve = protocol.decodeReserve(account);
      const state = protocol.state(reserve, new Map(), protocol.arithmetics[0]);
      const [identity, accountSha256] = [protocol.identity(reserve), sha256(account.data)];
      const rest = { timeBasis: state.timeBasis, configFlags: [], companions: [] };
      const config = {
        settings: protocol.settings(reserve),
        config: protocol.config(reserve),
        configSha256: accountSha256,
      };
      const source = {
        lendingMarket: identity.lendingMarket,
        slotDurationMs: 400,
        slotDurationSource: 'configured',
      } as const;
      return {
        row: toReserveRow({ protocol, identity, ...config, ...rest }, moment),
        state: toReserveState(protocol, state, derivedOf(state, moment), { ...source, accountSha256 }),
      };
    });
    const batch = { protocol: protocol.name, id: `${protocol.name} ${start} ${moment.slot}`, slot: moment.slot };
    const states = parts.map(({ state }) => state);
    const reserves = parts.map(({ row }) => row);
    const observedAt = new Date(moment.unixSeconds * 1000);
    await writePollBatch(database.sql, buildBatch(0, states, { ...batch, reserves, observedAt }));
  }
}

/** Settings do not depend on what is derived. */
function derivedOf({ available, borrowed, borrowIndex, own }: ReturnType<Protocol['state']>, moment: Moment): Derived {
  const amounts = { availableAmountF: 0, suppliedAmountF: 0, borrowedAmountF: 0 };
  const usd = { availableAmountUsdF: 0, suppliedAmountUsdF: 0, borrowedAmountUsdF: 0, priceUsdF: 0 };
  const rates = { utilizationF: 0, borrowAprF: 0, borrowApyF: 0, supplyAprF: 0, supplyApyF: 0, rewardsAprF: 0 };
  return {
    moment,
    accrued: { available, borrowed, borrowIndex, own, elapsedUnits: 0n, supplied: 0n, utilization: 0n },
    borrowRate: 0n,
    numbers: { ...amounts, ...usd, ...rates },
  };
}

const storeMarkets = (protocol: Protocol, accounts: readonly Account[], moment: Moment) =>
  upsertLendingMarkets(
    database.sql,
    accounts.map((account) => {
      const market = protocol.decodeMarket(account);
      const record = { ...protocol.market(market), listed: true };
      return toLendingMarketRow(protocol, record, protocol.marketConfig(market), sha256(account.data), moment);
    }),
  );

/** Settings of reserves by address, those of the protocol's own view too, or of markets. */
async function rowsOf(name: string, kind: 'reserve' | 'market'): Promise<ReadonlyMap<string, Row>> {
  const key = kind === 'reserve' ? 'reserve' : 'lending_market';
  const settings = new Set(protocolOf(name).fields.flatMap(({ of, column }) => (of === 'settings' ? [column] : [])));
  const views = kind === 'reserve' ? ['reserves', ownViewOf({ name })] : ['lending_markets'];
  const rows = new Map<string, Row>();
  for (const view of views) {
    for (const row of await database.sql.unsafe<Row[]>(`SELECT * FROM lend_v1.${view} WHERE protocol = '${name}'`)) {
      const kept = Object.entries(row).filter(([column]) => view === views[0] || settings.has(column));
      const address = String(row[key]);
      rows.set(address, { ...rows.get(address), ...Object.fromEntries(kept) });
    }
  }
  return rows;
}

const text = (value: unknown): string =>
  typeof value === 'bigint' ? value.toString() : JSON.stringify(value).replaceAll('"', '');

/** `column: before -> after` of each column of a parameter that differs, by account. */
function differencesOf(
  name: string,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): Map<string, string[]> {
  return new Map(
    [...after].map(([address, row]) => {
      const old = before.get(address) ?? {};
      const columns = Object.keys(row).filter((column) => !NO_PARAMETER.test(column) && !MADE[name]?.includes(column));
      const changed = columns.filter((column) => text(old[column]) !== text(row[column]));
      return [address, changed.map((column) => `${column}: ${text(old[column])} -> ${text(row[column])}`)];
    }),
  );
}

describe.each(PROTOCOLS.map(({ name }) => name))('the log of parameters of %s', (name) => {
  const protocol = protocolOf(name);

  it.each(['reserve', 'market'] as const)(
    'names each column of a %s that changes, and has its values',
    async (kind) => {
      const account = accountsOf(protocol, kind);
      const others = turned(account, (other) =>
        kind === 'reserve'
          ? { ...protocol.config(protocol.decodeReserve(other)), identity: identityOf(protocol, other) }
          : { ...protocol.marketConfig(protocol.decodeMarket(other)) },
      );
      expect(others.length).toBeGreaterThan(5);
      const store = kind === 'reserve' ? storeReserves : storeMarkets;
      await store(
        protocol,
        others.map(({ address }) => ({ ...account, address })),
        BEFORE,
      );
      const before = await rowsOf(name, kind);
      await store(protocol, others, AFTER);
      const changed = differencesOf(name, before, await rowsOf(name, kind));

      const logged = await database.sql<
        { account: string; field: string; old: unknown; new: unknown; column: string | null }[]
      >`
      SELECT coalesce(c.reserve, c.lending_market) AS account, c.field, c.old_value AS old, c.new_value AS new, d.column_name AS column
      FROM lend_v1.config_changes AS c
      LEFT JOIN information_schema.columns AS d ON d.table_schema = 'lend_v1' AND d.column_name = c.field
        AND d.table_name = ANY(${kind === 'reserve' ? ['reserves', ownViewOf(protocol)] : ['lending_markets', ownViewOf(protocol)]}::text[])
      WHERE c.protocol = ${name} AND c.account_kind_str = ${kind === 'reserve' ? 'reserve' : 'lending_market'}`;
      expect(logged.map(({ field }) => field).filter((field) => !/^[a-z0-9_]+(\.[a-z0-9_]+)*$/.test(field))).toEqual(
        [],
      );
      const lines = new Set(logged.map((row) => `${row.account} ${row.field}: ${text(row.old)} -> ${text(row.new)}`));
      const missing = [...changed].flatMap(([address, list]) =>
        list.filter((line) => !lines.has(`${address} ${line}`)),
      );
      expect(missing).toEqual([]);
      // And nothing is called as a column is that holds another value.
      const compared = new Set(Object.keys([...before.values()][0] ?? {}));
      const wrong = logged.filter(({ column, account: address, ...row }) => {
        const line = `${row.field}: ${text(row.old)} -> ${text(row.new)}`;
        return column !== null && compared.has(column) && changed.get(address)?.includes(line) !== true;
      });
      expect(wrong).toEqual([]);
      expect(logged.filter(({ column }) => column !== null).length).toBeGreaterThan(4);
    },
  );
});
