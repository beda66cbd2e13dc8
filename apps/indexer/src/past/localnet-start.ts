import type { AccountBytes } from '@tidemark/core';
import {
  buildStartAccounts,
  type ChainStart,
  deriveGenesisHash,
  digestAccounts,
  SCENARIOS,
} from '@tidemark/protocols/localnet';
import { errorCode } from '@tidemark/runtime';
import { z } from 'zod';
import { clusterLabelOf } from '../identify-chain.ts';
import { EXIT_CHAIN_MISMATCH, StartError } from '../wait-until-available.ts';
import type { Rpc } from '../rpc/index.ts';

const toldSchema = z.object({
  source: z.string(),
  seed: z.string(),
  reserves: z.number().int().nonnegative(),
  startSlot: z.number().int().nonnegative(),
  startUnixTimeMs: z.number(),
  reportedSlotMs: z.number().positive(),
  accountsSha256: z.string(),
});

/** What a localnet tells of its start, and proves: the genesis hash of the chain is made of it. */
export type LocalnetStart = z.output<typeof toldSchema>;

const METHOD = 'getSimulatedStart';

/** What a node tells of its chain's start; only a localnet's does. Fails with RpcError where no node answers. */
export async function askSimulatedStart(rpc: Rpc): Promise<unknown> {
  return rpc
    .call({ method: METHOD, params: [] }, ({ result }) => result)
    .then(
      ({ value }) => value,
      (error: unknown) => {
        if (['METHOD_REFUSED', 'RPC_FAILED'].includes(errorCode(error) ?? '')) return null;
        throw error;
      },
    );
}

/** The start of a chain that is simulated; null for any other. A chain of others has no such hash, whatever its node tells. */
export async function fetchLocalnetStart(
  ask: () => Promise<unknown>,
  genesisHash: string,
): Promise<LocalnetStart | null> {
  // A public cluster is not asked for what its nodes do not know.
  if (clusterLabelOf(genesisHash) !== 'custom') return null;
  const start = toldSchema.safeParse(await ask()).data;
  return start !== undefined && deriveGenesisHash(start) === genesisHash ? start : null;
}

/** A chain whose past can be made: its scenario is known here, and gives the very accounts that it began with. */
export interface PastChain {
  readonly chain: ChainStart;
  readonly accounts: readonly AccountBytes[];
}

/** Throws StartError for a chain that is not a localnet's, or whose first accounts are not those of the scenario. */
export function expectPastChain(genesisHash: string, start: LocalnetStart | null): PastChain {
  const refuse = (why: string): never => {
    const message = `LOCALNET_HISTORY is for a localnet's built-in scenario alone: ${why}. Set it to 0.`;
    throw new StartError(message, EXIT_CHAIN_MISMATCH);
  };
  if (start === null) return refuse(`the chain with genesis hash ${genesisHash} is none`);
  if (!start.source.startsWith('scenario/')) return refuse('this one serves account files');
  const accounts = buildStartAccounts(SCENARIOS, start);
  if (digestAccounts(accounts) !== start.accountsSha256) {
    return refuse(`this one began with accounts of another version (${start.source}) or another slot time`);
  }
  return { chain: start, accounts };
}
