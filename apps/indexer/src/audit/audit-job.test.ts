import { createLogger } from '@tidemark/runtime';
import { listAuditFindings } from '@tidemark/schema';
import { queueBackends, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { PROTOCOL } from '../../test/test-rollup.ts';
import { Indexer } from '../indexer.ts';

let chain: TestChain;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});

describe.each(queueBackends())('the audit job with its queue on %s', (backend) => {
  let database: IndexerTestDatabase;
  let queues: TestQueues;
  const running: Indexer[] = [];
  const lines: string[] = [];

  beforeEach(async () => {
    await chain.reset();
    await chain.putMarket('lending market');
    database = await openTestDatabase();
    queues = openTestQueues(backend);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((indexer) => indexer.stop()));
    await queues.drop();
    await database.drop();
  });

  async function start(): Promise<Indexer> {
    const indexer = new Indexer(
      testConfig({
        databaseUrl: database.url,
        rpcUrls: [chain.rpcUrl],
        ...queues.config,
        // One poll, so that a row that is made wrong stays wrong; and nothing stands still for so long.
        pollIntervalMs: 3_600_000,
        gapAfterMs: 7_200_000,
        auditIntervalMs: 1_000,
      }),
      {
        logger: createLogger({
          name: 'test',
          level: 'info',
          destination: { write: (line: string) => void lines.push(line) },
        }),
      },
    );
    running.push(indexer);
    await indexer.start();
    return indexer;
  }

  /** Ten seconds where nothing else runs. */
  const PATIENCE = { timeoutMs: 200_000 };
  const open = async () =>
    (await listAuditFindings(database.sql, { protocol: PROTOCOL, openOnly: true, limit: 100 })).filter(
      ({ checkName }) => checkName === 'published_numbers',
    );
  const metricsOf = async (indexer: Indexer | undefined): Promise<string> =>
    (await indexer?.metrics.metrics.render()) ?? '';
  const SERIES = 'tidemark_indexer_audit_open_findings{check="published_numbers",severity="critical"} 1';

  it('tells of a row that is made wrong until it is put right, whichever of several indexers checks', async () => {
    const reserve = await chain.putReserve('usdc');
    const indexers = await Promise.all([start(), start()]);
    await waitFor(async () => (await database.sql`SELECT FROM lend.reserve_latest`).length === 1, {
      ...PATIENCE,
      description: 'the reserve stored',
    });
    await waitFor(async () => /audit_last_timestamp_seconds [1-9]/.test(await metricsOf(indexers[0])), {
      ...PATIENCE,
      description: 'an audit in the metrics',
    });

    const [stored] = await database.sql<{ amount: number }[]>`
      SELECT borrowed_amount_f AS amount FROM lend.reserve_latest`;
    const setAmount = (amount: number) =>
      database.sql`UPDATE lend.reserve_latest SET borrowed_amount_f = ${amount}::float8`;
    const [finding] = await waitFor(
      async () => {
        // Again and again: the poll of the start may still come, and write what is right.
        await setAmount(1);
        const findings = await open();
        return findings.length > 0 ? findings : null;
      },
      { ...PATIENCE, intervalMs: 200, description: 'the finding' },
    );
    expect(finding).toMatchObject({ checkName: 'published_numbers', subject: reserve, severity: 'critical' });
    for (const indexer of indexers) {
      await waitFor(
        async () => {
          await setAmount(1);
          return (await metricsOf(indexer)).includes(SERIES);
        },
        { ...PATIENCE, intervalMs: 200, description: 'the finding in the metrics' },
      );
    }
    await waitFor(() => lines.some((line) => line.includes('the audit found something') && line.includes(reserve)), {
      ...PATIENCE,
      description: 'the finding in the log',
    });

    await setAmount(stored?.amount ?? Number.NaN);
    await waitFor(async () => (await open()).length === 0, { ...PATIENCE, description: 'nothing open' });
    const told = [/audit_endpoint_lag_slots\{endpoint="127\.0\.0\.1:\d+"\} 0\n/, /audit_duration_seconds \d/];
    told.push(/audit_endpoint_differing_accounts\{endpoint="127\.0\.0\.1:\d+"\} 0\n/);
    await waitFor(
      async () => {
        const text = await metricsOf(indexers[1]);
        return !text.includes(SERIES) && told.every((pattern) => pattern.test(text));
      },
      { ...PATIENCE, description: 'the endpoint and no finding in the metrics' },
    );
    expect(lines.filter((line) => line.includes('job failed') && line.includes('"audit"'))).toEqual([]);
  }, 600_000);
});
