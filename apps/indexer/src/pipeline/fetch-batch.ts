import { type AccountBytes, CLOCK_SYSVAR_ADDRESS, decodeClock, isLendingError, type Moment } from '@tidemark/core';
import type { FoundAccounts } from '@tidemark/protocols';
import {
  type FetchAccountsOptions,
  fetchAccounts,
  fetchBlockTime,
  MAX_ACCOUNTS_PER_CALL,
  type Rpc,
} from '../rpc/index.ts';

/** Accounts in one batch: one place of the call is the clock's. */
export const MAX_BATCH_SIZE = MAX_ACCOUNTS_PER_CALL - 1;

/** The bank that a batch was read from: one slot and its time, the truth of every row of the batch. */
export interface Bank {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
  /** `block_time` only where a provider has no Clock sysvar: then the time is an estimate for the slot. */
  readonly source: 'clock_sysvar' | 'block_time';
}

export function momentOf({ slot, unixTimestamp }: Bank): Moment {
  return { slot, unixSeconds: Number(unixTimestamp) };
}

export function observedAtOf({ unixTimestamp }: Bank): Date {
  return new Date(Number(unixTimestamp) * 1000);
}

/**
 * Why a batch as a whole could not be done; accounts that cannot be read fail alone, into the quarantine.
 *
 * CLOCK_UNAVAILABLE: there was neither the Clock sysvar nor a block time. SLOT_DURATION_UNAVAILABLE: no slot
 * duration was measured, stored or configured, and none is assumed.
 */
export class PipelineError extends Error {
  readonly code: 'CLOCK_UNAVAILABLE' | 'SLOT_DURATION_UNAVAILABLE';

  constructor(code: PipelineError['code'], message: string) {
    super(message);
    this.name = 'PipelineError';
    this.code = code;
  }
}

export interface FetchedBatch {
  readonly bank: Bank;
  /** By address; null where the account does not exist. */
  readonly accounts: FoundAccounts;
  /** Of the Clock sysvar; null where there was none. */
  readonly epoch: bigint | null;
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

/** Providers that cache accounts one by one may be a few slots apart; more than this is another bank. */
const MAX_CLOCK_DISTANCE = 150n;
/** 9999-12-31: times beyond it cannot be stored and are no times. */
const MAX_UNIX_TIMESTAMP = 253_402_300_799n;

/**
 * Reads up to 99 accounts and the Clock sysvar from one bank, in one call. Fails with RpcError, or with PipelineError
 * CLOCK_UNAVAILABLE.
 */
export async function fetchBatch(
  rpc: Rpc,
  addresses: readonly string[],
  options: Pick<FetchAccountsOptions, 'minContextSlot' | 'requestId'> = {},
): Promise<FetchedBatch> {
  const fetched = await fetchAccounts(rpc, [...addresses, CLOCK_SYSVAR_ADDRESS], {
    ...options,
    verify: findClockFault,
  });
  const clock = fetched.accounts.at(-1) ?? null;
  const bank = clock === null ? await fetchBankByBlockTime(rpc, fetched.contextSlot) : readBank(clock);
  const accounts = new Map(addresses.map((address, i) => [address, fetched.accounts[i] ?? null]));
  const epoch = clock === null ? null : decodeClock(clock).epoch;
  return { bank, accounts, epoch, endpoint: fetched.endpoint };
}

/** Splits a list into pieces of at most `size`, in its order. */
export function chunk<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}

/** A clock that cannot be the bank's makes the whole answer wrong, so that it is asked for elsewhere. */
function findClockFault(accounts: readonly (AccountBytes | null)[], contextSlot: bigint): string | undefined {
  const account = accounts.at(-1) ?? null;
  if (account === null) return undefined;
  try {
    const { slot, unixTimestamp } = readBank(account);
    const distance = slot > contextSlot ? slot - contextSlot : contextSlot - slot;
    if (distance > MAX_CLOCK_DISTANCE) return `the clock says slot ${slot} in the bank of slot ${contextSlot}`;
    if (unixTimestamp <= 0n || unixTimestamp > MAX_UNIX_TIMESTAMP) return `the clock says time ${unixTimestamp}`;
    return undefined;
  } catch (error) {
    if (isLendingError(error)) return `the clock cannot be read: ${error.code}`;
    throw error;
  }
}

function readBank(account: AccountBytes): Bank {
  const { slot, unixTimestamp } = decodeClock(account);
  return { slot, unixTimestamp, source: 'clock_sysvar' };
}

async function fetchBankByBlockTime(rpc: Rpc, slot: bigint): Promise<Bank> {
  const blockTime = await fetchBlockTime(rpc, slot);
  if (blockTime === null) {
    throw new PipelineError('CLOCK_UNAVAILABLE', `no Clock sysvar and no block time for slot ${slot}`);
  }
  return { slot, unixTimestamp: BigInt(blockTime), source: 'block_time' };
}
