import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { ACCOUNTS_METHOD, type Clock, Endpoint, fetchAccounts, RpcError } from '../rpc/index.ts';

/** The most that is sent to find the rate. */
export const RATE_BOUNDS = { calls: 200, ms: 10_000, perSecond: 50 } as const;
const AT_ONCE = 16;
const TIMEOUT_MS = 10_000;
/** How long an endpoint that has refused is asked again. */
const AGAIN_WITHIN_MS = 35_000;
const LEAST_PAUSE_MS = 250;
/** What was sent before no longer counts then. */
const QUIET_MS = 10_000;
/** With so many failures that are no limit, nothing is learned. */
const MOST_FAILURES = 5;

export interface RateProbe {
  /** Answered before the first refusal, or before the bound of calls or time. */
  readonly calls: number;
  readonly ms: number;
  /** The refusal; null where none came. */
  readonly limit: RpcError | null;
  /** From the refusal to the next answer; null where there was no refusal, or no answer after it. */
  readonly againAfterMs: number | null;
  /** What the endpoint keeps up. */
  readonly perSecond: number;
}

/**
 * Finds the rate that an endpoint keeps up: sends small calls as polls do until one is refused, and waits until one is answered again. The rate is
 * that of the answers over both times.
 */
export async function probeRate(url: string, clock: Clock): Promise<RateProbe | RpcError> {
  await clock.sleep(QUIET_MS);
  // Made after the pause: an endpoint that was quiet would begin with a burst.
  const endpoint = new Endpoint({ url, requestsPerSecond: RATE_BOUNDS.perSecond, maxKeys: 1, clock });
  try {
    const burst = new Burst(endpoint, clock);
    await Promise.all(Array.from({ length: AT_ONCE }, () => burst.send()));
    const { calls, ms, limit, failures } = burst;
    if (limit === null && failures.length >= MOST_FAILURES && failures[0] !== undefined) return failures[0];
    const againAfterMs = limit === null ? null : await waitForAnswer(endpoint, clock);
    const windowMs = ms + (limit === null ? 0 : (againAfterMs ?? AGAIN_WITHIN_MS));
    return { calls, ms, limit, againAfterMs, perSecond: calls / (Math.max(windowMs, 1) / 1000) };
  } finally {
    endpoint.close();
  }
}

function readClock(endpoint: Endpoint): Promise<unknown> {
  const terms = { timeoutMs: TIMEOUT_MS, priority: 'poll' } as const;
  return fetchAccounts(
    {
      commitment: 'confirmed',
      call: async (request, read) => ({
        value: await endpoint.ask(request, read, terms),
        endpoint: endpoint.host,
      }),
    },
    [CLOCK_SYSVAR_ADDRESS],
  );
}

class Burst {
  calls = 0;
  ms = 0;
  limit: RpcError | null = null;
  readonly failures: RpcError[] = [];
  readonly #endpoint: Endpoint;
  readonly #clock: Clock;
  readonly #begunAt: number;
  #sent = 0;

  constructor(endpoint: Endpoint, clock: Clock) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#begunAt = clock.now();
  }

  /** One of those that send side by side. */
  async send(): Promise<void> {
    while (this.#goesOn()) {
      this.#sent += 1;
      try {
        await readClock(this.#endpoint);
        if (this.limit === null) this.#note();
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'RATE_LIMITED') this.limit ??= error;
        else this.failures.push(error);
      }
    }
  }

  #note(): void {
    this.calls += 1;
    this.ms = this.#clock.now() - this.#begunAt;
  }

  #goesOn(): boolean {
    if (this.limit !== null || this.failures.length >= MOST_FAILURES) return false;
    return this.#sent < RATE_BOUNDS.calls && this.#clock.now() - this.#begunAt < RATE_BOUNDS.ms;
  }
}

/** Asks as the provider wants it, until it answers. Milliseconds; null where it does not in time. */
async function waitForAnswer(endpoint: Endpoint, clock: Clock): Promise<number | null> {
  const begunAt = clock.now();
  while (clock.now() - begunAt < AGAIN_WITHIN_MS) {
    await clock.sleep(Math.max(endpoint.limitedMs(ACCOUNTS_METHOD), LEAST_PAUSE_MS));
    try {
      await readClock(endpoint);
      return clock.now() - begunAt;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return null;
}
