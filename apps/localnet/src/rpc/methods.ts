import { z } from 'zod';
import type { ChainAccount } from '../chain/chain-account.ts';
import type { Chain, ChainView } from '../chain/chain.ts';
import type { ToldStart } from '../chain/open-chain.ts';
import { epochOf, SLOTS_PER_EPOCH } from '../chain/slot-clock.ts';
import { accountFiltersParam, matchesFilters, parseAccountFilters } from './account-filters.ts';
import { encodeAccount } from './encode-account.ts';
import {
  accountConfig,
  accountConfigShape,
  type BankConfig,
  bankConfig,
  parseAddressParam,
  parseConfig,
  parseParam,
  requiredParam,
} from './params.ts';
import {
  invalidParams,
  type JsonValue,
  minContextSlotNotReached,
  nodeBehind,
  RPC_ERROR_CODES,
  RpcError,
} from './json-rpc.ts';

/** What a method may use to answer one call. */
export interface MethodContext {
  readonly chain: Chain;
  readonly start: ToldStart;
  /** The chain's genesis hash, or the one that a fault puts in its place. */
  readonly genesisHash: string;
  /** Slots by which this call sees the chain late. */
  readonly lagSlots: number;
  /** Slots by which banks above `processed` are further behind, because nothing is confirmed. */
  readonly stoodSlots: number;
  /** The most keys of a call that has so many. */
  mostKeys(keys: number): number;
  /** Slots by which the node says it trails the cluster; 0 = healthy. */
  readonly behindSlots: number;
  /** Passes an account that is about to be sent through the faults that are on; null: the caller sees none. */
  distort(account: ChainAccount): ChainAccount | null;
}

/** One RPC method. Throws `RpcError`. */
export type RpcMethod = (params: readonly unknown[], context: MethodContext) => JsonValue | Promise<JsonValue>;

/** Version of the node software that the server claims; clients parse it as a semantic version. */
const API_VERSION = '3.1.8';

/** The chain at the bank that a call asks for. Throws -32016 where the node is not there yet. */
function viewOf(context: MethodContext, config: BankConfig): ChainView {
  return context.chain.view(slotOf(context, config));
}

/** An account as the caller gets to see it; null where it does not exist. */
function readAccount(context: MethodContext, view: ChainView, address: string): ChainAccount | null {
  const account = view.getAccount(address);
  return account === null ? null : context.distort(account);
}

/** The slot of the bank that a call asks for. Throws -32016 where the node is not there yet. */
function slotOf(context: MethodContext, config: BankConfig): number {
  const stoodSlots = config.commitment === 'processed' ? 0 : context.stoodSlots;
  const slot = context.chain.slotAt(config.commitment, context.lagSlots + stoodSlots);
  if (config.minContextSlot !== null && slot < config.minContextSlot) throw minContextSlotNotReached(slot);
  return slot;
}

/** A value with the slot that it belongs to. */
export function withContext(slot: number, value: JsonValue): JsonValue {
  return { context: { apiVersion: API_VERSION, slot }, value };
}

const getAccountInfo: RpcMethod = (params, context) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const account = readAccount(context, view, address);
  return withContext(view.slot, account === null ? null : encodeAccount(account, config));
};

const getMultipleAccounts: RpcMethod = (params, context) => {
  const keys = parseParam(z.array(z.string()), requiredParam(params, 0));
  const most = context.mostKeys(keys.length);
  if (keys.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  const addresses = keys.map(parseAddressParam);
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const accounts = addresses.map((address) => readAccount(context, view, address));
  return withContext(
    view.slot,
    accounts.map((account) => (account === null ? null : encodeAccount(account, config))),
  );
};

/** Feature set that the server claims; some clients only check that there is one. */
const FEATURE_SET = 3_640_012_085;

/** Configuration of getProgramAccounts. */
const programConfig = z.object({
  ...accountConfigShape,
  filters: accountFiltersParam,
  withContext: z.boolean().nullish(),
});

const getProgramAccounts: RpcMethod = (params, context) => {
  const program = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(programConfig, params[1]);
  const filters = parseAccountFilters(config.filters);
  const view = viewOf(context, config);
  const accounts = view
    .listAccounts()
    .filter((account) => account.owner === program && matchesFilters(account.data, filters))
    .flatMap((account) => context.distort(account) ?? [])
    .map((account) => ({ account: encodeAccount(account, config), pubkey: account.address }));
  return config.withContext === true ? withContext(view.slot, accounts) : accounts;
};

const MAX_SAMPLES = 720;
const TRANSACTIONS_PER_SLOT = 1_300;

const getBlockTime: RpcMethod = (params, context) => {
  const slot = parseParam(z.number().int().nonnegative(), requiredParam(params, 0));
  const newest = context.chain.slotAt('processed', context.lagSlots);
  if (slot > newest) throw new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
  const first = context.chain.earliestSlot;
  if (slot < first) {
    const message = `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`;
    throw new RpcError(RPC_ERROR_CODES.blockCleanedUp, message);
  }
  return context.chain.clock.unixTimeAt(slot);
};

const getEpochInfo: RpcMethod = (params, context) => {
  const slot = slotOf(context, parseConfig(bankConfig, params[0]));
  const { epoch, slotIndex } = epochOf(slot);
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch,
    slotIndex,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: slot * TRANSACTIONS_PER_SLOT,
  };
};

const getRecentPerformanceSamples: RpcMethod = (params, context) => {
  const limit = parseParam(z.number().int().nonnegative().nullish(), params[0]) ?? MAX_SAMPLES;
  if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
  const { chain, lagSlots } = context;
  const samples = chain.clock.listPerformanceSamples(chain.slotAt('processed', lagSlots), limit);
  return samples.map((sample) => ({ ...sample }));
};

/** Every method that is answered over HTTP, by name. No slot is ever skipped, so block height and slot are the same. */
export const RPC_METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries<RpcMethod>({
    getHealth: (_params, context) => {
      if (context.behindSlots > 0) throw nodeBehind(context.behindSlots);
      return 'ok';
    },
    getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),
    getGenesisHash: (_params, context) => context.genesisHash,
    // No node of Solana has it: who can make the genesis hash of what it tells knows that the chain is simulated.
    getSimulatedStart: (_params, { start }) => ({ ...start }),
    getSlot: (params, context) => slotOf(context, parseConfig(bankConfig, params[0])),
    getBlockHeight: (params, context) => slotOf(context, parseConfig(bankConfig, params[0])),
    getBlockTime,
    getEpochInfo,
    getRecentPerformanceSamples,
    getAccountInfo,
    getMultipleAccounts,
    getProgramAccounts,
  }),
);
