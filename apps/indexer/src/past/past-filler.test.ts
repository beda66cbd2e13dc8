import { createLogger } from '@tidemark/runtime';
import { buildStartAccounts, Past, SCENARIOS, STORY, STORY_RESERVES } from '@tidemark/protocols/localnet';
import { decodeReserve } from '@tidemark/protocols/kamino';
import { getSimulatedHistory } from '@tidemark/schema';
import { startProcess, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INDEXER_ENTRY } from '../../test/process-world.ts';
import { type ScenarioChain, startScenarioChain } from '../../test/scenario-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import type { IndexerConfig } from '../config.ts';
import { Indexer } from '../indexer.ts';
import { rebuildRange } from '../rollup/run-rollup.ts';

const DAYS = 10;
const START = Date.UTC(2026, 4, 20, 9, 26, 40);
/** Three reserves of one protocol, and four of the other. */
const MARKETS = {
  kamino: 'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5',
  save: '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY',
};
const markets = Object.entries(MARKETS).map(([protocol, market]) => `${protocol}:${market}`);
const RUN = STORY_RESERVES.altcoinsUsdc.reserve;
const CHAIN = { seed: 'rollup', reserves: 0, startSlot: 300_000_000, startUnixTimeMs: START, reportedSlotMs: 400 };

let chain: ScenarioChain;
let database: IndexerTestDatabase;
beforeAll(async () => {
  chain = await startScenarioChain({ unixTimeSeconds: START / 1000 });
  database = await openTestDatabase();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
  await database.drop();
});

function create(overrides: Partial<IndexerConfig> = {}): Indexer {
  const config = testConfig({
    databaseUrl: database.url,
    rpcUrls: [chain.rpcUrl],
    markets,
    pollIntervalMs: 2_000,
    localnetHistoryDays: DAYS,
    // This chain stands at a moment of months ago: what is read of it would be purged, and its spans not made again.
    pollBatchRetentionDays: 0,
    ...overrides,
  });
  return new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
}

const count = async (text: string): Promise<number> => {
  const [row] = await database.sql.unsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${text}`);
  return row?.n ?? 0;
};

describe('the history of a localnet', () => {
  it('is complete after an indexer that was killed in its middle, with nothing twice and no gap but the outage', async () => {
    const killed = await startProcess({
      entry: INDEXER_ENTRY,
      env: {
        DATABASE_URL: database.url,
        SOLANA_RPC_URL: chain.rpcUrl,
        MARKETS: markets.join(','),
        LOCALNET_HISTORY: String(DAYS),
        POLL_INTERVAL_MS: '2000',
        INDEXER_PORT: '0',
        PRICE_INTERVAL_MS: '0',
        POLL_BATCH_RETENTION_DAYS: '0',
      },
    });
    const isFilledInPart = async () => {
      const known = await getSimulatedHistory(database.sql);
      return known !== null && known.filledFrom < new Date(START - 2 * 86_400_000);
    };
    await waitFor(isFilledInPart, { description: 'some days stored', timeoutMs: 500_000 });
    killed.signal('SIGKILL');
    await killed.exited;
    expect(await getSimulatedHistory(database.sql)).toMatchObject({ completedAt: null });

    const indexer = create();
    await indexer.start();
    const isComplete = async () => (await getSimulatedHistory(database.sql))?.completedAt !== null;
    await waitFor(isComplete, { description: 'the history complete', timeoutMs: 500_000 });
    await indexer.stop();

    // Every half of an hour, in the newest week every ten minutes, from the beginning of the first day (UTC).
    const firstDay = Date.UTC(2026, 4, 10);
    const fine = Math.ceil((START - 7 * 86_400_000) / 600_000) * 600_000;
    const times = new Set<number>();
    for (let at = firstDay; at < START; at += 600_000) if (at >= fine || at % 1_800_000 === 0) times.add(at / 1000);
    const outage = Math.floor((START - STORY.outage.from * 3_600_000) / 1_800_000) * 1_800;
    for (const at of [...times]) if (at > outage && at < outage + 2_400) times.delete(at);
    times.add(outage + 2_400);
    for (const protocol of ['kamino', 'save']) {
      const rows = await database.sql<{ at: Date }[]>`
        SELECT observed_at AS at FROM lend.poll_batches WHERE protocol = ${protocol} AND rpc_endpoint = 'simulated-past'
        ORDER BY observed_at`;
      const seconds = rows.map(({ at }) => at.getTime() / 1000);
      const last = seconds.pop() ?? 0;
      expect(START / 1000 - last).toBeLessThan(30);
      expect(seconds).toEqual([...times].toSorted((a, b) => a - b));
    }
    expect(await count("lend.failed_attempts WHERE batch_id LIKE 'past-%'")).toBe(14);
    const gaps = await database.sql`
      SELECT DISTINCT reason_code AS reason, extract(epoch FROM to_at - from_at)::int AS seconds FROM lend.ingest_gaps
      WHERE to_at < ${new Date(START)}`;
    expect(gaps).toEqual([{ reason: 'poll_failed:TIMEOUT', seconds: 2_400 }]);
    expect(await count(`lend.ingest_gaps WHERE to_at < '${new Date(START).toISOString()}'`)).toBe(7);
  });

  it('stores a reserve at every read, changed or not, so that rates of the last hour are known from the start', async () => {
    const farthest = await database.sql<{ week: boolean; seconds: number }[]>`
      SELECT week, max(seconds)::int AS seconds FROM (
        SELECT observed_at > ${new Date(START - 7 * 86_400_000 + 600_000)} AS week,
          extract(epoch FROM observed_at - lag(observed_at) OVER (PARTITION BY reserve ORDER BY observed_at)) AS seconds
        FROM lend_v1.reserve_snapshots WHERE observed_at < ${new Date(START - 60_000)}
      ) AS stored GROUP BY week ORDER BY week`;
    // The outage is in the days before the newest week.
    expect(farthest).toEqual([
      { week: false, seconds: 2_400 },
      { week: true, seconds: 600 },
    ]);
    const rates = await database.sql`
      SELECT DISTINCT borrow_apy_realised_1h_gap_str AS gap, realised_1h_seconds AS seconds FROM lend_v1.reserve_risk_latest`;
    expect(rates).toEqual([{ gap: null, seconds: 3_600 }]);
  });

  it('is rolled up as a rebuild would, with every day covered but for the outage', async () => {
    const days = await database.sql<{ day: string; covered: number; n: number }[]>`
      SELECT bucket_start::text AS day, max(elapsed_seconds - observed_seconds)::int AS covered, count(*)::int AS n
      FROM lend.reserve_daily WHERE bucket_start < '2026-05-20' GROUP BY 1 ORDER BY 1`;
    expect(days.map(({ n }) => n)).toEqual(Array.from({ length: DAYS }, () => 7));
    expect(days.filter(({ covered }) => covered > 0).map(({ covered }) => covered)).toEqual([2_400]);
    const { signal } = new AbortController();
    for (const protocol of ['kamino', 'save']) {
      const range = { from: new Date(Date.UTC(2026, 4, 10)), to: new Date(Date.UTC(2026, 4, 20)) };
      const options = { sql: database.sql, protocol, signal, range, reserves: null, lockTimeoutMs: 60_000 };
      expect(await rebuildRange(options)).toMatchObject({ quarterHourly: 0, hourly: 0, daily: 0, gaps: 0 });
    }
  });

  it('has the interest and the utilization of what happened, worked out from the story alone', async () => {
    const accounts = buildStartAccounts(SCENARIOS, CHAIN);
    const source = 'scenario';
    const past = new Past({ chain: { ...CHAIN, source }, accounts, scenarios: SCENARIOS, story: STORY, days: DAYS });
    for (const _ of past.prepare());
    const states = past.days.flatMap((_, day) =>
      [...past.observe('kamino', day)].flatMap(({ accounts: held }) => held.filter(({ address }) => address === RUN)),
    );
    const seen = new Map(
      states.map((account) => [decodeReserve(account).lastUpdate.timestamp, decodeReserve(account)]),
    );
    const events = [...seen.values()].toSorted((a, b) => a.lastUpdate.timestamp - b.lastUpdate.timestamp);
    const one = 2 ** 60;
    const rows = await database.sql<{ start: Date; interest: number; utilization: number }[]>`
      SELECT bucket_start AS start, interest_sf::float8 / 2::float8 ^ 60 AS interest, utilization_twavg_f AS utilization
      FROM lend.reserve_daily WHERE reserve = ${RUN} AND bucket_start < '2026-05-20' ORDER BY 1 OFFSET 1`;
    expect(rows).toHaveLength(DAYS - 1);
    for (const { start, interest, utilization } of rows) {
      const [from, to] = [start.getTime() / 1000, start.getTime() / 1000 + 86_400];
      let [owed, used] = [0, 0];
      for (const [place, before] of events.entries()) {
        const after = events[place + 1];
        if (after === undefined) continue;
        const [a, b] = [before.lastUpdate.timestamp, after.lastUpdate.timestamp];
        const within = Math.max(0, Math.min(b, to) - Math.max(a, from));
        const debt = Number(before.liquidity.borrowedAmountSf) / one;
        const growth =
          Number(after.liquidity.cumulativeBorrowRateBsf) / Number(before.liquidity.cumulativeBorrowRateBsf) - 1;
        owed += (debt * growth * within) / (b - a);
        used += (debt / (Number(before.liquidity.availableAmountRaw) + debt)) * within;
      }
      // The run is seen in steps of an observation; else what is between two events is the same to many digits.
      expect(interest / owed).toBeCloseTo(1, 2);
      expect(utilization / (used / 86_400)).toBeCloseTo(1, 2);
    }
  });

  it('has the changes of parameters with their times, and configurations that begin there', async () => {
    const rows = await database.sql<{ field: string; before: unknown; after: unknown; at: Date }[]>`
      SELECT field, old_value AS before, new_value AS after, observed_at AS at FROM lend.config_changes
      WHERE account = ${STORY_RESERVES.saveUsdc.reserve}`;
    const at = new Date(Math.floor((START - (6 * 24 + 2) * 3_600_000) / 1_800_000) * 1_800_000);
    expect(rows).toEqual([{ field: 'protocol_take_rate_pct', before: 10, after: 20, at }]);
    const since = await database.sql`
      SELECT observed_at AS at, config ->> 'protocolTakeRatePct' AS rate FROM lend.configurations
      WHERE account = ${STORY_RESERVES.saveUsdc.reserve} ORDER BY from_slot`;
    expect(since).toEqual([
      { at: new Date(Date.UTC(2026, 4, 10)), rate: '10' },
      { at, rate: '20' },
    ]);
  });

  it('leaves the newest rows to what is read from the chain, and says that the chain is simulated', async () => {
    expect(await count(`lend.reserve_latest WHERE slot < ${CHAIN.startSlot - 32}`)).toBe(0);
    expect(
      await database.sql`SELECT chain_str, simulated_b, completed_at IS NOT NULL AS done FROM lend_v1.chain`,
    ).toEqual([{ chain_str: 'localnet', simulated_b: true, done: true }]);
  });
});
