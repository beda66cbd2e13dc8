import { Endpoint, limitedError, type RpcAttempt } from './endpoint.ts';
import { ACCOUNTS_METHOD } from './fetch-accounts.ts';
import { fetchGenesisHash, fetchSlot } from './fetch-chain.ts';
import { backoffDelayMs, type Clock, systemClock } from './pacing.ts';
import {
  type Answered,
  type CallTerms,
  type Commitment,
  MAX_ACCOUNTS_PER_CALL,
  type Rpc,
  type RpcAnswer,
  type RpcRequest,
} from './rpc.ts';
import { RpcError } from './rpc-error.ts';
import { SlotWatch, type Standing } from './slot-watch.ts';

export interface RpcClientConfig {
  /** In order of preference: the first that works serves. */
  readonly urls: readonly string[];
  readonly commitment: Commitment;
  readonly timeoutMs: number;
  /** Rounds over the endpoints after the first one. */
  readonly maxRetries: number;
  /** Per endpoint. */
  readonly requestsPerSecond: number;
  /** Keys in one request; an endpoint that takes fewer is found out. */
  readonly maxKeys?: number;
  /** An endpoint without a new slot for so long is left for one that is ahead; default 15,000. */
  readonly stillMs?: number;
}

export interface RpcClientDeps {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly onAttempt?: (attempt: RpcAttempt) => void;
  /** Called when a call leaves one endpoint for another or for a later round; `priority` says what waits. */
  readonly onFailure?: (error: RpcError, priority: CallTerms['priority']) => void;
  /** Called when an endpoint is left because its slots do not keep up, and when it comes back. */
  readonly onStanding?: (standing: Standing) => void;
}

const BACKOFF = { baseMs: 250, maxMs: 8_000 };
const STILL_MS = 15_000;
/** An endpoint that does not say its slot sooner is compared another time. */
const SLOT_TIMEOUT_MS = 4_000;
/** Far below the deadline of a shutdown, and more than a place on the time line of a request rate. */
const STOP_PATIENCE_MS = 5_000;
/** Where every endpoint refuses for good: what tells most comes first. */
const REFUSALS = ['REQUEST_TOO_LARGE', 'METHOD_REFUSED', 'RPC_FAILED'] as const;

/** Refusals of one call by the endpoints that will not take it, however often they are asked. */
type Refusals = Map<Endpoint, RpcError>;

/** An RPC client over several endpoints: failover, cool-down, rate limit, retry, one chain. */
export class RpcClient implements Rpc {
  readonly commitment: Commitment;
  readonly #endpoints: readonly Endpoint[];
  readonly #slots: SlotWatch<Endpoint>;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #terms: CallTerms;
  readonly #onFailure: NonNullable<RpcClientDeps['onFailure']>;
  readonly #closing = new AbortController();
  /** Ends waiting; requests in flight continue. */
  readonly #hurrying = new AbortController();
  /** Endpoints that have proved their chain since they failed last. */
  readonly #verified = new Set<Endpoint>();
  #pinnedGenesisHash: string | undefined;
  #maxRetries: number;

  constructor(config: RpcClientConfig, deps: RpcClientDeps = {}) {
    const { clock = systemClock, random = Math.random, onAttempt, onFailure = () => undefined } = deps;
    const { maxKeys = MAX_ACCOUNTS_PER_CALL, timeoutMs, requestsPerSecond } = config;
    this.commitment = config.commitment;
    this.#clock = clock;
    this.#random = random;
    this.#terms = { timeoutMs, priority: 'discovery', patienceMs: Infinity };
    this.#onFailure = onFailure;
    this.#maxRetries = config.maxRetries;
    const shared = { requestsPerSecond, maxKeys, clock, ...(onAttempt && { onAttempt }) };
    this.#endpoints = config.urls.map((url) => new Endpoint({ ...shared, url }));
    this.#slots = new SlotWatch({
      endpoints: this.#endpoints,
      nameOf: ({ host }) => host,
      askSlot: (endpoint) => this.#askSlot(endpoint),
      stillMs: config.stillMs ?? STILL_MS,
      clock,
      onChange: deps.onStanding ?? (() => undefined),
    });
  }

  maxKeys(): number {
    const usable = this.#endpoints.filter((one) => one.coolDownMs(ACCOUNTS_METHOD) === 0 && !this.#slots.isLeft(one));
    return Math.max(...(usable.length > 0 ? usable : this.#endpoints).map(({ maxKeys }) => maxKeys));
  }

  /** Whether the endpoint that a call of the method would go to now has let calls wait within the last milliseconds, or none takes it for a limit. */
  hasHeldBack(method: string, withinMs: number): boolean {
    const [first] = this.#chooseEndpoints(this.#endpoints, { method, params: [] });
    return first === undefined || first.hasHeldBack(method, withinMs);
  }

  call<T>(request: RpcRequest, read: (answer: Answered) => T): Promise<RpcAnswer<T>> {
    return this.#call(request, read, this.#terms);
  }

  /** The same endpoints for calls of one kind. */
  withTerms(terms: Partial<CallTerms>): Rpc {
    const own = { ...this.#terms, ...terms };
    return {
      commitment: this.commitment,
      maxKeys: () => this.maxKeys(),
      call: (request, read) => this.#call(request, read, own),
    };
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

  /** Asks every endpoint for its slot, and goes by what they say; calls do so by themselves where they see a reason. */
  compareSlots(): Promise<void> {
    return this.#slots.compare();
  }

  /** Ends calls in flight; they fail with ABORTED. */
  close(): void {
    this.#closing.abort();
    this.#hurrying.abort();
    for (const endpoint of this.#endpoints) endpoint.close();
  }

  async #call<T>(request: RpcRequest, read: (answer: Answered) => T, terms: CallTerms): Promise<RpcAnswer<T>> {
    const begunAt = this.#clock.now();
    const refusals: Refusals = new Map();
    for (let retry = 0; ; ) {
      const candidates = this.#candidates(request, refusals);
      await this.#waitForLimits(candidates, request, terms.patienceMs - (this.#clock.now() - begunAt));
      const outcome = await this.#tryRound(candidates, request, read, { terms, refusals });
      if (!(outcome instanceof RpcError)) return outcome;
      // Those that were not asked in this round may take what these will not.
      if (!outcome.retryable) continue;
      const isOld = this.#clock.now() - begunAt > terms.patienceMs;
      if (retry >= this.#maxRetries || isOld) throw outcome;
      if (outcome.code !== 'RATE_LIMITED') {
        await this.#sleep(backoffDelayMs(retry, { ...BACKOFF, random: this.#random }), outcome.context);
      }
      retry += 1;
    }
  }

  /** Endpoints that may take the request at all. Throws where there is none. */
  #candidates({ method, keys = 0, at }: RpcRequest, refusals: Refusals): Endpoint[] {
    const having = this.#endpoints.filter((one) => one.knows(method) && (at === undefined || one.host === at));
    const candidates = having.filter((one) => !refusals.has(one) && keys <= one.maxKeys);
    if (candidates.length > 0) return candidates;
    const said = [...refusals.values()];
    const known = REFUSALS.flatMap((code) => said.find((error) => error.code === code) ?? [])[0];
    const most = Math.max(...this.#endpoints.map(({ maxKeys }) => maxKeys));
    const context = { method, endpoint: 'all', maxKeys: most };
    if (having.length === 0) throw known ?? new RpcError('METHOD_REFUSED', 'no endpoint knows the method', context);
    throw known ?? new RpcError('REQUEST_TOO_LARGE', `no endpoint takes ${keys} keys, ${most} at most`, context);
  }

  /** Where every candidate is under a limit: until the first is free. Throws RATE_LIMITED where that takes too long. */
  async #waitForLimits(candidates: readonly Endpoint[], { method }: RpcRequest, patienceMs: number): Promise<void> {
    const [first] = candidates.toSorted((a, b) => a.limitedMs(method) - b.limitedMs(method));
    const waitMs = first?.limitedMs(method) ?? 0;
    if (first === undefined || waitMs === 0) return;
    const target = { method, endpoint: first.host };
    if (waitMs > patienceMs) throw limitedError(target, waitMs);
    await this.#sleep(waitMs, target);
  }

  /**
   * Tries each usable endpoint once, best first, and returns the first answer or the failure that tells most. Adds to
   * `refusals` those that will not take the request.
   */
  async #tryRound<T>(
    candidates: readonly Endpoint[],
    request: RpcRequest,
    read: (answer: Answered) => T,
    { terms, refusals }: { readonly terms: CallTerms; readonly refusals: Refusals },
  ): Promise<RpcAnswer<T> | RpcError> {
    let worst: RpcError | undefined;
    for (const endpoint of this.#chooseEndpoints(candidates, request)) {
      try {
        await this.#verifyChain(endpoint, terms);
        const seen = (answer: Answered): T => {
          const slot = contextSlotOf(answer.result);
          const value = read(answer);
          if (slot !== undefined) this.#slots.saw(endpoint, slot);
          return value;
        };
        const value = await endpoint.ask(request, seen, terms, this.#hurrying.signal);
        return { value, endpoint: endpoint.host };
      } catch (error) {
        if (!(error instanceof RpcError) || error.code === 'ABORTED') throw error;
        if (!error.retryable) refusals.set(endpoint, error);
        this.#recordFailure(endpoint, error, terms);
        if (worst === undefined || error.retryable) worst = error;
      }
    }
    // Where none was tried, a limit began meanwhile.
    return worst ?? limitedError({ method: request.method, endpoint: 'all' }, 0);
  }

  /**
   * The endpoints worth trying now, best first: those not cooling down, else the one that recovers soonest. One whose slots do not keep
   * up comes after the others, and last of all the one that the request avoids.
   */
  #chooseEndpoints(candidates: readonly Endpoint[], { method, avoid }: RpcRequest): Endpoint[] {
    const usable = candidates
      .filter((endpoint) => endpoint.coolDownMs(method) === 0)
      .toSorted((a, b) => Number(this.#slots.isLeft(a)) - Number(this.#slots.isLeft(b)))
      .toSorted((a, b) => Number(a.host === avoid) - Number(b.host === avoid));
    if (usable.length > 0) return usable;
    const free = candidates.filter((endpoint) => endpoint.limitedMs(method) === 0);
    return free.toSorted((a, b) => a.coolDownMs(method) - b.coolDownMs(method)).slice(0, 1);
  }

  async #verifyChain(endpoint: Endpoint, terms: CallTerms): Promise<void> {
    const expected = this.#pinnedGenesisHash;
    if (expected === undefined || this.#verified.has(endpoint)) return;
    const ask = <T>(request: RpcRequest, read: (answer: Answered) => T) =>
      endpoint.ask(request, read, terms, this.#hurrying.signal);
    const hash = await fetchGenesisHash({
      call: async (request, read) => ({ value: await ask(request, read), endpoint: endpoint.host }),
    });
    if (hash !== expected) {
      const detail = `serves the chain ${hash}, expected ${expected}`;
      endpoint.failed();
      throw new RpcError('WRONG_CHAIN', detail, { method: 'getGenesisHash', endpoint: endpoint.host });
    }
    this.#verified.add(endpoint);
  }

  async #askSlot(endpoint: Endpoint): Promise<number> {
    const terms = {
      ...this.#terms,
      priority: 'poll',
      timeoutMs: Math.min(this.#terms.timeoutMs, SLOT_TIMEOUT_MS),
    } as const;
    await this.#verifyChain(endpoint, terms);
    return fetchSlot({
      commitment: this.commitment,
      call: async (request, read) => {
        const value = await endpoint.ask(request, read, terms, this.#hurrying.signal);
        return { value, endpoint: endpoint.host };
      },
    });
  }

  #recordFailure(endpoint: Endpoint, error: RpcError, { priority }: CallTerms): void {
    this.#onFailure(error, priority);
    // Another node may answer at the same address when it comes back. One that only was slow, or asks for patience or fewer keys, has not
    // gone; to ask it for its chain each time would spend a good part of the calls that it grants.
    if (MAY_BE_ANOTHER.has(error.code)) this.#verified.delete(endpoint);
  }

  async #sleep(ms: number, context: RpcError['context']): Promise<void> {
    await this.#clock.sleep(ms, this.#hurrying.signal).catch(() => {
      throw new RpcError('ABORTED', 'the client was closed', context);
    });
  }
}

/** The slot that an answer says it is of; undefined where it says none. */
function contextSlotOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('context' in result)) return undefined;
  const { context } = result;
  if (typeof context !== 'object' || context === null || !('slot' in context)) return undefined;
  return typeof context.slot === 'number' ? context.slot : undefined;
}

const MAY_BE_ANOTHER: ReadonlySet<RpcError['code']> = new Set<RpcError['code']>([
  'CONNECTION_FAILED',
  'HTTP_ERROR',
  'NODE_UNHEALTHY',
  'MALFORMED_RESPONSE',
  'WRONG_CHAIN',
]);
