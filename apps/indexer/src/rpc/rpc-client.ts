import { Endpoint, type EndpointCalls, type RpcAttempt } from './endpoint.ts';
import { backoffDelayMs, type Clock, systemClock } from './pacing.ts';
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

const BACKOFF = { baseMs: 250, maxMs: 8_000 };
/** Far below the deadline of a shutdown, and more than a place on the time line of a request rate. */
const STOP_PATIENCE_MS = 5_000;

/** An RPC client over several endpoints: failover, cool-down, rate limit, retry, one chain. */
export class RpcClient {
  readonly commitment: Commitment;
  readonly #endpoints: readonly Endpoint[];
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onFailure: (error: RpcError) => void;
  readonly #closing = new AbortController();
  /** Ends waiting; requests in flight continue. */
  readonly #hurrying = new AbortController();
  /** Endpoints that have proved their chain since they failed last. */
  readonly #verified = new Set<Endpoint>();
  #pinnedGenesisHash: string | undefined;
  #maxRetries: number;

  constructor(config: RpcClientConfig, deps: RpcClientDeps = {}) {
    const { clock = systemClock, random = Math.random, onAttempt, onFailure = () => undefined } = deps;
    this.commitment = config.commitment;
    this.#clock = clock;
    this.#random = random;
    this.#onFailure = onFailure;
    this.#maxRetries = config.maxRetries;
    this.#endpoints = config.urls.map(
      (url) => new Endpoint({ ...config, url, clock, ...(onAttempt && { onAttempt }) }),
    );
  }

  /** Runs `run` on the best endpoint, elsewhere and again where that helps; fails only with RpcError. */
  async call<T>(method: string, run: (calls: EndpointCalls) => Promise<T>): Promise<RpcAnswer<T>> {
    const refused = new Set<Endpoint>();
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.#tryRound(method, run, refused);
      if (!(outcome instanceof RpcError)) return outcome;
      if (!outcome.retryable || retry >= this.#maxRetries) throw outcome;
      const delayMs = backoffDelayMs(retry, { ...BACKOFF, random: this.#random });
      await this.#clock.sleep(delayMs, this.#hurrying.signal).catch(() => {
        throw new RpcError('ABORTED', 'the client was closed', outcome.context);
      });
    }
  }

  /** From now on endpoints must prove that they serve this chain before they are believed. */
  pinGenesisHash(genesisHash: string): void {
    this.#pinnedGenesisHash = genesisHash;
    this.#verified.clear();
  }

  /**
   * No call is tried again from now on, and none waits longer than `patienceMs` for its turn: a provider may have asked for half
   * a minute. What is on the wire has its answer or its time limit.
   */
  stopRetrying(patienceMs = STOP_PATIENCE_MS): void {
    this.#maxRetries = 0;
    this.#clock.sleep(patienceMs, this.#closing.signal).then(
      () => this.#hurrying.abort(),
      () => undefined,
    );
  }

  /** Ends calls in flight; they fail with ABORTED. */
  close(): void {
    this.#closing.abort();
    this.#hurrying.abort();
    for (const endpoint of this.#endpoints) endpoint.close();
  }

  /**
   * Tries each usable endpoint once, best first, and returns the first answer or the failure that tells most. Adds to
   * `refused` those that do not serve the method at all. Throws failures that no other endpoint can mend.
   */
  async #tryRound<T>(
    method: string,
    run: (calls: EndpointCalls) => Promise<T>,
    refused: Set<Endpoint>,
  ): Promise<RpcAnswer<T> | RpcError> {
    let worst: RpcError | undefined;
    for (const endpoint of this.#chooseEndpoints(refused)) {
      try {
        await this.#verifyChain(endpoint);
        const value = await endpoint.attempt(method, run, this.#hurrying.signal);
        endpoint.succeeded();
        return { value, endpoint: endpoint.host };
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'METHOD_REFUSED') refused.add(endpoint);
        else if (!error.retryable) throw error;
        this.#recordFailure(endpoint, error);
        if (worst === undefined || error.retryable) worst = error;
      }
    }
    return worst ?? new RpcError('METHOD_REFUSED', 'no endpoint serves it', { method, endpoint: 'all' });
  }

  /** The endpoints worth trying now, best first: those not cooling down, else the one that recovers soonest. */
  #chooseEndpoints(refused: ReadonlySet<Endpoint>): Endpoint[] {
    const candidates = this.#endpoints.filter((endpoint) => !refused.has(endpoint));
    const usable = candidates.filter((endpoint) => endpoint.coolDownMs() === 0);
    if (usable.length > 0) return usable;
    return candidates.toSorted((a, b) => a.coolDownMs() - b.coolDownMs()).slice(0, 1);
  }

  async #verifyChain(endpoint: Endpoint): Promise<void> {
    const expected = this.#pinnedGenesisHash;
    if (expected === undefined || this.#verified.has(endpoint)) return;
    const method = 'getGenesisHash';
    const hash = await endpoint.attempt(method, ({ connection }) => connection.getGenesisHash(), this.#hurrying.signal);
    if (hash !== expected) {
      const detail = `serves the chain ${hash}, expected ${expected}`;
      throw new RpcError('WRONG_CHAIN', detail, { method, endpoint: endpoint.host });
    }
    this.#verified.add(endpoint);
  }

  #recordFailure(endpoint: Endpoint, error: RpcError): void {
    this.#onFailure(error);
    if (error.code === 'NODE_BEHIND' || error.code === 'METHOD_REFUSED') return;
    endpoint.failed(error);
    // Another node may answer at the same address when it comes back. One that only asks for patience has not gone; to ask
    // it for its chain each time would spend half of the few calls that it grants.
    if (error.code !== 'RATE_LIMITED') this.#verified.delete(endpoint);
  }
}
