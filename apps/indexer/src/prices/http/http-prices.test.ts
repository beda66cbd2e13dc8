import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { HTTP_PRICE_SOURCES, type PriceObservation } from '@tidemark/oracles';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../rpc/pacing.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { HttpPrices, readHttpPriceConfig } from './http-prices.ts';

// A local server answers as the documentation of the services says. None of this was compared with a live service.

const SOL = 'So11111111111111111111111111111111111111112';
const CLOCK = { slot: 400_000_000n, unixTimestamp: 1_790_000_000n, slotDurationMs: 400 };
const LIMITS = { intervalMs: 60_000, timeoutMs: 10_000, requestsPerMinute: 6_000 };
const GOOD = { [SOL]: { usdPrice: 150.5, blockId: 399_999_990, decimals: 9 } };

/** Time that stands still until it is moved; sleeping moves it. */
class FakeClock implements Clock {
  time = 0;
  now = (): number => this.time;
  sleep = (ms: number) => {
    this.time += ms;
    return Promise.resolve();
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(answer: Answer) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not listening on a port');
  return { url: `http://127.0.0.1:${bound.port}`, requests };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

const page: Answer = (_, response) => {
  response.end('<html>');
};
const hangUp: Answer = (request) => {
  request.socket.destroy();
};

function pricesOf(env: Record<string, string>, limits = LIMITS, clock?: Clock) {
  const prices = new HttpPrices(readHttpPriceConfig(env, limits), clock);
  closers.push(() => {
    prices.close();
  });
  return prices;
}

/** All services, each as its job asks it. */
const observeAll = async (prices: HttpPrices, mints: readonly string[]) =>
  (await Promise.all(HTTP_PRICE_SOURCES.map((source) => prices.observe(source, mints, CLOCK)))).flat();
const outcomes = (observations: readonly PriceObservation[]) =>
  Object.fromEntries(observations.map(({ source, verdict }) => [source, verdict.detail ?? verdict.reason ?? 'used']));
async function jupiterOutcome(prices: HttpPrices): Promise<string | undefined> {
  return outcomes(await observeAll(prices, [SOL]))['jupiter'];
}
const jupiterAt = (url: string) => ({ JUPITER_URL: url, JUPITER_API_KEY: 'secret' });

describe('prices behind HTTP', () => {
  it('are not configured without a key or an address, and nothing is asked', async () => {
    const none = {
      hermes: 'not_configured',
      jupiter: 'not_configured',
      coingecko: 'not_configured',
      defillama: 'not_configured',
    };
    expect(outcomes(await observeAll(pricesOf({}), [SOL]))).toEqual(none);
    const { url, requests } = await serve(json(GOOD));
    const addresses = { HERMES_URL: url, JUPITER_URL: url, COINGECKO_URL: url, JUPITER_API_KEY: ' ' };
    expect(outcomes(await observeAll(pricesOf(addresses), [SOL]))).toEqual(none);
    expect(requests).toEqual([]);
  });

  it('come with the key in its header, and not in the path', async () => {
    const { url, requests } = await serve(json(GOOD));
    expect(await jupiterOutcome(pricesOf(jupiterAt(`${url}/`)))).toBe('used');
    const [request] = requests;
    expect([request?.url, request?.headers['x-api-key']]).toEqual([`/price/v3?ids=${SOL}`, 'secret']);
  });

  it('of the four services are asked each in its own way', async () => {
    const { url, requests } = await serve(json({}));
    const env = {
      ...jupiterAt(url),
      HERMES_URL: url,
      HERMES_API_KEY: 'h',
      COINGECKO_URL: url,
      COINGECKO_API_KEY: 'c',
      DEFILLAMA_URL: url,
    };
    const found = outcomes(await observeAll(pricesOf(env), [SOL, '1'.repeat(32)]));
    expect(found).toEqual({
      hermes: 'MALFORMED_RESPONSE',
      jupiter: 'unknown_to_source',
      coingecko: 'unknown_to_source',
      defillama: 'MALFORMED_RESPONSE',
    });
    const heard = requests.map(
      ({ url: path, headers }) =>
        `${path?.split('?')[0]} ${headers.authorization ?? String(headers['x-cg-pro-api-key'] ?? '')}`,
    );
    expect(heard.toSorted()).toEqual([
      '/api/v3/simple/token_price/solana c',
      '/price/v3 ',
      `/prices/current/solana:${SOL},solana:${'1'.repeat(32)} `,
      '/v2/updates/price/latest Bearer h',
    ]);
  });

  it('are asked for in batches as large as the service allows', async () => {
    const { url, requests } = await serve(json({}));
    const mints = Array.from({ length: 120 }, (_, i) => `mint${i}`);
    const observations = await observeAll(pricesOf(jupiterAt(url)), mints);
    expect(requests.map((request) => request.url?.split(',').length)).toEqual([50, 50, 20]);
    expect(observations.filter(({ source }) => source === 'jupiter').map(({ mint }) => mint)).toEqual(mints);
  });

  it.each([
    ['KEY_REFUSED', json({ code: 401 }, 401)],
    ['KEY_REFUSED', json({}, 403)],
    ['RATE_LIMITED', json({}, 429)],
    ['HTTP_ERROR', json({}, 500)],
    ['HTTP_ERROR', json({}, 302, { location: 'http://127.0.0.1:1/' })],
    ['MALFORMED_RESPONSE', page],
    ['MALFORMED_RESPONSE', json([])],
    ['CONNECTION_FAILED', hangUp],
  ] satisfies [string, Answer][])('are unavailable with %s', async (code, answer) => {
    const { url } = await serve(answer);
    expect(await jupiterOutcome(pricesOf(jupiterAt(url)))).toBe(code);
  });

  it('are unavailable where nothing listens, and where no answer comes in time', async () => {
    expect(await jupiterOutcome(pricesOf(jupiterAt('http://127.0.0.1:1')))).toBe('CONNECTION_FAILED');
    const silent = await serve(() => undefined);
    expect(await jupiterOutcome(pricesOf(jupiterAt(silent.url), { ...LIMITS, timeoutMs: 100 }))).toBe('TIMEOUT');
    const slow = await serve((_, response) => {
      response.writeHead(200).write('{');
    });
    expect(await jupiterOutcome(pricesOf(jupiterAt(slow.url), { ...LIMITS, timeoutMs: 100 }))).toBe('TIMEOUT');
  });

  it('of a service that fails three times are not asked for during a pause, then once as a trial', async () => {
    let status = 500;
    const { url, requests } = await serve((request, response) => {
      json(GOOD, status)(request, response);
    });
    const clock = new FakeClock();
    const prices = pricesOf(jupiterAt(url), LIMITS, clock);
    const ask = async (times: number) => {
      const found = [];
      for (let i = 0; i < times; i++) found.push(await jupiterOutcome(prices));
      return found;
    };
    expect(await ask(5)).toEqual(['HTTP_ERROR', 'HTTP_ERROR', 'HTTP_ERROR', 'CIRCUIT_OPEN', 'CIRCUIT_OPEN']);
    clock.time += 60_000;
    expect(await ask(2)).toEqual(['HTTP_ERROR', 'CIRCUIT_OPEN']);
    clock.time += 60_000;
    status = 200;
    expect(await ask(2)).toEqual(['used', 'used']);
    expect(requests.length).toBe(6);
  });

  it('are not asked for while the service says so', async () => {
    const { url } = await serve(json({}, 429, { 'retry-after': '90' }));
    const clock = new FakeClock();
    const prices = pricesOf(jupiterAt(url), LIMITS, clock);
    expect(await jupiterOutcome(prices)).toBe('RATE_LIMITED');
    clock.time += 89_000;
    expect(await jupiterOutcome(prices)).toBe('CIRCUIT_OPEN');
    clock.time += 1_001;
    expect(await jupiterOutcome(prices)).toBe('RATE_LIMITED');
  });

  it('are asked for no faster than allowed', async () => {
    const { url } = await serve(json(GOOD));
    const clock = new FakeClock();
    const prices = pricesOf(jupiterAt(url), { ...LIMITS, requestsPerMinute: 30 }, clock);
    for (let i = 0; i < 4; i++) await jupiterOutcome(prices);
    expect(clock.time).toBe(6_000);
  });
});

describe('a circuit breaker', () => {
  it('lets one trial through at a time', () => {
    const clock = new FakeClock();
    const breaker = new CircuitBreaker({ failures: 2, openMs: 100, clock });
    breaker.failed();
    expect(breaker.tryPass()).toBe(true);
    breaker.failed();
    expect(breaker.tryPass()).toBe(false);
    clock.time += 100;
    expect([breaker.tryPass(), breaker.tryPass()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.tryPass(), breaker.tryPass()]).toEqual([true, true]);
  });
});
