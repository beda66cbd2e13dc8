import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { z } from 'zod';

/** A read of accounts for a batch that a node has answered whole. */
export interface SentAnswer {
  /** When the answer was begun, by the clock of this machine. */
  readonly at: Date;
  /** Place of the node that sent it; the first where it is left out. */
  readonly node?: number;
  /** Of the request: the batch's. */
  readonly id: string;
  readonly slot: number;
  /** Without the clock. */
  readonly addresses: readonly string[];
  /** Of these, those for which the answer has no account. */
  readonly absent: readonly string[];
}

/** Any other call, with how it ended: `result`, `error CODE`, `status STATUS`, `part of an answer` or `nothing`. */
export interface SaidCall {
  readonly at: Date;
  /** Place of the node. */
  readonly node: number;
  readonly id: string | number | null;
  readonly method: string;
  readonly said: string;
}

/** A notification that an account has changed, sent whole. */
export interface SentNotification {
  readonly at: Date;
  readonly slot: number;
  readonly address: string;
}

/** What the nodes of the chain have sent whole, in the order of time. */
export interface SentLog {
  /** Of reserves and markets. */
  readonly answers: readonly SentAnswer[];
  /** Of oracles, for batches of prices. */
  readonly priceAnswers: readonly SentAnswer[];
  /** Of pools and what belongs to them. */
  readonly liquidityAnswers: readonly SentAnswer[];
  readonly notifications: readonly SentNotification[];
  readonly calls: readonly SaidCall[];
}

/** What the names of batches of prices and of pools begin with. */
const PRICE_BATCH = 'prices-';
const LIQUIDITY_BATCH = 'liquidity-';

const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answer'),
    at: z.number(),
    id: z.union([z.string(), z.number(), z.null()]),
    slot: z.number(),
    addresses: z.array(z.string()),
    absent: z.array(z.string()),
  }),
  z.object({
    type: z.literal('call'),
    at: z.number(),
    id: z.union([z.string(), z.number(), z.null()]),
    method: z.string(),
    said: z.string(),
  }),
  z.object({ type: z.literal('notification'), at: z.number(), slot: z.number(), address: z.string() }),
]);

/** Reads what nodes have noted. Reads without a name are those of the product's own audits, which store nothing. */
export async function readSentLog(files: readonly string[]): Promise<SentLog> {
  const answers: SentAnswer[] = [];
  const priceAnswers: SentAnswer[] = [];
  const liquidityAnswers: SentAnswer[] = [];
  const notifications: SentNotification[] = [];
  const calls: SaidCall[] = [];
  for (const [node, file] of files.entries()) {
    if (!existsSync(file)) continue;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const entry = lineSchema.parse(JSON.parse(line));
      const at = new Date(entry.at);
      if (entry.type === 'call') calls.push({ ...entry, at, node });
      else if (entry.type === 'notification') notifications.push({ at, slot: entry.slot, address: entry.address });
      else if (typeof entry.id === 'string') {
        const addresses = entry.addresses.filter((address) => address !== CLOCK_SYSVAR_ADDRESS);
        const { id } = entry;
        const list = id.startsWith(PRICE_BATCH)
          ? priceAnswers
          : id.startsWith(LIQUIDITY_BATCH)
            ? liquidityAnswers
            : answers;
        list.push({ at, node, id: entry.id, slot: entry.slot, addresses, absent: entry.absent });
      }
    }
  }
  return {
    answers: inOrder(answers),
    priceAnswers: inOrder(priceAnswers),
    liquidityAnswers: inOrder(liquidityAnswers),
    notifications: inOrder(notifications),
    calls: inOrder(calls),
  };
}

function inOrder<Entry extends { readonly at: Date }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
