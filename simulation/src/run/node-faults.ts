import { FAULTS, type FaultName, FEW_KEYS } from '../plan/fault-list.ts';
import type { Episode } from '../plan/plan.ts';
import type { ChainNode, NodeFaults } from '../processes/chain-node.ts';
import { silenceLinks } from './link-faults.ts';
import type { ChainFaults } from './chain-faults.ts';
import type { Struck } from './struck.ts';

/** What a fault of the RPC lane is to localnet; `strength` is 0 … 1. Null for faults of other lanes. */
function nodeFaultsOf(fault: FaultName, strength: number): NodeFaults | null {
  // From "now and then" to "always": one in four of the outages is total.
  const rate = strength > 0.75 ? 1 : 0.1 + strength;
  const share = 0.02 + strength * 0.4;
  switch (fault) {
    case 'rpc429':
      return { http429Rate: rate };
    case 'rpc5xx':
      return { http5xxRate: rate };
    case 'rpcTimeouts':
      return { timeoutRate: rate, timeoutMs: 5_000 };
    case 'rpcBrokenBodies':
      return { brokenBodyRate: rate };
    case 'rpcSlow':
      return { latencyMs: Math.round(50 + strength * 900) };
    case 'accountsTruncated':
      return { truncateRate: share };
    case 'accountsGarbage':
      return { garbageRate: share };
    case 'accountsWrongOwner':
      return { wrongOwnerRate: share };
    case 'accountsMissing':
      return { missingRate: share };
    case 'nodeLags':
      return { lagSlots: Math.round(1 + strength * 120) };
    case 'nodeGoesBack':
      return { slotRegression: Math.round(1 + strength * 100), slotRegressionRate: 0.5 };
    case 'nullClock':
      return { nullClock: true };
    case 'listingFails':
      return { refuseMethods: ['getProgramAccounts'], refuseWith: strength > 0.5 ? 'forbidden' : 'method_not_found' };
    case 'methodLimited':
      return { limitMethods: ['getProgramAccounts'] };
    case 'unknownCode':
      return { unknownCodeRate: rate };
    case 'fewKeys':
      return { maxKeys: FEW_KEYS };
    case 'clockMonthAhead':
      return { clockUnixTime: Math.floor(Date.now() / 1000) + 31 * 86_400 };
    case 'accountsMissingOnce':
      return { missingOnceRate: share };
    case 'accountsSwapped':
      return { swapRate: share };
    case 'nodeStands':
      return { standsStill: true };
    case 'socketCuts':
      return { dropSocketRate: 0.05 + strength * 0.5 };
    default:
      return null;
  }
}

/** Localnet's counter of each fault. */
const COUNTERS: Partial<Record<FaultName, string>> = {
  rpc429: 'http429',
  rpc5xx: 'http5xx',
  rpcTimeouts: 'timeout',
  rpcBrokenBodies: 'brokenBody',
  rpcSlow: 'late',
  accountsTruncated: 'truncated',
  accountsGarbage: 'garbage',
  accountsWrongOwner: 'wrongOwner',
  accountsMissing: 'missing',
  nodeLags: 'lagged',
  nodeGoesBack: 'slotRegression',
  nullClock: 'nullClock',
  listingFails: 'refused',
  methodLimited: 'limited',
  unknownCode: 'unknownCode',
  fewKeys: 'tooManyKeys',
  clockMonthAhead: 'wrongClock',
  accountsMissingOnce: 'missedOnce',
  accountsSwapped: 'swapped',
  nodeStands: 'stood',
  socketCuts: 'socketDrop',
};

/** Strikes a node. Null for faults of other lanes. */
export async function strikeNode(
  { fault, target, strength }: Episode,
  nodes: readonly ChainNode[],
  active: NodeFaultSets,
): Promise<Struck | null> {
  const node = nodes[target];
  if (FAULTS[fault].lane !== 'rpc' || node === undefined) return null;
  if (fault === 'rpcHalfOpen') return silenceLinks([node.links.rpc, node.links.ws], strength);
  if (fault === 'nodesDisagree') return disagree(active, strength);
  const faults = nodeFaultsOf(fault, strength);
  const counter = COUNTERS[fault];
  return faults === null || counter === undefined ? null : active.add(target, faults, counter);
}

/** The first node refuses every other call, so that calls in turn see the chain as it is and as it was. */
async function disagree(active: NodeFaultSets, strength: number): Promise<Struck> {
  const [refuses, lags] = [
    await active.add(0, { http5xxRate: 0.5 }, 'http5xx'),
    await active.add(1, { lagSlots: Math.round(2 + strength * 120) }, 'lagged'),
  ];
  return {
    end: async () => {
      await refuses.end();
      await lags.end();
    },
    effects: async () => Math.min(await refuses.effects(), await lags.effects()),
  };
}

/** The faults that are in force on each node: a node takes them as a whole. */
export interface NodeFaultSets {
  /** `counter` is localnet's name for what the fault does. */
  add(place: number, faults: NodeFaults, counter: string): Promise<Struck>;
  /** Tells a node all of its faults again. */
  tell(place: number): Promise<void>;
}

export function createNodeFaultSets(nodes: readonly ChainNode[], seed: number, chain: ChainFaults): NodeFaultSets {
  const sets = nodes.map(() => new Set<NodeFaults>());
  const told = nodes.map(() => Promise.resolve());
  // One after the other, and each time what is in force then: the last one said counts.
  const tell = (place: number): Promise<void> => {
    const next = (told[place] ?? Promise.resolve())
      .catch(() => undefined)
      .then(() =>
        nodes[place]?.setFaults(Object.assign({ seed: seed + place }, chain.applied, ...(sets[place] ?? []))),
      );
    told[place] = next;
    return next;
  };
  return {
    tell,
    add: async (place, faults, counter) => {
      const [node, inForce] = [nodes[place], sets[place]];
      if (node === undefined || inForce === undefined) throw new Error(`there is no node ${place}`);
      const count = async (): Promise<number> => (await node.faultCounts())[counter] ?? 0;
      const before = await count();
      inForce.add(faults);
      await tell(place);
      return {
        end: () => {
          inForce.delete(faults);
          return tell(place);
        },
        effects: async () => (await count()) - before,
      };
    },
  };
}
