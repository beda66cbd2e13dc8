import { setTimeout as delay } from 'node:timers/promises';
import { FAULTS } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import { strikeDatabase } from './database-faults.ts';
import { deploy } from './deploy.ts';
import { type NodeFaultSets, strikeNode } from './node-faults.ts';
import { strikeClock, strikeProcess } from './process-faults.ts';
import { strikeRedis } from './redis-faults.ts';
import type { ChainFaults } from './chain-faults.ts';
import type { Struck } from './struck.ts';
import type { World } from './world.ts';

/** A fault strikes somewhere within its tick, where the plan says. */
const JITTER_MS = 90;

/** What nodes are told of faults. */
export interface FaultSets {
  readonly nodes: NodeFaultSets;
  readonly chain: ChainFaults;
}

/** Puts a fault in force. Throws what says that the pipeline did what it must not do, or NotPermittedError. */
export async function strike(world: World, episode: Episode, sets: FaultSets): Promise<Struck> {
  await delay(episode.strength * JITTER_MS);
  const struck = await strikeLane(world, episode, sets);
  if (struck === null) throw new Error(`no way to strike with ${episode.fault}`);
  return struck;
}

async function strikeLane(world: World, episode: Episode, sets: FaultSets): Promise<Struck | null> {
  const { fault, target, strength } = episode;
  switch (FAULTS[fault].lane) {
    case 'rpc':
      return sets.chain.strike(episode) ?? strikeNode(episode, world.nodes, sets.nodes);
    case 'oracle':
    case 'pool':
      return sets.chain.strike(episode);
    case 'postgres':
      return strikeDatabase(fault, strength, world.database);
    case 'redis':
      return world.redis === null ? null : strikeRedis(fault, strength, world.redis);
    case 'indexer':
    case 'api':
      return strikeProcess(fault, world, target);
    case 'clock':
      return strikeClock(episode, world);
    case 'deploy':
      return deploy(world);
    default:
      return null;
  }
}
