import type { Endpoint, EndpointCalls } from './endpoint.ts';
import { RpcError } from './rpc-error.ts';

export interface RpcAnswer<T> {
  readonly value: T;
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

export interface EndpointPoolOptions {
  /** In order of preference. */
  readonly endpoints: readonly Endpoint[];
  /** Called with every failure of an endpoint. */
  readonly onFailure?: (error: RpcError) => void;
  readonly signal: AbortSignal;
}

export interface EndpointPool {
  /**
   * Tries each usable endpoint once, best first, and returns the first answer or the failure that tells most. Adds to
   * `refused` those that do not serve the method at all. Throws failures that no other endpoint can mend.
   */
  tryRound<T>(
    method: string,
    run: (calls: EndpointCalls) => Promise<T>,
    refused: Set<Endpoint>,
  ): Promise<RpcAnswer<T> | RpcError>;
  /** From now on endpoints must prove that they serve this chain before they are believed. */
  pinGenesisHash(genesisHash: string): void;
}

/** Longest that a Retry-After is obeyed; beyond it asking again is kinder than looking dead. */
const MAX_RETRY_AFTER_MS = 30_000;

/** Several endpoints as one: failover, cool-down, one chain. */
export function createEndpointPool({ endpoints, onFailure, signal }: EndpointPoolOptions): EndpointPool {
  const verified = new Set<Endpoint>();
  let pinnedGenesisHash: string | undefined;

  async function verifyChain(endpoint: Endpoint): Promise<void> {
    if (pinnedGenesisHash === undefined || verified.has(endpoint)) return;
    const method = 'getGenesisHash';
    const hash = await endpoint.attempt(method, ({ connection }) => connection.getGenesisHash(), signal);
    if (hash !== pinnedGenesisHash) {
      const detail = `serves the chain ${hash}, expected ${pinnedGenesisHash}`;
      throw new RpcError('WRONG_CHAIN', detail, { method, endpoint: endpoint.host });
    }
    verified.add(endpoint);
  }

  function recordFailure(endpoint: Endpoint, error: RpcError): void {
    onFailure?.(error);
    if (error.code === 'NODE_BEHIND' || error.code === 'METHOD_REFUSED') return;
    coolDown(endpoint, error);
    // Another node may answer at the same address when it comes back. One that only asks for patience has not gone; to ask
    // it for its chain each time would spend half of the few calls that it grants.
    if (error.code !== 'RATE_LIMITED') verified.delete(endpoint);
  }

  return {
    async tryRound(method, run, refused) {
      let worst: RpcError | undefined;
      for (const endpoint of chooseEndpoints(endpoints, refused)) {
        try {
          await verifyChain(endpoint);
          const value = await endpoint.attempt(method, run, signal);
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
    },
    pinGenesisHash(genesisHash) {
      pinnedGenesisHash = genesisHash;
      verified.clear();
    },
  };
}

function coolDown(endpoint: Endpoint, error: RpcError): void {
  const retryAfterMs = Math.min(error.context.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  endpoint.health.failed(retryAfterMs);
  if (retryAfterMs > 0) endpoint.bucket.pause(retryAfterMs);
}

/** The endpoints worth trying now, best first: those not cooling down, else the one that recovers soonest. */
function chooseEndpoints(endpoints: readonly Endpoint[], refused: ReadonlySet<Endpoint>): Endpoint[] {
  const candidates = endpoints.filter((endpoint) => !refused.has(endpoint));
  const usable = candidates.filter((endpoint) => endpoint.health.coolDownMs() === 0);
  if (usable.length > 0) return usable;
  return candidates.toSorted((a, b) => a.health.coolDownMs() - b.health.coolDownMs()).slice(0, 1);
}
