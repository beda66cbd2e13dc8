import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { redactText, redactUrl } from '@tidemark/runtime';
import { z } from 'zod';
import { StackError } from './stack-context.ts';

const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const TIMEOUT_MS = 10_000;

const answerSchema = z.object({ result: z.string().min(32).max(44) });

/** Pauses between rounds over all URLs while one of them only asks for patience: public nodes refuse by 429 in bursts. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000];
const BUSY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** An answer that says nothing about the next one. */
class BusyNodeError extends Error {}

/**
 * The genesis hash, from the first URL that answers. Nodes that are only busy are asked again for some seconds. Throws a
 * `StackError` that says what each URL did instead.
 */
export async function fetchGenesisHash(
  rpcUrls: readonly string[],
  signal: AbortSignal,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<string> {
  for (let round = 0; ; round += 1) {
    const asked = await askEach(rpcUrls, signal);
    if (typeof asked === 'string') return asked;
    const pauseMs = pausesMs[round];
    if (pauseMs === undefined || !asked.some(({ error }) => error instanceof BusyNodeError)) {
      const failures = asked.map(({ url, error }) => `  ${redactUrl(url)}: ${reasonOf(error)}`);
      throw new StackError(`No Solana RPC answers getGenesisHash (SOLANA_RPC_URL):\n${failures.join('\n')}`);
    }
    await delay(pauseMs, undefined, { signal });
  }
}

async function askEach(
  rpcUrls: readonly string[],
  signal: AbortSignal,
): Promise<string | readonly { readonly url: string; readonly error: unknown }[]> {
  const failures: { url: string; error: unknown }[] = [];
  for (const url of rpcUrls) {
    try {
      return await askGenesisHash(url, signal);
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ url, error });
    }
  }
  return failures;
}

async function askGenesisHash(url: string, signal: AbortSignal): Promise<string> {
  const { target, headers } = withoutCredentials(url);
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (BUSY_STATUSES.has(response.status)) throw new BusyNodeError(`HTTP ${response.status}`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success) throw new Error('the answer holds no genesis hash');
  return answer.data.result;
}

/** `fetch` refuses URLs with a user or password in them; they travel as a header instead. */
function withoutCredentials(url: string): { target: string; headers: Record<string, string> } {
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return { target: url, headers: {} };
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  parsed.username = '';
  parsed.password = '';
  return { target: parsed.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return redactText(`${error.message}${cause}`);
}

/**
 * Name of the database for a chain in the embedded Postgres: one per genesis hash, so that another chain, or a localnet
 * with other settings, never finds rows that are not its own.
 */
export function databaseNameForGenesis(genesisHash: string): string {
  if (genesisHash === MAINNET_GENESIS_HASH) return 'tidemark_mainnet';
  return `tidemark_${createHash('sha256').update(genesisHash).digest('hex').slice(0, 8)}`;
}
