import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTidemarkClient } from './create-client.ts';
import { TidemarkError } from './tidemark-error.ts';

const PATH = '/v1/status';
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(status === 200 ? { data: [] } : { error: { message: 'm', details: 'd', code: 1 } }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A service that gives these answers in turn, and what it was asked. */
function scripted(answers: readonly Response[]) {
  const asked: Request[] = [];
  const send: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const next = answers[asked.length];
    asked.push(request);
    return next === undefined ? Promise.reject(new Error('asked too often')) : Promise.resolve(next);
  };
  return { asked, send };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (service: ReturnType<typeof scripted>, options: { retries?: number; signal?: AbortSignal } = {}) => {
  const { signal, ...rest } = options;
  const client = createTidemarkClient({ baseUrl: 'http://service', fetch: service.send, ...rest });
  const outcome = client.GET(PATH, signal === undefined ? {} : { signal }).then(
    ({ response }) => response.status,
    (error: unknown) => error,
  );
  return outcome;
};

describe('a request that is refused for now', () => {
  it.each([429, 503])('is sent again after %i, when Retry-After is over and not before', async (status) => {
    const service = scripted([answer(status, { 'retry-after': '2' }), answer(200)]);
    const outcome = start(service);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(service.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe(200);
    expect(service.asked).toHaveLength(2);
  });

  it('waits until the date that Retry-After names', async () => {
    vi.setSystemTime(new Date('2026-11-22T10:00:00Z'));
    const service = scripted([answer(503, { 'retry-after': 'Sun, 22 Nov 2026 10:00:05 GMT' }), answer(200)]);
    const outcome = start(service);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(service.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe(200);
  });

  it('is sent three times more, ever later where nothing says when, and then is the error of the last answer', async () => {
    const service = scripted([answer(503), answer(503), answer(503), answer(503, { 'retry-after': '7' })]);
    const outcome = start(service);
    await vi.advanceTimersByTimeAsync(499);
    expect(service.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + 1_000);
    expect(service.asked).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(2_000);
    const error = await outcome;
    expect(error).toBeInstanceOf(TidemarkError);
    expect(error).toMatchObject({ status: 503, retryAfterSeconds: 7 });
    expect(service.asked).toHaveLength(4);
  });

  it.each([
    ['retries are switched off', 0, { 'retry-after': '1' }],
    ['the pause would be longer than a minute', 3, { 'retry-after': '61' }],
  ])('is an error at once where %s', async (_what, retries, headers) => {
    const service = scripted([answer(429, headers)]);
    expect(await start(service, { retries })).toMatchObject({ status: 429 });
    expect(service.asked).toHaveLength(1);
  });

  it.each([400, 401, 404, 500, 502])('is not one with status %i', async (status) => {
    const service = scripted([answer(status, { 'retry-after': '0' })]);
    expect(await start(service)).toMatchObject({ status });
    expect(service.asked).toHaveLength(1);
  });

  it('is given up between two attempts when the caller aborts', async () => {
    const service = scripted([answer(503, { 'retry-after': '30' }), answer(200)]);
    const abort = new AbortController();
    const outcome = start(service, { signal: abort.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    abort.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ message: 'enough' });
    expect([service.asked.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('the key', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['tdm_key', 'tdm_key'],
  ])('%j is sent as %j', async (apiKey, header) => {
    const service = scripted([answer(200)]);
    await createTidemarkClient({ baseUrl: 'http://service', fetch: service.send, apiKey }).GET(PATH);
    expect(service.asked[0]?.headers.get('x-service-api-key')).toBe(header);
  });
});
