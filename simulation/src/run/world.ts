import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, type ManagedProcess } from '@tidemark/runtime';
import { type ChainNode, type ChainSettings, startChainNode } from '../processes/chain-node.ts';
import type { ClusterTemplate } from '../processes/cluster-template.ts';
import { type DatabaseServer, startDatabaseServer } from '../processes/database-server.ts';
import { type ApiServer, startApi, startIndexer } from '../processes/pipeline.ts';
import { type RedisServer, startRedisServer } from '../processes/redis-server.ts';
import { untilItAnswers } from '../processes/start-program.ts';
import type { Plan } from '../plan/plan.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

/** Polls come this often in real time. */
const POLL_INTERVAL_MS = 150;

/** Everything that runs for one seed. */
export interface World {
  readonly plan: Plan;
  readonly truthFile: string;
  /** Its first node writes the truth; the second may be of another chain. */
  readonly nodes: readonly ChainNode[];
  readonly database: DatabaseServer;
  readonly redis: RedisServer | null;
  /** One for each place of an indexer. */
  readonly indexers: readonly Supervisor[];
  readonly api: Supervisor;
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Starts an indexer of another chain on the same database. */
  startForeignIndexer(): Promise<ManagedProcess>;
  /** Starts an indexer that polls at once and then seldom, so that what is stored comes to rest. */
  startQuietIndexer(): Promise<ManagedProcess>;
  /** Ends everything that runs, in order. Safe to call after a failure in the middle. */
  stop(): Promise<void>;
}

/** Starts the world of a plan. The indexers are started and not waited for. */
export async function startWorld(plan: Plan, dir: string, template: ClusterTemplate): Promise<World> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let each = stops.pop(); each !== undefined; each = stops.pop()) await each();
  };
  try {
    return await build(plan, dir, template, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  plan: Plan,
  dir: string,
  template: ClusterTemplate,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<World> {
  await mkdir(dir, { recursive: true });
  const truthFile = join(dir, 'truth.jsonl');
  const nodes = await startNodes(plan, truthFile, stops);
  await template.copyTo(join(dir, 'postgres'));
  const database = await startDatabaseServer(join(dir, 'postgres'));
  stops.push(() => database.stop());
  const redis = plan.queue === 'redis' ? await startRedisServer() : null;
  if (redis !== null) stops.push(() => redis.stop());

  const rpcUrls = nodes.map((node) => node.rpcUrl);
  const wsUrls = plan.follows ? nodes.map((node) => node.wsUrl) : [];
  const common = { databaseUrl: database.url, redisUrl: redis?.url ?? null, pollIntervalMs: POLL_INTERVAL_MS };
  const indexers = Array.from({ length: plan.indexers }, (_, place) =>
    createSupervisor(`indexer ${place}`, () => startIndexer({ ...common, name: `indexer ${place}`, rpcUrls, wsUrls })),
  );
  let server: ApiServer = await startApi(database.url);
  const { url: apiUrl, port } = server;
  const api = createSupervisor('api', async () => {
    if (server.process.exit() !== null) server = await startApi(database.url, port);
    return server.process;
  });
  for (const supervisor of [...indexers, api]) stops.push(() => supervisor.stop());
  await api.start();
  await untilItAnswers(server.process, `${apiUrl}/health`);
  for (const indexer of indexers) await indexer.start();
  return {
    plan,
    truthFile,
    nodes,
    database,
    redis,
    indexers,
    api,
    apiUrl,
    apiKey: template.apiKey,
    startForeignIndexer: async () => {
      const foreign = await startChainNode('foreign node', foreignChain(plan));
      const program = await startIndexer({ ...common, name: 'foreign indexer', rpcUrls: [foreign.rpcUrl], wsUrls: [] });
      void program.exited.then(() => foreign.stop());
      stops.push(() => program.stop());
      return program;
    },
    startQuietIndexer: async () => {
      const settings = { ...common, name: 'quiet indexer', rpcUrls: rpcUrls.slice(0, 1), wsUrls: [] };
      const opsPort = await findFreePort(0);
      const program = await startIndexer({ ...settings, pollIntervalMs: 30_000, opsPort });
      stops.push(() => program.stop());
      await untilItAnswers(program, `http://127.0.0.1:${opsPort}/ready`);
      return program;
    },
    stop,
  };
}

async function startNodes(plan: Plan, truthFile: string, stops: (() => Promise<unknown>)[]): Promise<ChainNode[]> {
  const first = await startChainNode('node', chainOf(plan), truthFile);
  stops.push(() => first.stop());
  if (plan.secondNode === 'none') return [first];
  const second = await startChainNode('second node', plan.secondNode === 'same' ? chainOf(plan) : foreignChain(plan));
  stops.push(() => second.stop());
  return [first, second];
}

function chainOf({ seed, firstSlot, firstUnixTime, slotMs }: Plan): ChainSettings {
  return { seed, firstSlot, firstUnixTime, slotMs };
}

/** The same addresses and slots, other states and another genesis. */
function foreignChain(plan: Plan): ChainSettings {
  return { ...chainOf(plan), seed: plan.seed + 1_000_000 };
}
