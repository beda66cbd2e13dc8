import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USD_STABLECOINS } from '@tidemark/core';
import { storeDueTotals, upsertLendingMarkets } from '@tidemark/schema';
import { addressFromLabel, repositoryDir } from '@tidemark/testing';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeReserve } from './support/accounts.ts';
import { HISTORY_WORLD, truthAt, WORLD } from './support/history-world.ts';
import { bankAt, buildMarketRow } from './support/rows.ts';
import { commitSeen } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// Each panel on Postgres and each variable, with the macros replaced as Grafana does, run as the login that Grafana has.

const DASHBOARDS = join(repositoryDir(), 'ops/grafana/dashboards');
const targetSchema = z.object({
  rawSql: z.string(),
  format: z.enum(['time_series', 'table']),
  datasource: z.object({ uid: z.string() }),
});
const dashboardSchema = z.object({
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
  panels: z.array(z.object({ title: z.string(), targets: z.array(targetSchema).default([]) })),
});
const ofPostgres = (text: string) => text.includes('tidemark-postgres');
const dashboards = readdirSync(DASHBOARDS)
  .map((file) => readFileSync(join(DASHBOARDS, file), 'utf8'))
  .filter(ofPostgres)
  .map((text) => dashboardSchema.parse(JSON.parse(text)));
const panels = dashboards.flatMap(({ title, panels: own }) =>
  own.flatMap((panel) =>
    panel.targets.map((target): [string, string, string] => [`${title}: ${panel.title}`, target.rawSql, target.format]),
  ),
);
const variables = dashboards.flatMap(({ title, templating }) =>
  templating.list.map(({ name, query }): [string, string] => [`${title}: ${name}`, query]),
);

const FROM = `'${bankAt(0).observedAt.toISOString()}'`;
const TO = `'${bankAt(WORLD.end + 600).observedAt.toISOString()}'`;
function toSql(panel: string): string {
  const sql = panel
    .replaceAll(/\$__timeFilter\(([\w.]+)\)/g, `$1 BETWEEN ${FROM} AND ${TO}`)
    .replaceAll('$__timeFrom()', FROM)
    .replaceAll('$__timeTo()', TO)
    .replaceAll('${protocol:sqlstring}', "'kamino'")
    .replaceAll('${token:sqlstring}', "'SOL'");
  expect(sql).not.toMatch(/\$/);
  return sql;
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      const { sql } = database;
      // The program took no price of COIN.
      const unpriced = { lastUpdate: { priceStatus: 0 }, liquidity: { marketPriceSf: 0n } };
      await commitSeen(database, WORLD.end + 1, [seeReserve('COIN', WORLD.end + 1, unpriced)]);
      // LATE is a dollar, and a parameter changes when the world ends.
      await sql`UPDATE lend.reserves SET token_mint = ${USD_STABLECOINS[0]?.mint ?? ''} WHERE address = ${addressFromLabel('LATE')}`;
      await upsertLendingMarkets(sql, [
        buildMarketRow({
          ...bankAt(WORLD.end),
          referralFeeBps: 1,
          config: { ...buildMarketRow().config, referralFeeBps: 1 },
        }),
      ]);
      let made = 1;
      while (made > 0) made = (await sql.begin((tx) => storeDueTotals(tx, { protocol: 'kamino' }))).periods;
    },
  });
});
afterAll(() => api.stop());

const run = (sql: string) =>
  api.database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    await tx`SET LOCAL TimeZone = 'America/New_York'`;
    return tx.unsafe<Record<string, unknown>[]>(sql);
  });

describe('dashboards on Postgres', () => {
  it('are two, with panels and variables', () => {
    expect(dashboards.map(({ title }) => title)).toEqual(['Tidemark: Lending', 'Tidemark: Data quality']);
    expect(panels.length).toBeGreaterThan(12);
  });

  it.each(panels)('%s: runs as a reader, and has rows in the form that it says', async (_name, sql, format) => {
    const rows = await run(toSql(sql));
    expect(rows.length).toBeGreaterThan(0);
    if (format === 'table') return;
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(['time', 'metric', 'value']);
      expect(row['time']).toBeInstanceOf(Date);
      expect(typeof row['metric']).toBe('string');
      expect(row['value'] === null || typeof row['value'] === 'number').toBe(true);
    }
    expect(rows.some(({ value }) => value !== null)).toBe(true);
  });

  it.each(variables)('%s: its values can be listed', async (_name, sql) => {
    const rows = await run(sql);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('show what the made-up chain held', async () => {
    const [, sql = ''] = panels.find(([name]) => name.endsWith(': Supplied')) ?? [];
    const [row] = await run(toSql(sql));
    const supplied = ['SOL', 'LATE'].map((label) => truthAt(label, WORLD.end)?.suppliedAmountUsdF ?? Number.NaN);
    expect(row?.['supplied']).toBeCloseTo(
      supplied.reduce((sum, usd) => sum + usd),
      6,
    );
  });
});
