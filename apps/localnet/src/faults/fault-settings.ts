import { isAddress } from '@tidemark/core';
import { z } from 'zod';

/** Keys that a real node takes in one call. */
export const MOST_KEYS = 100;

const rate = z.number().min(0).max(1).default(0);
const slots = z.number().int().nonnegative().default(0);

/** The faults that a localnet can be set to show. All rates are 0 … 1; everything is off by default. */
export const faultSettings = z.strictObject({
  /** Seed of the faults' own generator; the chain's seed when left out. */
  seed: z.number().int().optional(),
  /** Share of HTTP requests answered with 429 and `Retry-After: 1`. */
  http429Rate: rate,
  /** Share answered with 502, 503 or 504 in turn. */
  http5xxRate: rate,
  /** Share that gets no answer: the socket stays open for `timeoutMs` and is then cut. */
  timeoutRate: rate,
  timeoutMs: z.number().int().nonnegative().max(600_000).default(30_000),
  /** Delay before every answer. */
  latencyMs: z.number().int().nonnegative().max(600_000).default(0),
  /** Share of answers whose JSON ends in the middle. */
  brokenBodyRate: rate,
  /** Shares of sent accounts (never the Clock) that are cut short, overwritten, given a foreign owner, or missing. */
  truncateRate: rate,
  garbageRate: rate,
  wrongOwnerRate: rate,
  missingRate: rate,
  /** The node answers from so many slots ago, with the accounts of that time. */
  lagSlots: slots,
  /** A share of calls is answered from so many slots further back, so that contexts jump back and forth. */
  slotRegression: slots,
  slotRegressionRate: z.number().min(0).max(1).default(1),
  /** getHealth says that the node is so many slots behind, and so does GET /health. */
  behindSlots: slots,
  /** Share of notifications in whose place the WebSocket is cut. */
  dropSocketRate: rate,
  /** Methods that are refused, with JSON-RPC -32601 or with HTTP 403. */
  refuseMethods: z.array(z.string()).default([]),
  refuseWith: z.enum(['method_not_found', 'forbidden']).default('method_not_found'),
  /** Accounts of oracles of the scenario that are no longer written, say a fifth too much, or are gone. */
  oracles: z
    .record(z.string().refine(isAddress, 'is not an address'), z.enum(['stale', 'lying', 'missing']))
    .default({}),
  /** Pools of the scenario that are drained, have no arrays, are gone, are no longer used, or cost more. */
  pools: z
    .record(
      z.string().refine(isAddress, 'is not an address'),
      z.enum(['drained', 'arrays_missing', 'missing', 'stale', 'fee_spike', 'transfer_fee']),
    )
    .default({}),
  /** Methods that are over a limit of their own: HTTP 429 with `Retry-After: 3`, while all others are answered. */
  limitMethods: z.array(z.string()).default([]),
  /** Share of calls that end in an error inside HTTP 200 whose code stands in no list. */
  unknownCodeRate: rate,
  /** The most keys of getMultipleAccounts, said by -32602. */
  maxKeys: z.number().int().min(1).max(MOST_KEYS).default(MOST_KEYS),
  /** `confirmed` and `finalized` stay at the bank of the moment at which this was set; `processed` goes on. */
  standsStill: z.boolean().default(false),
  /** Share of reserves that are absent when they are sent for the first time since this was set, and never after it. */
  missingOnceRate: rate,
  /** Share of reserves that are sent with the bytes of another one of their kind. */
  swapRate: rate,
  /** The Clock sysvar does not exist. */
  nullClock: z.boolean().default(false),
  /** The time that the Clock sysvar says, unix seconds. */
  clockUnixTime: z.number().int().nonnegative().optional(),
  /** getGenesisHash answers this instead. */
  genesisHash: z.string().refine(isAddress, 'is not a base58 hash').optional(),
});

/** Faults with their defaults filled in. */
export type FaultSettings = z.output<typeof faultSettings>;

/** Faults as they are written in LOCALNET_FAULTS or sent to the control endpoint. */
export type FaultInput = z.input<typeof faultSettings>;

/** No fault at all. */
export const NO_FAULTS: FaultSettings = faultSettings.parse({});
