import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailedMigration } from '../audit/audit-migrations.ts';
import { type Link, startLink } from '../network/link.ts';
import type { Plan } from '../plan/plan.ts';
import { type ChainNode, type ChainSettings, type NodeFiles, startChainNode } from '../processes/chain-node.ts';
import type { ClusterTemplate } from '../processes/cluster-template.ts';
import { type DatabaseServer, startDatabaseServer } from '../processes/database-server.ts';
import { mountDisk } from '../processes/disk.ts';
import { runMigrations } from '../processes/pipeline.ts';
import { type RedisServer, startRedisServer } from '../processes/redis-server.ts';
import { migrateUntilDone } from './migrate-until-done.ts';
import { type Later, type Pipeline, startPipeline, type Version } from './pipeline-places.ts';

/** Everything that runs for one seed. */
export interface World extends Pipeline {
  readonly plan: Plan;
  readonly truthFile: string;
  /** What the nodes of the chain have sent whole. */
  readonly answerFiles: readonly string[];
  /** A file for each name of a process, with all that it said. */
  readonly logDir: string;
  /** Its first node writes the truth; the second may be of another chain. */
  readonly nodes: readonly ChainNode[];
  readonly database: DatabaseServer;
  readonly redis: RedisServer | null;
  readonly apiKey: string;
  /** What places of processes start from now on. */
  readonly version: Version;
  /** Brings the database to the schema of this version, past the link: a session that is half-open would keep the lock. */
  migrate(): Promise<void>;
  /** Tries of that which failed. */
  readonly failedMigrations: readonly FailedMigration[];
  /** Ends everything that runs, in order. Safe to call after a failure in the middle. */
  stop(): Promise<void>;
}

export interface WorldOptions {
  readonly dir: string;
  readonly template: ClusterTemplate;
  /** Top folder of the version that is there before the deploy; null: this one. */
  readonly oldCodeDir: string | null;
  /** Top folder of the version that is tested, built; null: this repository. */
  readonly codeDir: string | null;
  /** Asked in the end: whether what lies in memory is to be copied to `dir`. */
  readonly keeps: () => boolean;
}

/** Starts the world of a plan. The indexers are started and not waited for. */
export async function startWorld(plan: Plan, options: WorldOptions): Promise<World> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let each = stops.pop(); each !== undefined; each = stops.pop()) await each();
  };
  try {
    return await build(plan, options, (each) => void stops.push(each), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(plan: Plan, options: WorldOptions, later: Later, stop: () => Promise<void>): Promise<World> {
  const { dir, template, oldCodeDir, codeDir } = options;
  await mkdir(dir, { recursive: true });
  const truthFile = join(dir, 'truth.jsonl');
  const logDir = join(dir, 'logs');
  const answerFiles = [join(dir, 'answers.jsonl'), join(dir, 'answers-second.jsonl')];
  const nodes = await startNodes(plan, { logDir, truthFile }, answerFiles, later);
  const database = await startDatabase(plan, options, later);
  const redis = plan.queue === 'redis' ? await startRedisServer() : null;
  if (redis !== null) later(() => redis.stop());
  const version: Version = { isNew: oldCodeDir === null, oldCodeDir, codeDir };
  const apiLink: Link = await startLink(0);
  apiLink.shut();
  later(() => apiLink.stop());
  const pipeline = await startPipeline({
    plan,
    dir,
    logDir,
    nodes,
    database,
    redis,
    version,
    apiLink,
    later,
    foreignChain,
  });
  const failedMigrations: FailedMigration[] = [];
  return {
    ...pipeline,
    plan,
    truthFile,
    answerFiles: answerFiles.slice(0, plan.secondNode === 'same' ? 2 : 1),
    logDir,
    nodes,
    database,
    redis,
    version,
    apiKey: template.apiKey,
    migrate: () => migrateUntilDone(() => runMigrations(database.directUrl, codeDir ?? undefined), failedMigrations),
    failedMigrations,
    stop,
  };
}

async function startDatabase(
  plan: Plan,
  { dir, template, keeps }: WorldOptions,
  later: Later,
): Promise<DatabaseServer> {
  const needsDisk = plan.episodes.some(({ fault }) => fault === 'diskFull');
  const disk = needsDisk ? await mountDisk(join(dir, 'disk')) : null;
  if (disk !== null) {
    later(async () => {
      if (keeps()) await cp(disk.dir, dir, { recursive: true });
      await disk.unmount();
    });
  }
  const clusterDir = join(disk === null ? dir : disk.dir, 'postgres');
  await template.copyTo(clusterDir);
  const database = await startDatabaseServer({ dir: clusterDir, disk });
  later(() => database.stop());
  return database;
}

async function startNodes(
  plan: Plan,
  files: NodeFiles,
  [firstAnswers = '', secondAnswers = '']: readonly string[],
  later: Later,
): Promise<ChainNode[]> {
  const first = await startChainNode('node', chainOf(plan), { ...files, answerFile: firstAnswers });
  later(() => first.stop());
  if (plan.secondNode === 'none') return [first];
  const settings = plan.secondNode === 'same' ? chainOf(plan) : foreignChain(plan);
  const second = await startChainNode('second node', settings, { logDir: files.logDir, answerFile: secondAnswers });
  later(() => second.stop());
  return [first, second];
}

function chainOf({ seed, firstSlot, firstUnixTime, slotMs, reserves }: Plan): ChainSettings {
  return { seed, firstSlot, firstUnixTime, slotMs, reserves };
}

/** The same addresses and slots, other states and another genesis. */
function foreignChain(plan: Plan): ChainSettings {
  return { ...chainOf(plan), seed: plan.seed + 1_000_000 };
}
