import { kamino, type Protocol } from '@tidemark/protocols';
import { createLogger } from '@tidemark/runtime';
import type { IndexerConfig } from '../src/config.ts';
import { createIndexerMetrics, type IndexerMetrics } from '../src/metrics.ts';
import { Pipeline } from '../src/pipeline/pipeline.ts';
import { RpcClient } from '../src/rpc/index.ts';
import type { TestChain } from './test-chain.ts';
import { testConfig } from './test-config.ts';
import type { IndexerTestDatabase } from './test-database.ts';

export interface TestPipeline extends Pipeline {
  readonly metrics: IndexerMetrics;
  readonly close: () => void;
}

export const TEST_GENESIS_HASH = 'a chain of the tests';

/** The steps as the jobs call them, without queue and schedule. */
export function openPipeline(
  chain: Pick<TestChain, 'rpcUrl'>,
  database: IndexerTestDatabase,
  overrides: Partial<IndexerConfig> = {},
  genesisHash: string = TEST_GENESIS_HASH,
  protocol: Protocol = kamino,
): TestPipeline {
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], ...overrides });
  const rpc = new RpcClient({
    urls: config.rpcUrls,
    commitment: config.commitment,
    timeoutMs: config.rpcTimeoutMs,
    maxRetries: config.rpcMaxRetries,
    requestsPerSecond: config.rpcRequestsPerSecond,
    maxKeys: config.rpcMaxAccounts,
  });
  const metrics = createIndexerMetrics();
  const logger = createLogger({ name: 'test', level: 'silent' });
  const pipeline = new Pipeline({ protocol, config, database, rpc, genesisHash, logger, metrics });
  return Object.assign(pipeline, { metrics, close: () => rpc.close() });
}
