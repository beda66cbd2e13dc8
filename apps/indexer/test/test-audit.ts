import { kamino } from '@tidemark/protocols';
import { listAuditFindings } from '@tidemark/schema';
import { createEndpointReaders } from '../src/audit/endpoints/read-endpoints.ts';
import { type AuditReport, runAudit, type RunAuditDeps } from '../src/audit/run-audit.ts';
import { RpcClient, fetchGenesisHash } from '../src/rpc/index.ts';
import type { ScenarioChain } from './scenario-chain.ts';
import type { IndexerTestDatabase } from './test-database.ts';
import { PROTOCOL } from './test-rollup.ts';

/** What an audit needs of a test: a chain, and what was stored of it. */
export interface AuditedScene {
  readonly chain: Pick<ScenarioChain, 'rpcUrl'>;
  readonly database: IndexerTestDatabase;
}

export interface AuditOptions extends Partial<RunAuditDeps> {
  /** The chain of the scene when left out. */
  readonly rpcUrls?: readonly string[];
}

/** Long enough for nothing of a test to be taken as settled. */
const NEVER_SETTLED_MS = 7 * 86_400_000;

/** One audit of what a scene has stored, with real requests to its chain. */
export async function auditScene(
  { chain, database }: AuditedScene,
  { rpcUrls = [chain.rpcUrl], ...overrides }: AuditOptions = {},
): Promise<AuditReport | null> {
  const rpc = { commitment: 'confirmed', timeoutMs: 60_000, requestsPerSecond: 1_000 } as const;
  const client = new RpcClient({ ...rpc, urls: [chain.rpcUrl], maxRetries: 0 });
  const endpoints = createEndpointReaders({ ...rpc, urls: rpcUrls });
  try {
    return await runAudit({
      database,
      protocol: kamino,
      genesisHash: await fetchGenesisHash(client),
      endpoints,
      isFollowed: () => true,
      gapAfterMs: 30_000,
      discoverIntervalMs: 600_000,
      settleMs: NEVER_SETTLED_MS,
      signal: new AbortController().signal,
      ...overrides,
    });
  } finally {
    endpoints.close();
    client.close();
  }
}

/** Open findings as `check subject-kind severity`, sorted. */
export async function listOpen(
  { database }: Pick<AuditedScene, 'database'>,
  protocol: string = PROTOCOL,
): Promise<string[]> {
  const findings = await listAuditFindings(database.sql, { protocol, openOnly: true, limit: 1_000 });
  return findings.map(({ checkName, subjectKind, severity }) => `${checkName} ${subjectKind} ${severity}`).toSorted();
}

/** Makes everything that was committed so far look as if it had been there for two weeks. */
export async function settleCommits({ database }: Pick<AuditedScene, 'database'>): Promise<void> {
  await database.sql`UPDATE lend.batch_commits SET committed_at = committed_at - interval '14 days'`;
}
