import {
  type Feed,
  HttpAnswerError,
  type HttpPriceSource,
  type OracleClock,
  type PriceObservation,
  unaskedObservations,
} from '@tidemark/oracles';
import { errorCode } from '@tidemark/runtime';
import { Agent, request } from 'undici';
import { type Clock, systemClock } from '../../rpc/pacing.ts';
import { parseRetryAfterMs } from '../../rpc/told-limits.ts';
import { TokenBucket } from '../../rpc/token-bucket.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

export interface HttpPriceClientOptions {
  readonly source: HttpPriceSource;
  /** Null where the service has none. */
  readonly key: string | null;
  readonly url: string;
  readonly timeoutMs: number;
  readonly requestsPerMinute: number;
  readonly clock?: Clock;
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const FAILURES_BEFORE_PAUSE = 3;
const PAUSE_MS = 60_000;
/** A service that asks for more is asked again after this. */
const LONGEST_PAUSE_MS = 600_000;
const SECONDS_PER_MINUTE = 60;

/** Why an answer did not come; the detail of the verdict. Never holds the key, nor the service's address. */
type Failure =
  | 'TIMEOUT'
  | 'CONNECTION_FAILED'
  | 'MALFORMED_RESPONSE'
  | 'RATE_LIMITED'
  | 'KEY_REFUSED'
  | 'HTTP_ERROR'
  | 'CIRCUIT_OPEN';

class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: Failure;
  readonly retryAfterMs: number;

  constructor(code: Failure, retryAfterMs = 0) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Asks one service. A failure is an observation of each feed that was asked for, and never an error. */
export class HttpPriceClient {
  readonly source: HttpPriceSource;
  readonly #options: HttpPriceClientOptions;
  readonly #base: string;
  readonly #bucket: TokenBucket;
  readonly #breaker: CircuitBreaker;
  readonly #agent: Agent;

  constructor(options: HttpPriceClientOptions) {
    const { source, url, timeoutMs, requestsPerMinute, clock = systemClock } = options;
    this.source = source;
    this.#options = options;
    this.#base = url.replace(/\/+$/, '');
    this.#bucket = new TokenBucket(requestsPerMinute / SECONDS_PER_MINUTE, clock);
    this.#breaker = new CircuitBreaker({ failures: FAILURES_BEFORE_PAUSE, openMs: PAUSE_MS, clock });
    this.#agent = new Agent({ connections: 2, maxResponseSize: MAX_ANSWER_BYTES, connect: { timeout: timeoutMs } });
  }

  /** An observation for each feed, in their order. Feeds of other sources must not be among them. */
  async observe(feeds: readonly Feed[], clock: OracleClock): Promise<readonly PriceObservation[]> {
    const { batchSize } = this.source;
    const observations: PriceObservation[] = [];
    for (let i = 0; i < feeds.length; i += batchSize) {
      observations.push(...(await this.#observeBatch(feeds.slice(i, i + batchSize), clock)));
    }
    return observations;
  }

  /** Ends every request in flight and closes the connections. */
  close(): void {
    void this.#agent.destroy();
  }

  async #observeBatch(feeds: readonly Feed[], clock: OracleClock): Promise<readonly PriceObservation[]> {
    if (!this.#breaker.tryPass()) return unaskedObservations(feeds, 'unavailable', 'CIRCUIT_OPEN');
    try {
      const observations = this.source.parse(await this.#get(this.source.path(feeds)), feeds, clock);
      this.#breaker.succeeded();
      return observations;
    } catch (error) {
      const failure = toFailure(error);
      this.#breaker.failed(Math.min(failure.retryAfterMs, LONGEST_PAUSE_MS));
      return unaskedObservations(feeds, 'unavailable', failure.code);
    }
  }

  async #get(path: string): Promise<unknown> {
    const { timeoutMs, key } = this.#options;
    const { keyHeader } = this.source;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      await this.#bucket.take('prices', signal);
      // Redirects are not followed: the key would go with them.
      const { statusCode, headers, body } = await request(this.#base + path, {
        dispatcher: this.#agent,
        signal,
        headers: {
          accept: 'application/json',
          ...(keyHeader === null || key === null ? {} : { [keyHeader.name]: keyHeader.prefix + key }),
        },
      });
      const text = await body.text();
      if (statusCode < 200 || statusCode >= 300) throw statusFailure(statusCode, headers['retry-after']);
      const answer: unknown = JSON.parse(text);
      return answer;
    } catch (error) {
      throw signal.aborted ? new RequestFailure('TIMEOUT') : error;
    }
  }
}

function statusFailure(status: number, header: string | string[] | undefined): RequestFailure {
  const retryAfterMs = parseRetryAfterMs(typeof header === 'string' ? header : null, Date.now()) ?? 0;
  if (status === 429) return new RequestFailure('RATE_LIMITED', Math.max(retryAfterMs, PAUSE_MS));
  if (status === 401 || status === 403) return new RequestFailure('KEY_REFUSED', retryAfterMs);
  return new RequestFailure('HTTP_ERROR', retryAfterMs);
}

function toFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof HttpAnswerError || error instanceof SyntaxError) return new RequestFailure('MALFORMED_RESPONSE');
  const isTooLarge = errorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  return new RequestFailure(isTooLarge ? 'MALFORMED_RESPONSE' : 'CONNECTION_FAILED');
}
