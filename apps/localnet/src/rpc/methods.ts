import { createHash } from 'node:crypto';
import { encodeBase58 } from '@tidemark/core';
import { z } from 'zod';
import { type ChainAccount, rentExemptLamports } from '../chain/chain-account.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Chain } from '../chain/chain.ts';
import { epochOf, listPerformanceSamples, SLOTS_PER_EPOCH } from '../chain/slot-clock.ts';
import { accountFiltersParam, matchesFilters, parseAccountFilters } from './account-filters.ts';
import { type Compress, encodeAccount } from './encode-account.ts';
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

const MAX_MULTIPLE_ACCOUNTS = 100;

const getAccountInfo: RpcMethod = (params, context) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const account = readAccount(context, view, address);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'binary', dataSlice, compress: context.compress };
  return withContext(view.slot, account === null ? null : encodeAccount(account, format));
};

const getMultipleAccounts: RpcMethod = (params, context) => {
  const keys = parseParam(z.array(z.string()), requiredParam(params, 0));
  if (keys.length > MAX_MULTIPLE_ACCOUNTS) {
    throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
  }
  const addresses = keys.map(parseAddressParam);
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'base64', dataSlice, compress: context.compress };
  const accounts = addresses.map((address) => readAccount(context, view, address));
  return withContext(
    view.slot,
    accounts.map((account) => (account === null ? null : encodeAccount(account, format))),
  );
};

const getBalance: RpcMethod = (params, context) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const view = viewOf(context, parseConfig(bankConfig, params[1]));
  return withContext(view.slot, readAccount(context, view, address)?.lamports ?? 0n);
};

/** Calls that read accounts by address. */
export const accountMethods: Readonly<Record<string, RpcMethod>> = {
  getAccountInfo,
  getMultipleAccounts,
  getBalance,
  getMinimumBalanceForRentExemption: (params) => {
    return rentExemptLamports(parseParam(z.number().int().nonnegative(), requiredParam(params, 0)));
  },
};

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

/** Configuration of getProgramAccounts. */
export const programConfig = z.object({
  ...accountConfigShape,
  filters: accountFiltersParam,
  withContext: z.boolean().nullish(),
});

const getProgramAccounts: RpcMethod = (params, context) => {
  const program = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(programConfig, params[1]);
  const filters = parseAccountFilters(config.filters);
  const view = viewOf(context, config);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'binary', dataSlice, compress: context.compress };
  const accounts = view
    .listAccounts()
    .filter((account) => account.owner === program && matchesFilters(account.data, filters))
    .flatMap((account) => context.distort(account) ?? [])
    .map((account) => ({ account: encodeAccount(account, format), pubkey: account.address }));
  return config.withContext === true ? withContext(view.slot, accounts) : accounts;
};

/** Calls that list the accounts of a program. */
export const programMethods: Readonly<Record<string, RpcMethod>> = { getProgramAccounts };

const MAX_SAMPLES = 720;
const BLOCKHASH_LIFETIME_BLOCKS = 150;
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

const getLatestBlockhash: RpcMethod = (params, context) => {
  const slot = slotOf(context, parseConfig(bankConfig, params[0]));
  const digest = createHash('sha256').update(`blockhash ${context.chain.genesisHash} ${slot}`).digest();
  return withContext(slot, {
    blockhash: encodeBase58(digest),
    lastValidBlockHeight: slot + BLOCKHASH_LIFETIME_BLOCKS,
  });
};

const getRecentPerformanceSamples: RpcMethod = (params, context) => {
  const limit = parseParam(z.number().int().nonnegative().nullish(), params[0]) ?? MAX_SAMPLES;
  if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
  const { chain, lagSlots } = context;
  const samples = listPerformanceSamples(chain.slotAt('processed', lagSlots), chain.clock.reportedSlotMs, limit);
  return samples.map((sample) => ({ ...sample }));
};

/** Calls about slots and time. No slot is ever skipped, so block height and slot are the same. */
export const slotMethods: Readonly<Record<string, RpcMethod>> = {
  getSlot: (params, context) => slotOf(context, parseConfig(bankConfig, params[0])),
  getBlockHeight: (params, context) => slotOf(context, parseConfig(bankConfig, params[0])),
  getBlockTime,
  getEpochInfo,
  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  }),
  getLatestBlockhash,
  getRecentPerformanceSamples,
};

/** Every method that is answered over HTTP, by name. */
export const RPC_METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...nodeMethods, ...slotMethods, ...accountMethods, ...programMethods }),
);
