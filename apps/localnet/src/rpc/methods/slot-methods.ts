import { createHash } from 'node:crypto';
import { encodeBase58 } from '@tidemark/core';
import { z } from 'zod';
import { epochOf, SLOTS_PER_EPOCH } from '../../chain/epoch.ts';
import { listPerformanceSamples } from '../../chain/performance-samples.ts';
import { type RpcMethod, slotOf, withContext } from '../method-context.ts';
import { bankConfig, parseConfig, parseParam, requiredParam } from '../params.ts';
import { invalidParams, RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';

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
