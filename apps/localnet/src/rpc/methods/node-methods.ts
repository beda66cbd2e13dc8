import { createHash } from 'node:crypto';
import { encodeBase58 } from '@tidemark/core';
import { API_VERSION, type RpcMethod } from '../method-context.ts';
import { nodeBehind } from '../rpc-error.ts';

/** Feature set that the server claims; some clients only check that there is one. */
const FEATURE_SET = 3_640_012_085;

/** Calls about the node itself. */
export const nodeMethods: Readonly<Record<string, RpcMethod>> = {
  getHealth: (_params, context) => {
    if (context.behindSlots > 0) throw nodeBehind(context.behindSlots);
    return 'ok';
  },
  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),
  getGenesisHash: (_params, context) => context.genesisHash,
  getIdentity: (_params, context) => ({ identity: deriveIdentity(context.chain.genesisHash) }),
  getFirstAvailableBlock: (_params, context) => context.chain.earliestSlot,
  minimumLedgerSlot: (_params, context) => context.chain.earliestSlot,
};

function deriveIdentity(genesisHash: string): string {
  return encodeBase58(createHash('sha256').update(`localnet identity ${genesisHash}`).digest());
}
