import { encodeReserve } from '@tidemark/protocols/kamino';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { getAuditProgress, getNewestAuditRun, listAuditFindings } from '@tidemark/schema';
import { addressFromLabel, stopAllProcesses } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene, slotAt, timeAt, useReserve } from '../../test/rollup-scene.ts';
import { auditScene, listOpen, settleCommits } from '../../test/test-audit.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL } from '../../test/test-rollup.ts';

let chain: TestChain;
let scene: RollupScene;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(async () => {
  scene = await openScene(chain);
});
afterEach(() => scene.close());

const usdc = addressFromLabel('usdc');
const findingOf = async (checkName: string) => {
  const findings = await listAuditFindings(scene.database.sql, { protocol: PROTOCOL, openOnly: false, limit: 100 });
  return findings.find((finding) => finding.checkName === checkName);
};

describe('an audit of what the pipeline stored', () => {
  it('finds nothing wrong, and says what it looked at', async () => {
    await auditScene(scene);
    expect(await getNewestAuditRun(scene.database.sql, { protocol: PROTOCOL })).toMatchObject({
      outcome: 'completed',
      commitSeq: 0n,
      accountKinds: { reserve: { accounts: 0, newestSlot: null, nullRates: { price_usd_f: null } } },
    });
    await scene.pollFrom(0, 60);
    expect(await auditScene(scene)).toMatchObject({ rows: 15, opened: 0, resolved: 0, open: 0 });

    const run = await getNewestAuditRun(scene.database.sql, { protocol: PROTOCOL });
    expect(run?.accountKinds).toEqual({
      reserve: {
        accounts: 3,
        newestSlot: slotAt(60),
        newestTimestamp: timeAt(60).getTime() / 1000,
        byteLengths: { '8624': 3 },
        nullRates: {
          price_usd_f: 0,
          available_amount_usd_f: 0,
          supplied_amount_usd_f: 0,
          borrowed_amount_usd_f: 0,
          market_price_updated_at: 0,
          last_update_at: 0,
        },
      },
      lending_market: {
        accounts: 1,
        newestSlot: slotAt(0),
        newestTimestamp: timeAt(0).getTime() / 1000,
        byteLengths: { '4664': 1 },
        nullRates: {},
      },
    });
    expect(Object.keys(run?.checks ?? {}).toSorted()).toEqual([
      'accrual_direction',
      'borrow_index',
      'byte_lengths',
      'decode_failures',
      'endpoint_agreement',
      'endpoint_chain',
      'endpoint_failures',
      'endpoint_lag',
      'frozen_accounts',
      'null_rates',
      'published_numbers',
      'slot_progress',
      'supply_identity',
      'utilization_definition',
    ]);
    const endpoints = Object.values(
      (await getAuditProgress(scene.database.sql, { protocol: PROTOCOL }))?.endpoints ?? {},
    );
    expect(endpoints).toMatchObject([{ slot: slotAt(60), lagSlots: 0, errorCode: null }]);
  });

  it('finds rows that were made wrong, and that they were put right', async () => {
    const { sql } = scene.database;
    await scene.pollFrom(0, 60);
    const ofRow = sql`reserve = ${usdc} AND slot = ${BigInt(slotAt(20))}::bigint`;
    await sql`UPDATE lend.reserve_snapshots SET accrued_total_supply_sf = accrued_total_supply_sf + 1 WHERE ${ofRow}`;
    await sql`
      UPDATE lend.reserve_snapshots SET cumulative_borrow_rate_bsf = cumulative_borrow_rate_bsf + 1000000000000,
        accrued_cumulative_borrow_rate_bsf = accrued_cumulative_borrow_rate_bsf + 1000000000000 WHERE ${ofRow}`;
    await sql`UPDATE lend.reserve_latest SET supplied_amount_f = supplied_amount_f * 2 WHERE reserve = ${usdc}`;
    expect(await auditScene(scene)).toMatchObject({ opened: 3, open: 3 });
    expect(await listOpen(scene)).toEqual([
      'borrow_index reserve critical',
      'published_numbers reserve critical',
      'supply_identity reserve critical',
    ]);
    expect(await findingOf('supply_identity')).toMatchObject({
      subject: usdc,
      detail: {
        rowCount: 1,
        rows: [{ table: 'reserve_snapshots', slot: slotAt(20), faults: [{ field: 'accrued_total_supply_sf' }] }],
      },
    });

    // Rows that are known to be wrong are looked at again, although they lie behind the mark.
    expect(await auditScene(scene)).toMatchObject({ opened: 0, resolved: 0, open: 3 });
    expect(await findingOf('supply_identity')).toMatchObject({ timesSeen: 2n });
    await sql`UPDATE lend.reserve_snapshots SET accrued_total_supply_sf = accrued_total_supply_sf - 1 WHERE ${ofRow}`;
    await scene.pollAt(80);
    expect(await auditScene(scene)).toMatchObject({ opened: 0, resolved: 2, open: 1 });
    expect(await listOpen(scene)).toEqual(['borrow_index reserve critical']);

    await sql`UPDATE lend.reserve_latest SET supplied_amount_f = supplied_amount_f * 2 WHERE reserve = ${usdc}`;
    expect(await auditScene(scene)).toMatchObject({ opened: 1, open: 2 });
    const rows = await sql`SELECT resolved_at FROM lend.audit_findings WHERE check_name = 'published_numbers'`;
    expect(rows).toHaveLength(2);
  });

  it('goes on after the last commit that it looked at, however often it is broken off', async () => {
    await scene.pollFrom(0, 100);
    const commits = await scene.database.sql<{ seq: bigint }[]>`
      SELECT commit_seq AS seq FROM lend.batch_commits ORDER BY commit_seq`;
    const options = { maxRows: 1, commitsAtOnce: 2 };
    const marks = [await auditScene(scene, options), await auditScene(scene, options), await auditScene(scene)];
    expect(marks.map((report) => report?.commitSeq)).toEqual([commits[1]?.seq, commits[3]?.seq, commits.at(-1)?.seq]);
    expect(marks.map((report) => report?.rows)).toEqual([3 + 6, 3 + 6, 3 + 6]);
    expect(await auditScene(scene)).toMatchObject({ rows: 3 });
  });

  it('finds a reserve that stands still while others move, and that it moves again', async () => {
    await scene.pollAt(0);
    await scene.pollFrom(20, 60, { labels: ['jto', 'sol'] });
    await settleCommits(scene);
    await scene.pollAt(80, { labels: ['jto', 'sol'] });
    await auditScene(scene);
    expect(await listOpen(scene)).toEqual(['frozen_accounts reserve warning']);
    expect(await findingOf('frozen_accounts')).toMatchObject({
      subject: usdc,
      detail: { slot: slotAt(0), settledSlot: slotAt(60), behindSeconds: 60 },
    });
    await scene.pollAt(100);
    expect(await auditScene(scene)).toMatchObject({ resolved: 1, open: 0 });
  });

  it('finds that nothing moves any more, and tells whether the chain does', async () => {
    await scene.pollAt(0);
    await settleCommits(scene);
    await chain.setClock({ slot: slotAt(500) });
    // The process has just been started again: what it stored before is as old as its pause was long.
    await auditScene(scene, { settleMs: 60_000, pollsForMs: 59_999 });
    expect(await listOpen(scene)).toEqual([]);
    await auditScene(scene);
    expect(await listOpen(scene)).toEqual(['slot_progress account_kind critical']);
    expect(await findingOf('slot_progress')).toMatchObject({
      message: expect.stringContaining('the chain goes on'),
      detail: { newestSlot: slotAt(0), chainSlot: slotAt(500) },
    });
    await scene.pollAt(500);
    expect(await auditScene(scene)).toMatchObject({ resolved: 1, open: 0 });
  });

  it('finds accounts of another length that cannot be decoded, and that they can be again', async () => {
    await scene.pollAt(0);
    const longer = new Uint8Array(9_000);
    longer.set(encodeReserve(buildReserve({ symbol: 'usdc' })));
    await chain.put(usdc, longer);
    await scene.pollAt(20, { isQuiet: true });
    await auditScene(scene);
    expect(await listOpen(scene)).toEqual([
      'byte_lengths account_kind warning',
      'decode_failures account_kind warning',
    ]);
    expect(await findingOf('decode_failures')).toMatchObject({ detail: { reasons: { WRONG_SIZE: { new: 1 } } } });
    expect(await getNewestAuditRun(scene.database.sql, { protocol: PROTOCOL })).toMatchObject({
      accountKinds: { reserve: { byteLengths: { '8624': 2, '9000': 1 } } },
    });
    await scene.pollAt(40);
    expect(await auditScene(scene)).toMatchObject({ resolved: 2, open: 0 });
  });

  it('finds that prices vanished, and that they came back', async () => {
    await scene.pollAt(0);
    await chain.putReserve('usdc', { lastUpdate: { slot: BigInt(slotAt(20)) }, liquidity: { marketPriceSf: 0n } });
    await scene.pollAt(20, { isQuiet: true });
    await auditScene(scene);
    // The account that was put there has an index and a time of its own, which the one before had gone beyond.
    expect(await listOpen(scene)).toContain('null_rates account_kind warning');
    expect(await findingOf('null_rates')).toMatchObject({ detail: { addresses: [usdc] } });
    await useReserve(chain, 'usdc', 40);
    await scene.pollAt(40, { isQuiet: true });
    await auditScene(scene);
    expect(await listOpen(scene)).not.toContain('null_rates account_kind warning');
  });

  it('leaves a row when it fails, and what is open stays open', async () => {
    const { sql } = scene.database;
    await scene.pollAt(0);
    await sql`UPDATE lend.reserve_latest SET utilization_f = 0.5 WHERE reserve = ${usdc}`;
    await auditScene(scene);
    await sql`ALTER TABLE lend.reserve_latest RENAME TO gone`;
    await expect(auditScene(scene)).rejects.toMatchObject({ code: '42P01' });
    await sql`ALTER TABLE lend.gone RENAME TO reserve_latest`;
    expect(await getNewestAuditRun(sql, { protocol: PROTOCOL })).toMatchObject({
      outcome: 'failed',
      errorCode: '42P01',
      findingsOpen: 1,
    });
    expect(await listOpen(scene)).toEqual(['utilization_definition reserve critical']);
  });

  it('leaves no row when it is told to stop', async () => {
    await scene.pollAt(0);
    expect(await auditScene(scene, { signal: AbortSignal.abort() })).toBeNull();
    expect(await getNewestAuditRun(scene.database.sql, { protocol: PROTOCOL })).toBeNull();
  });
});
