import { setTimeout as delay } from 'node:timers/promises';
import type { FaultName } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import type { NodeFaults } from '../processes/chain-node.ts';
import type { RedisServer } from '../processes/redis-server.ts';
import { type Struck, strikeDatabase } from './database-faults.ts';
import { nodeFaultsOf } from './node-faults.ts';
import type { World } from './world.ts';

/** Exit code of an indexer whose database is of another chain. */
const EXIT_CHAIN_MISMATCH = 65;
/** A fault strikes somewhere within its tick, where the plan says. */
const JITTER_MS = 90;

/** Puts a fault in force. Throws what says that the pipeline did what it must not do. */
export async function strike(world: World, episode: Episode, activeNodeFaults: NodeFaultSets): Promise<Struck> {
  const { fault, target, strength } = episode;
  const nodeFaults = nodeFaultsOf(fault, strength);
  if (nodeFaults !== null) return activeNodeFaults.add(target, nodeFaults);
  await delay(strength * JITTER_MS);
  const struck =
    (await strikeDatabase(fault, world.database)) ??
    (world.redis === null ? null : await strikeRedis(fault, world.redis)) ??
    (await strikeProcess(fault, world, target));
  if (struck === null) throw new Error(`no way to strike with ${fault}`);
  return struck;
}

/** Faults of nodes, which replace one another as a whole. */
export interface NodeFaultSets {
  add(node: number, faults: NodeFaults): Promise<Struck>;
}

export function createNodeFaultSets({ nodes, plan }: Pick<World, 'nodes' | 'plan'>): NodeFaultSets {
  return {
    add: async (place, faults) => {
      const node = nodes[place];
      if (node === undefined) throw new Error(`there is no node ${place}`);
      await node.setFaults({ seed: plan.seed + place, ...faults });
      return { end: () => node.setFaults({}) };
    },
  };
}

async function strikeRedis(fault: FaultName, redis: RedisServer): Promise<Struck | null> {
  const { admin } = redis;
  switch (fault) {
    case 'redisKilled':
      await redis.kill();
      return { end: () => redis.start() };
    case 'redisEmptied':
      await admin.flushall();
      return { end: async () => undefined };
    case 'redisFull':
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      await admin.config('SET', 'maxmemory', '1');
      return { end: async () => void (await admin.config('SET', 'maxmemory', '0')) };
    case 'redisFrozen':
      redis.signal('SIGSTOP');
      return { end: async () => redis.signal('SIGCONT') };
    case 'redisReplica':
      await admin.replicaof('127.0.0.1', 1);
      return { end: async () => void (await admin.replicaof('NO', 'ONE')) };
    case 'redisClientsCut': {
      const cut = async (): Promise<void> =>
        void (await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      return { end: async () => undefined, beat: cut };
    }
    default:
      return null;
  }
}

async function strikeProcess(fault: FaultName, world: World, target: number): Promise<Struck | null> {
  const victim = fault.startsWith('api') ? world.api : world.indexers[target];
  if (victim === undefined) return null;
  switch (fault) {
    case 'indexerKilled':
    case 'apiKilled':
      await victim.end('SIGKILL');
      return { end: () => victim.start() };
    case 'indexerStopped':
    case 'apiStopped': {
      const ended = victim.end('SIGTERM');
      return { end: () => ended.then(() => victim.start()) };
    }
    case 'indexerPaused':
    case 'indexerSlept':
    case 'apiPaused':
      victim.signal('SIGSTOP');
      return { end: async () => victim.signal('SIGCONT') };
    case 'foreignIndexer':
      return { end: await expectRefusal(world) };
    default:
      return null;
  }
}

/** An indexer of another chain has to go away by itself. While the database is down it cannot know, and waits. */
async function expectRefusal(world: World): Promise<() => Promise<void>> {
  const program = await world.startForeignIndexer();
  return async () => {
    const { code, signal } = await program.exited;
    if (code === EXIT_CHAIN_MISMATCH) return;
    throw new Error(`an indexer of another chain ended with ${signal ?? code}:\n${program.tail().join('\n')}`);
  };
}
