import type { Chain } from '../chain/chain.ts';
import type { ChainAccount } from '../chain/chain-account.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Compress } from './encode-account.ts';
import type { JsonValue } from './json.ts';
import type { BankConfig } from './params.ts';
import { minContextSlotNotReached } from './rpc-error.ts';

/** What a method may use to answer one call. */
export interface MethodContext {
  readonly chain: Chain;
  readonly compress: Compress;
  /** The chain's genesis hash, or the one that a fault puts in its place. */
  readonly genesisHash: string;
  /** Slots by which this call sees the chain late. */
  readonly lagSlots: number;
  /** Slots by which the node says it trails the cluster; 0 = healthy. */
  readonly behindSlots: number;
  /** Passes an account that is about to be sent through the faults that are on; null: the caller sees none. */
  distort(account: ChainAccount): ChainAccount | null;
}

/** One RPC method. Throws `RpcError`. */
export type RpcMethod = (params: readonly unknown[], context: MethodContext) => JsonValue | Promise<JsonValue>;

/** Version of the node software that the server claims; clients parse it as a semantic version. */
export const API_VERSION = '3.1.8';

/** The chain at the bank that a call asks for. Throws -32016 where the node is not there yet. */
export function viewOf(context: MethodContext, config: BankConfig): ChainView {
  return context.chain.view(slotOf(context, config));
}

/** An account as the caller gets to see it; null where it does not exist. */
export function readAccount(context: MethodContext, view: ChainView, address: string): ChainAccount | null {
  const account = view.getAccount(address);
  return account === null ? null : context.distort(account);
}

/** The slot of the bank that a call asks for. Throws -32016 where the node is not there yet. */
export function slotOf(context: MethodContext, config: BankConfig): number {
  const slot = context.chain.slotAt(config.commitment, context.lagSlots);
  if (config.minContextSlot !== null && slot < config.minContextSlot) throw minContextSlotNotReached(slot);
  return slot;
}

/** A value with the slot that it belongs to. */
export function withContext(slot: number, value: JsonValue): JsonValue {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
