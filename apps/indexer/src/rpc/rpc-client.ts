import { backoffDelayMs } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEndpoint, type Endpoint, type EndpointCalls, type RpcAttempt } from './endpoint.ts';
import { RpcError } from './rpc-error.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

export interface RpcClientConfig {
  /** In order of preference: the first that works serves. */
  readonly urls: readonly string[];
  readonly commitment: Commitment;
  readonly timeoutMs: number;
  /** Rounds over the endpoints after the first one. */
  readonly maxRetries: number;
  /** Per endpoint. */
  readonly requestsPerSecond: number;
}

export interface RpcClientDeps {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly onAttempt?: (attempt: RpcAttempt) => void;
  /** Called when a call leaves one endpoint for another or for a later round. */
  readonly onFailure?: (error: RpcError) => void;
}

export interface RpcAnswer<T> {
  readonly value: T;
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

export interface RpcClient {
  readonly commitment: Commitment;
  /** Runs `run` on the best endpoint, elsewhere and again where that helps; fails only with RpcError. */
  call<T>(method: string, run: (calls: EndpointCalls) => Promise<T>): Promise<RpcAnswer<T>>;
  /** From now on endpoints must prove that they serve this chain before they are believed. */
  pinGenesisHash(genesisHash: string): void;
  /** From now on a failed round is not repeated: what is under way may end, but must not take long. */
  stopRetrying(): void;
  /** Ends calls under way; they fail with ABORTED. */
  close(): void;
}

const BACKOFF_BASE_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Longest that a Retry-After is obeyed; beyond it asking again is kinder than looking dead. */
const MAX_RETRY_AFTER_MS = 30_000;

/** An RPC client over several endpoints: failover, rate limit, retry, one chain. */
export function createRpcClient(config: RpcClientConfig, deps: RpcClientDeps = {}): RpcClient {
  const { clock = systemClock, random = Math.random, onFailure } = deps;
  const closing = new AbortController();
  const endpoints = config.urls.map((url) =>
    createEndpoint({
      url,
      commitment: config.commitment,
      timeoutMs: config.timeoutMs,
      requestsPerSecond: config.requestsPerSecond,
      clock,
      ...(deps.onAttempt === undefined ? {} : { onAttempt: deps.onAttempt }),
    }),
  );
  const verified = new Set<Endpoint>();
  let pinnedGenesisHash: string | undefined;
  let maxRetries = config.maxRetries;

  async function verifyChain(endpoint: Endpoint): Promise<void> {
    if (pinnedGenesisHash === undefined || verified.has(endpoint)) return;
    const method = 'getGenesisHash';
    const hash = await endpoint.attempt(method, ({ connection }) => connection.getGenesisHash(), closing.signal);
    if (hash !== pinnedGenesisHash) {
      const detail = `serves the chain ${hash}, expected ${pinnedGenesisHash}`;
      throw new RpcError('WRONG_CHAIN', detail, { method, endpoint: endpoint.host });
    }
    verified.add(endpoint);
  }

  function recordFailure(endpoint: Endpoint, error: RpcError): void {
    onFailure?.(error);
    if (error.code === 'NODE_BEHIND' || error.code === 'METHOD_REFUSED') return;
    const retryAfterMs = Math.min(error.context.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    endpoint.health.failed(retryAfterMs);
    if (retryAfterMs > 0) endpoint.bucket.pause(retryAfterMs);
    // Another node may answer at the same address when it comes back.
    verified.delete(endpoint);
  }

  /** Tries each usable endpoint once. Adds to `refused` those that do not serve the method at all. */
  async function tryRound<T>(
    method: string,
    run: (calls: EndpointCalls) => Promise<T>,
    refused: Set<Endpoint>,
  ): Promise<RpcAnswer<T> | RpcError> {
    let worst: RpcError | undefined;
    for (const endpoint of chooseEndpoints(endpoints, refused)) {
      try {
        await verifyChain(endpoint);
        const value = await endpoint.attempt(method, run, closing.signal);
        endpoint.health.succeeded();
        return { value, endpoint: endpoint.host };
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'METHOD_REFUSED') refused.add(endpoint);
        else if (!error.retryable) throw error;
        recordFailure(endpoint, error);
        if (worst === undefined || error.retryable) worst = error;
      }
    }
    return worst ?? new RpcError('METHOD_REFUSED', 'no endpoint serves it', { method, endpoint: 'all' });
  }

  return {
    commitment: config.commitment,
    async call(method, run) {
      const refused = new Set<Endpoint>();
      for (let retry = 0; ; retry += 1) {
        const outcome = await tryRound(method, run, refused);
        if (!(outcome instanceof RpcError)) return outcome;
        if (!outcome.retryable || retry >= maxRetries) throw outcome;
        const delayMs = backoffDelayMs(retry, { baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MAX_MS, random });
        await clock.sleep(delayMs, closing.signal).catch(() => {
          throw new RpcError('ABORTED', 'the client was closed', { method, endpoint: outcome.context.endpoint });
        });
      }
    },
    pinGenesisHash(genesisHash) {
      pinnedGenesisHash = genesisHash;
      verified.clear();
    },
    stopRetrying() {
      maxRetries = 0;
    },
    close() {
      closing.abort();
      for (const endpoint of endpoints) endpoint.close();
    },
  };
}

/** The endpoints worth trying now, best first: those not cooling down, else the one that recovers soonest. */
function chooseEndpoints(endpoints: readonly Endpoint[], refused: ReadonlySet<Endpoint>): Endpoint[] {
  const candidates = endpoints.filter((endpoint) => !refused.has(endpoint));
  const usable = candidates.filter((endpoint) => endpoint.health.coolDownMs() === 0);
  if (usable.length > 0) return usable;
  return candidates.toSorted((a, b) => a.health.coolDownMs() - b.health.coolDownMs()).slice(0, 1);
}
