import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { AccountBytes } from '@tidemark/core';
import { z } from 'zod';
import type { NaiveProtocol, NaiveReserve } from '../naive/protocol.ts';
import { protocolOfReserve } from '../naive/protocols.ts';

/** One state of an account, from a slot until the next one's. */
export interface TrueState {
  readonly slot: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly account: AccountBytes;
}

/** The clock of the chain: a time for each slot. */
export interface TrueClock {
  readonly firstSlot: number;
  readonly firstUnixTime: number;
  readonly slotMs: number;
  /** Slots after each of these have another length; ascending. */
  readonly changes?: readonly { readonly slot: number; readonly reportedSlotMs: number }[];
}

/** Everything that the chain went through. */
export interface Truth {
  /** Addresses of all reserves. */
  readonly reserves: readonly string[];
  /** The protocol of a reserve, or of a market of one. */
  protocolOf(address: string): NaiveProtocol;
  /** All states of an account, ascending by slot. */
  statesOf(address: string): readonly TrueState[];
  /** The bytes of an account of an oracle or a pool at a slot; null where there was none. Of arrays of ticks and bins only whether there was one. */
  writtenAt(address: string, slot: number): Uint8Array | null;
  /** The state at a slot; null before the account was there. */
  at(address: string, slot: number): TrueState | null;
  /** Unix seconds. */
  unixTimeAt(slot: number): number;
  reserveAt(address: string, slot: number): NaiveReserve;
  /** Settings of a market. */
  marketAt(address: string, slot: number): object;
}

/** An account of an oracle or a pool from a slot on; null: it is gone. */
export interface WrittenState {
  readonly slot: number;
  readonly data: Uint8Array | null;
}

const writtenSchema = z.object({
  type: z.literal('account'),
  kind: z.enum(['oracle', 'pool']),
  slot: z.number(),
  address: z.string(),
  dataBase64: z.string().nullable(),
});

const paceSchema = z.object({
  type: z.literal('chain'),
  event: z.literal('pace changed'),
  slot: z.number(),
  reportedSlotMs: z.number(),
});

const lineSchema = z.object({
  type: z.literal('account'),
  slot: z.number(),
  address: z.string(),
  owner: z.string(),
  sha256: z.string(),
  dataBase64: z.string(),
});

/** Reads the truth file of a chain that has ended. */
export async function readTruth(file: string, clock: TrueClock): Promise<Truth> {
  const states = new Map<string, TrueState[]>();
  const written = new Map<string, WrittenState[]>();
  const changes: { readonly slot: number; readonly reportedSlotMs: number }[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const parsed: unknown = JSON.parse(line);
    const { data: entryOfWorld } = writtenSchema.safeParse(parsed);
    if (entryOfWorld !== undefined) {
      const { slot, address, dataBase64 } = entryOfWorld;
      const data = dataBase64 === null ? null : new Uint8Array(Buffer.from(dataBase64, 'base64'));
      const known = written.get(address) ?? [];
      written.set(address, known);
      known.push({ slot, data });
      continue;
    }
    const { data: pace } = paceSchema.safeParse(parsed);
    if (pace !== undefined) changes.push(pace);
    const { data: entry } = lineSchema.safeParse(parsed);
    if (entry === undefined) continue;
    const { slot, address, owner, sha256 } = entry;
    const account = { address, owner, data: new Uint8Array(Buffer.from(entry.dataBase64, 'base64')) };
    const known = states.get(address) ?? [];
    states.set(address, known);
    // Of several states in one slot the last is what the slot ended with.
    if (known.at(-1)?.slot === slot) known.pop();
    known.push({ slot, sha256, account });
  }
  return createTruth(states, { ...clock, changes }, written);
}

/** The milliseconds of all slots up to this one, stretch by stretch. */
function unixTimeOf({ firstSlot, firstUnixTime, slotMs, changes = [] }: TrueClock, slot: number): number {
  let [ms, from, length] = [firstUnixTime * 1000, firstSlot, slotMs];
  for (const { slot: at, reportedSlotMs } of changes.filter((change) => change.slot < slot)) {
    ms += (at - from) * length;
    [from, length] = [at, reportedSlotMs];
  }
  return Math.floor((ms + (slot - from) * length) / 1000);
}

/** `states` ascend by slot. */
export function createTruth(
  states: ReadonlyMap<string, readonly TrueState[]>,
  clock: TrueClock,
  written: ReadonlyMap<string, readonly WrittenState[]> = new Map(),
): Truth {
  const at = (address: string, slot: number): TrueState | null =>
    states.get(address)?.findLast((state) => state.slot <= slot) ?? null;
  const expectAt = (address: string, slot: number): TrueState => {
    const state = at(address, slot);
    if (state === null) throw new RangeError(`there is no account ${address} at slot ${slot}`);
    return state;
  };
  const accountAt = (address: string, slot: number): AccountBytes | null => at(address, slot)?.account ?? null;
  const protocols = protocolsOf(states);
  const protocolOf = (address: string): NaiveProtocol => {
    const protocol = protocols.byAddress.get(address);
    if (protocol === undefined) throw new RangeError(`${address} is neither a reserve nor a market of one`);
    return protocol;
  };
  const read = new Map<TrueState, NaiveReserve>();
  return {
    reserves: protocols.reserves,
    protocolOf,
    statesOf: (address) => states.get(address) ?? [],
    // Until it is first written, it is as it was at the beginning.
    writtenAt: (address, slot) => {
      const found = written.get(address)?.findLast((state) => state.slot <= slot);
      return found === undefined ? (at(address, slot)?.account.data ?? null) : found.data;
    },
    at,
    unixTimeAt: (slot) => unixTimeOf(clock, slot),
    reserveAt(address, slot) {
      const state = expectAt(address, slot);
      const reserve = read.get(state) ?? protocolOf(address).readReserve(state.account, accountAt);
      read.set(state, reserve);
      return reserve;
    },
    marketAt: (address, slot) => protocolOf(address).readMarket(expectAt(address, slot).account),
  };
}

/** By the first state of each account: none becomes another kind of account. */
function protocolsOf(states: ReadonlyMap<string, readonly TrueState[]>) {
  const reserves: string[] = [];
  const byAddress = new Map<string, NaiveProtocol>();
  for (const [address, [first]] of states) {
    const protocol = first === undefined ? null : protocolOfReserve(first.account);
    if (first === undefined || protocol === null) continue;
    reserves.push(address);
    byAddress.set(address, protocol);
    byAddress.set(protocol.readReserve(first.account, () => null).lendingMarket, protocol);
  }
  return { reserves, byAddress };
}
