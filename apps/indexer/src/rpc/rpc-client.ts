import { backoffDelayMs } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEndpoint, type Endpoint, type EndpointCalls, type RpcAttempt } from './endpoint.ts';
import { createEndpointPool, type RpcAnswer } from './endpoint-pool.ts';
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

export interface RpcClient {
  readonly commitment: Commitment;
  /** Runs `run` on the best endpoint, elsewhere and again where that helps; fails only with RpcError. */
  call<T>(method: string, run: (calls: EndpointCalls) => Promise<T>): Promise<RpcAnswer<T>>;
  /** From now on endpoints must prove that they serve this chain before they are believed. */
  pinGenesisHash(genesisHash: string): void;
  /**
   * No call is tried again from now on, and none waits longer than `patienceMs` (5,000 when left out) for its turn: a provider may have
   * asked for half a minute. What is on the wire has its answer or its time limit.
   */
  stopRetrying(patienceMs?: number): void;
  /** Ends calls under way; they fail with ABORTED. */
  close(): void;
}

const BACKOFF_BASE_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Far below the deadline of a shutdown, and more than a place on the time line of a request rate. */
const STOP_PATIENCE_MS = 5_000;

/** An RPC client over several endpoints: failover, rate limit, retry, one chain. */
export function createRpcClient(config: RpcClientConfig, deps: RpcClientDeps = {}): RpcClient {
  const { clock = systemClock, random = Math.random, onAttempt, onFailure } = deps;
  const closing = new AbortController();
  /** Ends waiting; what was sent goes on. */
  const hurrying = new AbortController();
  const endpoints = config.urls.map((url) =>
    createEndpoint({ ...config, url, clock, ...(onAttempt && { onAttempt }) }),
  );
  const pool = createEndpointPool({ endpoints, signal: hurrying.signal, ...(onFailure && { onFailure }) });
  let maxRetries = config.maxRetries;

  async function pause(retry: number, failure: RpcError): Promise<void> {
    const delayMs = backoffDelayMs(retry, { baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MAX_MS, random });
    await clock.sleep(delayMs, hurrying.signal).catch(() => {
      throw new RpcError('ABORTED', 'the client was closed', failure.context);
    });
  }

  return {
    commitment: config.commitment,
    async call(method, run) {
      const refused = new Set<Endpoint>();
      for (let retry = 0; ; retry += 1) {
        const outcome = await pool.tryRound(method, run, refused);
        if (!(outcome instanceof RpcError)) return outcome;
        if (!outcome.retryable || retry >= maxRetries) throw outcome;
        await pause(retry, outcome);
      }
    },
    pinGenesisHash: (genesisHash) => pool.pinGenesisHash(genesisHash),
    stopRetrying(patienceMs = STOP_PATIENCE_MS) {
      maxRetries = 0;
      clock.sleep(patienceMs, closing.signal).then(
        () => hurrying.abort(),
        () => undefined,
      );
    },
    close() {
      closing.abort();
      hurrying.abort();
      for (const endpoint of endpoints) endpoint.close();
    },
  };
}
