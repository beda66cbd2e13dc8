import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tidemark/runtime';
import { afterAll, afterEach } from 'vitest';
import { z } from 'zod';
import { createLocalnet, type Localnet } from '../src/create-localnet.ts';
import type { LocalnetOptions } from '../src/settings/localnet-options.ts';

export const KLEND = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD';
export const MAIN_USDC = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';
export const MAIN_MARKET = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
export const START_SLOT = 400_000_000;
export const START_TIME = 1_790_000_000;

export const silent = createLogger({ name: 'localnet', level: 'silent' });

/** Wall time that a test moves by hand. */
export interface HandClock {
  nowMs: number;
}

/** Starts localnets for one test and closes them behind it. */
export function useLocalnets(): (options?: LocalnetOptions) => Promise<Localnet> {
  const running: Localnet[] = [];
  afterEach(async () => {
    for (const localnet of running.splice(0)) await localnet.close();
  });
  return async (options = {}) => {
    const localnet = await createLocalnet({
      port: 0,
      logger: silent,
      slot: START_SLOT,
      unixTimeSeconds: START_TIME,
      ...options,
    });
    running.push(localnet);
    return localnet;
  };
}

/** Makes folders that are gone after the test file. */
export function useFolders(): () => Promise<string> {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-localnet-'));
    folders.push(folder);
    return folder;
  };
}

/** Sends a body as it is and returns status and text. */
export async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const reply = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

/** One JSON-RPC answer. */
export type RpcReply = z.output<typeof reply>;

/** Calls a method and returns the whole reply. */
export async function call(url: string, method: string, params?: unknown): Promise<RpcReply> {
  const { text } = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return reply.parse(JSON.parse(text));
}

/** Calls a method and returns its result as the schema has it; throws on an error reply. */
export async function resultOf<Schema extends z.ZodType>(
  schema: Schema,
  url: string,
  method: string,
  params?: unknown,
): Promise<z.output<Schema>> {
  const answer = await call(url, method, params);
  if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return schema.parse(answer.result);
}

/** A klend reserve's bytes as getAccountInfo sends them. */
export const accountResult = z.object({
  context: z.object({ slot: z.number(), apiVersion: z.string() }),
  value: z.object({ data: z.tuple([z.string(), z.string()]), owner: z.string() }).nullable(),
});

/** Bytes of an account, with the slot that they were read at. */
export async function readAccount(url: string, address: string, config: object = {}) {
  const params = [address, { encoding: 'base64', commitment: 'processed', ...config }];
  const { context, value } = await resultOf(accountResult, url, 'getAccountInfo', params);
  const data = value === null ? null : Buffer.from(value.data[0], 'base64');
  return { slot: context.slot, owner: value?.owner ?? null, data };
}
