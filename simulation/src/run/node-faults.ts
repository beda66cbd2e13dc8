import type { FaultName } from '../plan/fault-list.ts';
import type { NodeFaults } from '../processes/chain-node.ts';

/** What a fault of the RPC lane is to localnet; `strength` is 0 … 1. Null for faults of other lanes. */
export function nodeFaultsOf(fault: FaultName, strength: number): NodeFaults | null {
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
    case 'socketCuts':
      return { dropSocketRate: 0.05 + strength * 0.5 };
    default:
      return null;
  }
}
