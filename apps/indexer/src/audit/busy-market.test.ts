import { getNewestAuditRun, listAuditFindings } from '@tidemark/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ScenarioChain, startScenarioChain } from '../../test/scenario-chain.ts';
import { auditScene } from '../../test/test-audit.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { PROTOCOL } from '../../test/test-rollup.ts';

const BEGIN = Date.parse('2026-03-01T22:40:00Z') / 1000;
const SLOTS_PER_POLL = 50;
const POLLS = 40;

let chain: ScenarioChain;
let database: IndexerTestDatabase;
let pipeline: TestPipeline;

beforeAll(async () => {
  chain = await startScenarioChain({ unixTimeSeconds: BEGIN });
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterAll(async () => {
  pipeline.close();
  await database.drop();
  await chain.stop();
});

it('audits find nothing wrong with a busy market that is stored as it should be', async () => {
  await pipeline.discover('discover-0');
  const addresses = await pipeline.listAddresses();
  for (let poll = 0; poll < POLLS; poll += 1) {
    await chain.step(SLOTS_PER_POLL);
    await pipeline.runBatch({ id: `poll-${poll}`, index: 0, addresses });
    // Two readings of one endpoint, which the chain does not wait for.
    if (poll % 10 === 0) await auditScene({ chain, database }, { rpcUrls: [chain.rpcUrl, chain.rpcUrl], settleMs: 0 });
  }
  await auditScene({ chain, database });
  const { sql } = database;
  const findings = await listAuditFindings(sql, { protocol: PROTOCOL, openOnly: false, limit: 100 });
  // Audited at once, the newest slot has not moved since.
  expect(findings.filter(({ checkName }) => checkName !== 'slot_progress')).toEqual([]);
  const run = await getNewestAuditRun(sql, { protocol: PROTOCOL });
  expect(run?.accountKinds['reserve']?.accounts).toBe(addresses.length);
  const [row] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM lend.reserve_snapshots`;
  const [checked] = await sql<{ rows: number }[]>`
    SELECT sum((checks -> 'borrow_index' ->> 'checked')::int)::int AS rows FROM lend.audit_runs`;
  expect(checked?.rows).toBeGreaterThanOrEqual(row?.rows ?? Number.NaN);
}, 600_000);
