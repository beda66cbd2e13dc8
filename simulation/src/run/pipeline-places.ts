import { join } from 'node:path';
import type { ManagedProcess } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import { choosePort } from '../network/choose-port.ts';
import type { Link } from '../network/link.ts';
import type { Plan } from '../plan/plan.ts';
import { type ChainNode, type ChainSettings, startChainNode } from '../processes/chain-node.ts';
import type { DatabaseServer } from '../processes/database-server.ts';
import { type IndexerSettings, startApi, startIndexer } from '../processes/pipeline.ts';
import type { RedisServer } from '../processes/redis-server.ts';
import { untilItAnswers } from '../processes/start-program.ts';
import { createWallClock, type WallClock } from '../processes/wall-clock.ts';
import { createRoute } from './route.ts';
import { Supervisor } from './supervisor.ts';

/** Polls come this often in real time. */
const POLL_INTERVAL_MS = 150;

/** Takes what has to be ended, last things first. */
export type Later = (stop: () => Promise<unknown>) => void;

/** An indexer that hardly polls. */
export interface QuietIndexer {
  readonly process: ManagedProcess;
  /** Of its metrics. */
  readonly opsUrl: string;
}

/** Which version of the program a start takes. */
export interface Version {
  isNew: boolean;
  readonly oldCodeDir: string | null;
  /** Top folder of the version that is tested; null: this repository. */
  readonly codeDir: string | null;
}

/** The processes that are tested. */
export interface Pipeline {
  /** One for each place of an indexer. */
  readonly indexers: readonly Supervisor[];
  readonly api: Supervisor;
  /** The address that clients know. */
  readonly apiUrl: string;
  /** Of each indexer, and the API's last. */
  readonly clocks: readonly WallClock[];
  /** The address of one process of the API. */
  apiUrlOf(server: ManagedProcess): string;
  /** New connections of clients go to this process of the API. */
  routeTo(server: ManagedProcess): Promise<void>;
  /** Waits until the indexer of a place answers `/health`: from then on it also listens to signals. */
  untilIndexerListens(place: number, timeoutMs: number): Promise<void>;
  /** Starts an indexer of another chain on the same database. */
  startForeignIndexer(): Promise<ManagedProcess>;
  /** Starts an indexer that polls at once and then seldom, so that what is stored comes to rest. */
  startQuietIndexer(): Promise<QuietIndexer>;
}

export interface PipelineParts {
  readonly plan: Plan;
  readonly dir: string;
  readonly logDir: string;
  readonly nodes: readonly ChainNode[];
  readonly database: DatabaseServer;
  readonly redis: RedisServer | null;
  readonly version: Version;
  readonly apiLink: Link;
  readonly later: Later;
  readonly foreignChain: (plan: Plan) => ChainSettings;
}

export async function startPipeline(parts: PipelineParts): Promise<Pipeline> {
  const { plan, dir, apiLink, later } = parts;
  const files = Array.from({ length: plan.indexers + 1 }, (_, place) => join(dir, `clock-${place}`));
  const clocks = await Promise.all(files.map(createWallClock));
  const places = clocks.slice(0, -1).map((clock, place) => createIndexerPlace(parts, place, clock));
  const indexers = places.map(({ supervisor }) => supervisor);
  const { api, apiUrlOf, routeTo } = createApiPlace(parts, clocks.at(-1));
  for (const supervisor of [...indexers, api]) later(() => supervisor.stop());
  await api.start();
  const apiUrl = `http://127.0.0.1:${apiLink.port}`;
  const isUp = async (): Promise<boolean> =>
    (await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(5_000) })).ok;
  await waitFor(isUp, {
    timeoutMs: 120_000,
    description: 'the API to answer',
  });
  for (const indexer of indexers) await indexer.start();
  return {
    indexers,
    api,
    apiUrl,
    clocks,
    apiUrlOf,
    routeTo,
    untilIndexerListens: async (place, timeoutMs) => places[place]?.untilItListens(timeoutMs),
    startForeignIndexer: () => startForeignIndexer(parts),
    startQuietIndexer: () => startQuietIndexer(parts),
  };
}

/** An indexer, and the port of operators that each of its processes has. */
function createIndexerPlace(parts: PipelineParts, place: number, clock: WallClock) {
  const { plan, nodes, version } = parts;
  const name = `indexer ${place}`;
  const rpcUrls = nodes.map((node) => node.rpcUrl);
  const wsUrls = plan.follows ? nodes.map((node) => node.wsUrl) : [];
  const ports = new Map<ManagedProcess, number>();
  const supervisor = new Supervisor(name, async () => {
    const opsPort = await choosePort();
    const settings = { ...commonOf(parts), ...codeOf(version), rpcUrls, wsUrls, clock, opsPort };
    const process = await startIndexer({ ...settings, name });
    ports.set(process, opsPort);
    return process;
  });
  const listensNow = async (): Promise<boolean> => {
    const process = supervisor.running();
    if (process === null) return false;
    const response = await fetch(`http://127.0.0.1:${ports.get(process)}/health`, {
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.ok;
  };
  return {
    supervisor,
    untilItListens: async (timeoutMs: number): Promise<void> => {
      await waitFor(listensNow, { timeoutMs, intervalMs: 100, description: `/health of ${name}` });
    },
  };
}

/** The API behind its address. While no process listens there, connections are refused, as they are without a link. */
function createApiPlace({ database, version, apiLink, logDir }: PipelineParts, clock: WallClock | undefined) {
  const ports = new Map<ManagedProcess, number>();
  const portOf = (server: ManagedProcess): number => ports.get(server) ?? 0;
  const route = createRoute(apiLink);
  const routeTo = (server: ManagedProcess): Promise<void> => route.to(server, portOf(server));
  const api: Supervisor = new Supervisor('api', async () => {
    const settings = {
      logDir,
      databaseUrl: database.url,
      ...codeOf(version),
      ...(clock === undefined ? {} : { clock }),
    };
    const { process, port } = await startApi(settings);
    ports.set(process, port);
    if (!api.isRunning()) void routeTo(process);
    return process;
  });
  return { api, routeTo, apiUrlOf: (server: ManagedProcess) => `http://127.0.0.1:${portOf(server)}` };
}

function codeOf({ isNew, oldCodeDir, codeDir }: Version): Pick<IndexerSettings, 'codeDir'> {
  const dir = isNew ? codeDir : oldCodeDir;
  return dir === null ? {} : { codeDir: dir };
}

function commonOf({ database, redis, logDir, plan: { liquidityIntervalMs } }: PipelineParts) {
  const redisUrl = redis?.url ?? null;
  return { logDir, databaseUrl: database.url, redisUrl, pollIntervalMs: POLL_INTERVAL_MS, liquidityIntervalMs };
}

async function startForeignIndexer(parts: PipelineParts): Promise<ManagedProcess> {
  const foreign = await startChainNode('foreign node', parts.foreignChain(parts.plan), {
    logDir: parts.logDir,
  });
  const settings = { ...commonOf(parts), ...codeOf(parts.version), rpcUrls: [foreign.rpcUrl], wsUrls: [] };
  const program = await startIndexer({ ...settings, name: 'foreign indexer' });
  void program.exited.then(() => foreign.stop());
  parts.later(() => program.stop());
  return program;
}

async function startQuietIndexer(parts: PipelineParts): Promise<QuietIndexer> {
  const rpcUrls = parts.nodes.slice(0, 1).map(({ rpcUrl }) => rpcUrl);
  const opsPort = await choosePort();
  const settings = {
    ...commonOf(parts),
    ...codeOf(parts.version),
    rpcUrls,
    wsUrls: [],
    pollIntervalMs: 30_000,
    priceIntervalMs: 30_000,
    liquidityIntervalMs: 3_600_000,
    // On a chain that stands each search fails, and each failure is more to roll up.
    discoverIntervalMs: 3_600_000,
    opsPort,
  };
  const program = await startIndexer({ ...settings, name: 'quiet indexer' });
  parts.later(() => program.stop());
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  await untilItAnswers(program, `${opsUrl}/ready`);
  return { process: program, opsUrl };
}
