import { type AccountBytes, CLOCK_SYSVAR_ADDRESS, decodeClock, isLendingError } from '@tidemark/core';
import type { FoundAccounts } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import {
  type AnswerFault,
  type FetchAccountsOptions,
  fetchAccounts,
  MAX_ACCOUNTS_PER_CALL,
  type Rpc,
} from '../rpc/index.ts';
import { type Bank } from './bank.ts';
import type { BankClock, FindClockFault } from './bank-clock.ts';

/** Accounts in one batch: one place of the call is the clock's. */
export const MAX_BATCH_SIZE = MAX_ACCOUNTS_PER_CALL - 1;

/**
 * Why a batch as a whole could not be done; accounts that cannot be read fail alone, into the quarantine.
 *
 * SLOT_DURATION_UNAVAILABLE: no slot duration was measured, stored or configured, and none is assumed. CHAIN_HALTED: the node answers, and shows no
 * later bank than the one that is stored, for long.
 */
export class PipelineError extends Error {
  readonly code: 'SLOT_DURATION_UNAVAILABLE' | 'CHAIN_HALTED';

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
  /** Of the Clock sysvar. */
  readonly epoch: bigint;
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

/** Providers that cache accounts one by one may be a few slots apart; more than this is another bank. */
const MAX_CLOCK_DISTANCE = 150n;
/** 9999-12-31: times beyond it cannot be stored and are no times. */
const MAX_UNIX_TIMESTAMP = 253_402_300_799n;

/**
 * Reads up to 99 accounts and the Clock sysvar from one bank, in one call. Fails with RpcError: CLOCK_UNAVAILABLE where every endpoint
 * leaves the sysvar out, CLOCK_IMPLAUSIBLE where the time of each is one that cannot be; and as `bankClock` does.
 */
export async function fetchBatch(
  rpc: Rpc,
  addresses: readonly string[],
  {
    bankClock,
    ...options
  }: Pick<FetchAccountsOptions, 'minContextSlot' | 'requestId' | 'avoid'> & {
    readonly bankClock: Pick<BankClock, 'begin'>;
  },
): Promise<FetchedBatch> {
  const findFault = await bankClock.begin();
  const fetched = await fetchAccounts(rpc, [...addresses, CLOCK_SYSVAR_ADDRESS], {
    ...options,
    verify: (accounts, contextSlot) => findClockFault(accounts.at(-1) ?? null, contextSlot, findFault),
  });
  const clock = fetched.accounts.at(-1) ?? null;
  if (clock === null) throw new RangeError('an answer without the Clock sysvar was not refused');
  const { slot, unixTimestamp, epoch } = decodeClock(clock);
  const accounts = new Map(addresses.map((address, i) => [address, fetched.accounts[i] ?? null]));
  return { bank: { slot, unixTimestamp }, accounts, epoch, endpoint: fetched.endpoint };
}

/** Accounts that the endpoints take in one call beside the clock. */
export function batchSizeOf(rpc: Pick<Rpc, 'maxKeys'>): number {
  return Math.max(1, rpc.maxKeys() - 1);
}

/**
 * Runs over a list in pieces that fit into a call with the clock, one after the other. A piece that turns out to be too large for the
 * endpoints is cut again: how many they take is known once they have refused it.
 */
export async function inPieces<T, R>(
  rpc: Pick<Rpc, 'maxKeys'>,
  items: readonly T[],
  run: (piece: readonly T[], index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let rest = items;
  while (rest.length > 0) {
    const piece = rest.slice(0, batchSizeOf(rpc));
    try {
      results.push(await run(piece, results.length));
      rest = rest.slice(piece.length);
    } catch (error) {
      if (errorCode(error) !== 'REQUEST_TOO_LARGE' || batchSizeOf(rpc) >= piece.length) throw error;
    }
  }
  return results;
}

/** Splits a list into pieces of at most `size`, in its order. */
export function chunk<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}

/** A clock that cannot be the bank's makes the whole answer wrong, so that it is asked for elsewhere. */
function findClockFault(
  account: AccountBytes | null,
  contextSlot: bigint,
  findFault: FindClockFault,
): AnswerFault | undefined {
  const malformed = (detail: string): AnswerFault => ({ code: 'MALFORMED_RESPONSE', detail });
  if (account === null) return { code: 'CLOCK_UNAVAILABLE', detail: 'the answer has no Clock sysvar' };
  try {
    const { slot, unixTimestamp } = decodeClock(account);
    const distance = slot > contextSlot ? slot - contextSlot : contextSlot - slot;
    if (distance > MAX_CLOCK_DISTANCE)
      return malformed(`the clock says slot ${slot} in the bank of slot ${contextSlot}`);
    if (unixTimestamp <= 0n || unixTimestamp > MAX_UNIX_TIMESTAMP)
      return malformed(`the clock says time ${unixTimestamp}`);
    const detail = findFault({ slot, unixTimestamp });
    return detail === undefined ? undefined : { code: 'CLOCK_IMPLAUSIBLE', detail };
  } catch (error) {
    if (isLendingError(error)) return malformed(`the clock cannot be read: ${error.code}`);
    throw error;
  }
}
