import { HOUR_MS } from '@tidemark/core';
import { replaceIngestGaps, setPollSchedule, upsertLendingMarkets } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { buildMarketRow } from './support/rows.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './support/start-api.ts';
import {
  askStatus,
  bankAgo,
  finding,
  knowReserves,
  observationAgo,
  rollUpAll,
  seedClean,
  writeAudit,
} from './support/status-world.ts';

/** Longer than any machine takes for a test. */
const PATIENT = { readyMaxAgeMs: HOUR_MS, status: { auditMaxAgeMs: HOUR_MS, maxAgeMs: 0 } };

let api: TestApi | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

const start = async (prepare: TestApiOptions['prepare'], options: TestApiOptions = {}): Promise<TestApi> => {
  api = await startTestApi({ ...PATIENT, ...options, ...(prepare === undefined ? {} : { prepare }) });
  return api;
};
const startClean = (options: TestApiOptions = {}) => start(seedClean, options);
const seconds = (date: Date) => date.getTime() / 1000;

describe('the status of clean data', () => {
  it('is ok, and says what that is made of', async () => {
    const before = seconds(bankAgo(0).observedAt);
    const { data, meta, kamino } = await askStatus(await startClean());
    expect(data.verdict_str).toBe('ok');
    expect(meta.checked_timestamp).toBeGreaterThanOrEqual(before);
    const observed = kamino.timestamp ?? Number.NaN;
    expect(observed).toBeGreaterThanOrEqual(before);
    expect(kamino).toEqual({
      protocol: 'kamino',
      verdict_str: 'ok',
      causes: [],
      slot: observed * 2,
      timestamp: observed,
      data_age_seconds: expect.any(Number),
      bank_age_seconds: expect.any(Number),
      poll_age_seconds: expect.any(Number),
      poll_interval_seconds: null,
      stale_after_seconds: 3_600,
      reserves: {
        reserve_count: 3,
        ok_reserve_count: 3,
        stale_reserve_count: 0,
        quarantined_reserve_count: 0,
        frozen_reserve_count: 0,
        gone_reserve_count: 0,
        quarantine_reasons: [],
      },
      unlisted_reserves: {
        reserve_count: 0,
        ok_reserve_count: 0,
        stale_reserve_count: 0,
        quarantined_reserve_count: 0,
        frozen_reserve_count: 0,
        gone_reserve_count: 0,
        quarantine_reasons: [],
      },
      gap_count: 0,
      oldest_gap_timestamp: null,
      open_gaps: [],
      final_hour_timestamp: null,
      rollup_lag_seconds: 0,
      audit: {
        audit_age_seconds: expect.any(Number),
        audit_max_age_seconds: 3_600,
        newest_run: {
          started_timestamp: expect.any(Number),
          finished_timestamp: expect.any(Number),
          outcome_str: 'completed',
          error_code_str: null,
          checks: [
            { check_name_str: 'frozen_accounts', checked: 3, finding_count: 0 },
            { check_name_str: 'supply_identity', checked: 12, finding_count: 0 },
          ],
        },
        finding_count: 0,
        findings: [],
        resolved_finding_count: 0,
        resolved_findings: [],
      },
    });
  });

  it('of a database without data is unknown, and says null for what nobody can know', async () => {
    const { data, kamino, causes } = await askStatus(await start(undefined));
    expect(data.verdict_str).toBe('unknown');
    expect(causes).toEqual(['nothing_indexed', 'audit_never_ran']);
    expect(kamino).toMatchObject({
      slot: null,
      timestamp: null,
      data_age_seconds: null,
      bank_age_seconds: null,
      final_hour_timestamp: null,
      rollup_lag_seconds: null,
      reserves: { reserve_count: 0, ok_reserve_count: 0 },
      audit: { audit_age_seconds: null, newest_run: null },
    });
  });
});

describe('the age of the data', () => {
  it('beyond what /ready allows is failing and all reserves are stale, while /health is well', async () => {
    const running = await startClean({ readyMaxAgeMs: 600_000, latestPollIntervalMs: 50 });
    expect((await askStatus(running)).data.verdict_str).toBe('ok');
    await running.database.sql`UPDATE lend.reserve_latest SET recorded_at = now() - interval '20 minutes'`;
    await waitFor(async () => (await running.call('/ready')).status === 503);
    const { data, kamino, causes } = await askStatus(running);
    expect(data.verdict_str).toBe('failing');
    expect(causes).toEqual(['data_stale', 'reserves_stale']);
    expect(kamino.bank_age_seconds).toBeGreaterThanOrEqual(1_200);
    expect(kamino.reserves).toMatchObject({ ok_reserve_count: 0, stale_reserve_count: 3 });
    expect((await running.call('/health')).status).toBe(200);
  });

  it('degrades soon after the last poll was committed, whatever notifications bring meanwhile', async () => {
    const running = await startClean();
    const { sql } = running.database;
    await setPollSchedule(sql, { protocol: 'kamino', pollIntervalMs: 100_000 });
    expect((await askStatus(running)).kamino).toMatchObject({ verdict_str: 'ok', poll_interval_seconds: 100 });
    await sql`UPDATE lend.batch_commits SET committed_at = now() - interval '301 seconds'`;
    await observationAgo(running.database, -2, { labels: ['SOL'], kind: 'follow' });
    await rollUpAll(running.database);
    const { kamino, causes } = await askStatus(running);
    expect(causes).toEqual(['polls_late']);
    expect(kamino.poll_age_seconds).toBeGreaterThanOrEqual(301);
    expect(kamino.verdict_str).toBe('degraded');
    await observationAgo(running.database, -4, { labels: ['SOL'] });
    await rollUpAll(running.database);
    expect((await askStatus(running)).kamino.verdict_str).toBe('ok');
  });

  it('does not hide a node that is far behind, whose data come all the time', async () => {
    const { kamino, causes } = await askStatus(
      await start(async (database) => {
        await knowReserves(database, ['SOL']);
        await observationAgo(database, 1_000, { labels: ['SOL'] });
        await rollUpAll(database);
        await writeAudit(database);
      }),
    );
    expect(kamino.data_age_seconds).toBeGreaterThanOrEqual(1_000);
    expect(kamino.verdict_str).toBe('degraded');
    expect(causes).toEqual(['chain_behind']);
  });
});

it('the states of reserves are told apart, with the reasons of those that are refused', async () => {
  const labels = ['SOL', 'STALE', 'FROZEN', 'REFUSED', 'GONE'];
  const running = await start(async (database) => {
    await knowReserves(database, labels);
    await observationAgo(database, 7_200, { labels: ['STALE', 'FROZEN', 'REFUSED', 'GONE'] });
    const refused = ['REFUSED', 'STRANGER'];
    await observationAgo(database, 1, { labels: ['SOL', 'GONE', ...refused], refused, gone: ['GONE'] });
    await rollUpAll(database);
    await writeAudit(database, [finding('FROZEN', { checkName: 'frozen_accounts' })]);
  });
  const { kamino, causes } = await askStatus(running);
  expect(kamino.reserves).toEqual({
    reserve_count: 6,
    ok_reserve_count: 1,
    stale_reserve_count: 1,
    quarantined_reserve_count: 2,
    frozen_reserve_count: 1,
    gone_reserve_count: 1,
    quarantine_reasons: [{ quarantine_reason_str: 'UNKNOWN_VERSION', reserve_count: 2 }],
  });
  expect(causes).toEqual(['reserves_stale', 'reserves_quarantined', 'audit_found_warning']);

  // The same, but of a market that anybody made.
  await upsertLendingMarkets(running.database.sql, [buildMarketRow({ listed: false, ...bankAgo(0) })]);
  const unlisted = await waitFor(async () => {
    const answer = await askStatus(running);
    return answer.kamino.reserves.reserve_count === 0 ? answer : undefined;
  });
  expect(unlisted.kamino.unlisted_reserves).toEqual(kamino.reserves);
  expect(unlisted.causes).toEqual(['audit_found_warning']);
});

describe('gaps and rollups', () => {
  it('that go on are told by reason, those that are over are not, and a gone account is no defect', async () => {
    const running = await startClean();
    const { sql } = running.database;
    const [latest] = await sql<{ at: Date }[]>`SELECT max(observed_at) AS at FROM lend.reserve_latest`;
    const last = latest?.at ?? new Date(Number.NaN);
    const earlier = new Date(last.getTime() - HOUR_MS);
    const to = new Date(last.getTime() + 60_000);
    const gap = (label: string, from: Date, reason: string) => ({ reserve: addressFromLabel(label), from, to, reason });
    const replace = (added: ReturnType<typeof gap>[]) =>
      replaceIngestGaps(sql, { protocol: 'kamino', removed: [], added });

    await replace([gap('SOL', earlier, 'not_polled'), gap('JTO', last, 'account_missing')]);
    const gone = await askStatus(running);
    expect(gone.kamino).toMatchObject({ verdict_str: 'ok', gap_count: 1, oldest_gap_timestamp: seconds(last) });

    await replace([gap('USDC', last, 'poll_failed:RPC_TIMEOUT'), gap('SOL', last, 'poll_failed:RPC_TIMEOUT')]);
    const { kamino, causes } = await askStatus(running);
    expect(causes).toEqual(['gaps_open']);
    expect(kamino).toMatchObject({
      verdict_str: 'degraded',
      gap_count: 3,
      open_gaps: [
        { gap_reason_str: 'account_missing', gap_count: 1, oldest_gap_timestamp: seconds(last) },
        { gap_reason_str: 'poll_failed:RPC_TIMEOUT', gap_count: 2, oldest_gap_timestamp: seconds(last) },
      ],
    });
  });

  it('that are behind degrade it, by the age of the oldest commit that they do not hold', async () => {
    const running = await startClean();
    const { sql } = running.database;
    await observationAgo(running.database, -1, { labels: ['SOL'] });
    expect((await askStatus(running)).kamino.verdict_str).toBe('ok');
    await sql`UPDATE lend.batch_commits SET committed_at = now() - interval '2 hours'`;
    const { kamino, causes } = await askStatus(running);
    expect(causes).toEqual(['rollup_behind']);
    expect(kamino.rollup_lag_seconds).toBeGreaterThanOrEqual(7_200);
    await rollUpAll(running.database);
    expect((await askStatus(running)).kamino).toMatchObject({ verdict_str: 'ok', rollup_lag_seconds: 0 });
  });
});
