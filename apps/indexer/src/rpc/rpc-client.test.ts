import { afterEach, describe, expect, it } from 'vitest';
import { createHeldClock, createManualClock } from '../../test/manual-clock.ts';
import { type FakeAnswer, type FakeRpcServer, GENESIS_HASH, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { systemClock } from './pacing.ts';
import type { RpcAttempt } from './endpoint.ts';
import type { Rpc } from './rpc.ts';
import { RpcClient, type RpcClientConfig, type RpcClientDeps } from './rpc-client.ts';
import { RpcError } from './rpc-error.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function server(answer: Parameters<typeof startFakeRpcServer>[0]): Promise<FakeRpcServer> {
  const fake = await startFakeRpcServer(answer);
  cleanups.push(() => fake.close());
  return fake;
}

function client(urls: readonly string[], config: Partial<RpcClientConfig> = {}, deps: RpcClientDeps = {}): RpcClient {
  const rpc = new RpcClient(
    { urls, commitment: 'confirmed', timeoutMs: 60_000, maxRetries: 2, requestsPerSecond: 1_000, ...config },
    { clock: createManualClock(), random: () => 0.5, ...deps },
  );
  cleanups.push(() => rpc.close());
  return rpc;
}

const getSlot = async (rpc: Rpc) =>
  rpc.call({ method: 'getSlot', params: [] }, ({ result, refuse }) =>
    typeof result === 'number' ? result : refuse('no slot'),
  );

async function failureOf(promise: Promise<unknown>): Promise<RpcError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RpcError)) throw new Error(`expected an RpcError, got ${String(error)}`);
  return error;
}

const slot = (value: number): FakeAnswer => ({ result: value });

describe('rpc client', () => {
  it('stays with the first endpoint while it works', async () => {
    const first = await server(() => slot(7));
    const second = await server(() => slot(8));
    const rpc = client([first.url, second.url]);
    expect(await getSlot(rpc)).toEqual({ value: 7, endpoint: first.host });
    await getSlot(rpc);
    expect(second.requests).toHaveLength(0);
  });

  it.each<[string, FakeAnswer]>([
    ['a 503', { status: 503 }],
    ['a 500 that names an error code of its own', { error: { code: -1, message: 'upstream' }, status: 500 }],
    ['a 503 that says what is wrong', { error: { code: -32005, message: 'behind' }, status: 503 }],
    ['a closed connection', 'hang up'],
    ['an unhealthy node', { error: { code: -32005, message: 'Node is behind by 200 slots' } }],
    ['an answer that is no JSON', { raw: '<html>' }],
    ['an answer of the wrong shape', { result: 'seven' }],
    ['a refused method', { error: { code: -32601, message: 'Method not found' } }],
    ['a refused key', { status: 403, body: 'forbidden' }],
    ['a rate limit', { error: { code: -32029, message: 'refused' } }],
    ['a rate limit by HTTP', { status: 429, headers: { 'retry-after': '1' } }],
    ['a rate limit of another kind', { error: { code: -32007, message: '50/second request limit reached' } }],
    ['a plan that is used up', { error: { code: -32000, message: 'quota' } }],
    ['a scan that was aborted', { error: { code: -32012, message: 'scan aborted' } }],
    ['a code that nobody knows', { error: { code: 15, message: 'refused' } }],
    ['a code that nobody knows, in HTTP 400', { error: { code: -32029, message: 'refused' }, status: 400 }],
    ['a body that is too large', { error: { code: -32600, message: 'refused' }, status: 413 }],
    ['parameters that it alone calls wrong', { error: { code: -32602, message: 'Invalid param' } }],
  ])('goes to the next endpoint at once after %s', async (_name, failure) => {
    const first = await server(() => failure);
    const second = await server(() => slot(8));
    const clock = createManualClock();
    const rpc = client([first.url, second.url], {}, { clock });
    expect(await getSlot(rpc)).toEqual({ value: 8, endpoint: second.host });
    expect(clock.slept).toEqual([]);
  });

  it('leaves a failed endpoint alone while it cools down and comes back to it afterwards', async () => {
    const first = await server((_request, index) => (index === 0 ? { status: 500 } : slot(7)));
    const second = await server(() => slot(8));
    const clock = createManualClock();
    const rpc = client([first.url, second.url], {}, { clock });
    const answers = [await getSlot(rpc), await getSlot(rpc)];
    clock.advance(1_000);
    answers.push(await getSlot(rpc));
    expect(answers.map(({ value }) => value)).toEqual([8, 8, 7]);
  });

  it('retries with growing, jittered pauses and reports the last failure when it gives up', async () => {
    const only = await server(() => ({ status: 502 }));
    const clock = createManualClock();
    const rpc = client([only.url], { maxRetries: 3 }, { clock, random: () => 0.5 });
    const error = await failureOf(getSlot(rpc));
    expect(error.code).toBe('HTTP_ERROR');
    expect(error.context).toMatchObject({ method: 'getSlot', endpoint: only.host, httpStatus: 502 });
    expect(only.count('getSlot')).toBe(4);
    expect(clock.slept).toEqual([125, 250, 500]);
  });

  it('gives up on an endpoint that does not answer in time', async () => {
    const only = await server(() => 'hang');
    const error = await failureOf(getSlot(client([only.url], { timeoutMs: 50, maxRetries: 0 })));
    expect(error.code).toBe('TIMEOUT');
  });

  it('gives up on an endpoint that starts an answer and never ends it', async () => {
    const only = await server(() => ({ status: 200, headers: { 'content-length': '1000' }, body: '{"jsonrpc"' }));
    const error = await failureOf(getSlot(client([only.url], { timeoutMs: 50, maxRetries: 0 })));
    expect(['TIMEOUT', 'CONNECTION_FAILED']).toContain(error.code);
  });

  it('waits as long as a 429 asks before it sends anything to that endpoint again', async () => {
    const only = await server((_request, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '3' } } : slot(7),
    );
    const clock = createManualClock();
    const startedAt = clock.now();
    const answer = await getSlot(client([only.url], {}, { clock }));
    expect(answer.value).toBe(7);
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(3_000);
  });

  it.each([-32600, -32602, -32700])('gives a request up that every endpoint calls wrong with %s', async (code) => {
    const servers = [1, 2].map(() => server(() => ({ error: { code, message: 'Invalid param' } })));
    const [first, second] = await Promise.all(servers);
    const error = await failureOf(getSlot(client([first?.url ?? '', second?.url ?? ''])));
    expect(error).toMatchObject({ code: 'RPC_FAILED', context: { rpcCode: code } });
    expect([first?.count('getSlot'), second?.count('getSlot')]).toEqual([1, 1]);
  });

  it('asks an endpoint with an unknown code once while its cool-down lasts', async () => {
    const first = await server(() => ({ error: { code: -32007, message: 'request limit reached' } }));
    const second = await server(() => slot(8));
    const rpc = client([first.url, second.url]);
    for (let i = 0; i < 10; i += 1) expect((await getSlot(rpc)).value).toBe(8);
    expect([first.count('getSlot'), second.count('getSlot')]).toEqual([1, 10]);
  });

  it('lets a limit of one method keep no other back', async () => {
    const only = await server((request) =>
      request.method === 'getProgramAccounts'
        ? { error: { code: -32429, message: 'exceeded limit for getProgramAccounts' }, status: 429 }
        : slot(7),
    );
    const clock = createHeldClock();
    const rpc = client([only.url], {}, { clock });
    // So that none has to wait for the rate.
    await clock.pass(60_000);
    const waiting = failureOf(rpc.call({ method: 'getProgramAccounts', params: [] }, () => 0));
    await expect.poll(() => only.count('getProgramAccounts')).toBe(1);
    for (let i = 0; i < 5; i += 1) {
      await clock.pass(10);
      expect((await getSlot(rpc)).value).toBe(7);
    }
    expect(only.count('getProgramAccounts')).toBe(1);
    rpc.close();
    await clock.pass(2_000);
    expect((await waiting).code).toBe('ABORTED');
  });

  it.each<[string, FakeAnswer]>([
    ['words', { error: { code: -32000, message: 'daily quota exceeded' } }],
    ['a header', { status: 429, headers: { 'x-ratelimit-remaining': '0' } }],
  ])('lets a limit of all calls, said by %s, keep every method back', async (_name, answer) => {
    const first = await server(() => answer);
    const second = await server(() => slot(8));
    const rpc = client([first.url, second.url]);
    await getSlot(rpc);
    await rpc.call({ method: 'getBlockHeight', params: [] }, () => 0);
    expect([first.requests.length, second.requests.length]).toEqual([1, 2]);
  });

  it('does not send, and says so, where a limit lasts longer than a call may wait', async () => {
    const only = await server(() => ({ status: 429, headers: { 'retry-after': '20' } }));
    const clock = createManualClock();
    const rpc = client([only.url], {}, { clock }).withTerms({ patienceMs: 5_000 });
    for (let i = 0; i < 3; i += 1) {
      expect((await failureOf(getSlot(rpc))).code).toBe('RATE_LIMITED');
    }
    expect(only.count('getSlot')).toBe(1);
    expect(clock.slept).toEqual([]);
    clock.advance(20_000);
    await failureOf(getSlot(rpc));
    expect(only.count('getSlot')).toBe(2);
  });

  it('keeps to a pause that was asked for while another call was under way, also when that one succeeds', async () => {
    let release = (): void => undefined;
    const held = new Promise<FakeAnswer>((resolve) => {
      release = () => resolve(slot(7));
    });
    const only = await server((_request, index) =>
      index === 0 ? held : index === 1 ? { status: 429, headers: { 'retry-after': '20' } } : slot(8),
    );
    const rpc = client([only.url]).withTerms({ patienceMs: 5_000 });
    const early = getSlot(rpc);
    await expect.poll(() => only.count('getSlot')).toBe(1);
    expect((await failureOf(getSlot(rpc))).code).toBe('RATE_LIMITED');
    release();
    expect((await early).value).toBe(7);
    expect((await failureOf(getSlot(rpc))).code).toBe('RATE_LIMITED');
    expect(only.count('getSlot')).toBe(2);
  });

  it('learns how many keys an endpoint takes, from its words or by halving, and sends it no more', async () => {
    const takes = (most: number, words: string) =>
      server(({ params: [keys] }) =>
        Array.isArray(keys) && keys.length > most ? { status: 413, body: words } : { result: [] },
      );
    const ask = async (rpc: RpcClient, count: number) =>
      rpc.call({ method: 'getMultipleAccounts', params: [Array.from({ length: count })], keys: count }, () => count);
    const told = await takes(5, 'Too many inputs provided; max 5');
    const rpc = client([told.url]);
    expect(rpc.maxKeys()).toBe(100);
    expect(await failureOf(ask(rpc, 100))).toMatchObject({ code: 'REQUEST_TOO_LARGE', context: { maxKeys: 5 } });
    expect(rpc.maxKeys()).toBe(5);
    await failureOf(ask(rpc, 6));
    expect(told.requests).toHaveLength(1);
    expect((await ask(rpc, 5)).value).toBe(5);

    const untold = await takes(20, 'Payload Too Large');
    const halving = client([untold.url]);
    for (let i = 0; i < 3; i += 1) await failureOf(ask(halving, halving.maxKeys()));
    expect(halving.maxKeys()).toBe(12);
    expect((await ask(halving, 12)).value).toBe(12);

    const both = client([told.url, untold.url]);
    expect((await ask(both, 20)).endpoint).toBe(untold.host);
    expect(both.maxKeys()).toBe(100);
  });

  it('reports METHOD_REFUSED without retrying when every endpoint refuses the method', async () => {
    const first = await server(() => ({ status: 410 }));
    const second = await server(() => ({
      error: { code: -32010, message: 'excluded from account secondary indexes' },
    }));
    const error = await failureOf(getSlot(client([first.url, second.url])));
    expect(error.code).toBe('METHOD_REFUSED');
    expect([first.count('getSlot'), second.count('getSlot')]).toEqual([1, 1]);
  });

  it('asks another node when one has not reached the slot, and does not hold it against it', async () => {
    const behind = await server((request) =>
      request.method === 'getSlot' ? { error: { code: -32016, message: 'Minimum context slot' } } : undefined,
    );
    const ahead = await server(() => slot(9));
    const rpc = client([behind.url, ahead.url]);
    await getSlot(rpc);
    await getSlot(rpc);
    expect(behind.count('getSlot')).toBe(2);
  });

  it('believes no endpoint of another chain once a chain is pinned', async () => {
    const foreign = await server((request) =>
      request.method === 'getGenesisHash' ? { result: 'x'.repeat(44) } : slot(7),
    );
    const own = await server((request) => (request.method === 'getSlot' ? slot(8) : undefined));
    const rpc = client([foreign.url, own.url]);
    rpc.pinGenesisHash(GENESIS_HASH);
    expect((await getSlot(rpc)).value).toBe(8);
    expect(foreign.count('getSlot')).toBe(0);
    const alone = client([foreign.url], { maxRetries: 0 });
    alone.pinGenesisHash(GENESIS_HASH);
    expect((await failureOf(getSlot(alone))).code).toBe('WRONG_CHAIN');
  });

  it('asks an endpoint that was slow for its chain no second time', async () => {
    let isSlow = false;
    const only = await server((request) => {
      if (request.method !== 'getSlot') return undefined;
      return isSlow ? 'hang' : slot(7);
    });
    const rpc = client([only.url], { maxRetries: 0 });
    rpc.pinGenesisHash(GENESIS_HASH);
    await getSlot(rpc);
    isSlow = true;
    const hasty = rpc.withTerms({ timeoutMs: 50 });
    expect((await failureOf(getSlot(hasty))).code).toBe('TIMEOUT');
    isSlow = false;
    expect((await getSlot(rpc)).value).toBe(7);
    expect(only.count('getGenesisHash')).toBe(1);
  });

  it('asks an endpoint for its chain once, and again after it failed', async () => {
    let healthy = true;
    const only = await server((request) => {
      if (request.method !== 'getSlot') return undefined;
      return healthy ? slot(7) : { status: 500 };
    });
    const rpc = client([only.url], { maxRetries: 0 });
    rpc.pinGenesisHash(GENESIS_HASH);
    await getSlot(rpc);
    await getSlot(rpc);
    expect(only.count('getGenesisHash')).toBe(1);
    healthy = false;
    await failureOf(getSlot(rpc));
    healthy = true;
    await getSlot(rpc);
    expect(only.count('getGenesisHash')).toBe(2);
  });

  it('gets through to an endpoint that refuses every second call by 429', async () => {
    let calls = 0;
    const only = await server((request) => {
      calls += 1;
      if (calls % 2 === 0) return { status: 429 };
      return request.method === 'getSlot' ? slot(7) : undefined;
    });
    const rpc = client([only.url]);
    rpc.pinGenesisHash(GENESIS_HASH);
    expect((await getSlot(rpc)).value).toBe(7);
    expect((await getSlot(rpc)).value).toBe(7);
    expect(only.count('getGenesisHash')).toBe(1);
  });

  it('shows no key of its URLs in errors or attempts', async () => {
    const key = 'SuperSecretKey123';
    const only = await server(() => ({ error: { code: -32000, message: `bad key ${key}` } }));
    const attempts: RpcAttempt[] = [];
    const rpc = client(
      [`${only.url}/v2/${key}?api-key=${key}`],
      {},
      { onAttempt: (attempt) => attempts.push(attempt) },
    );
    const error = await failureOf(getSlot(rpc));
    expect(JSON.stringify([error, error.message, error.stack, attempts])).not.toContain(key);
    expect(attempts).toMatchObject([{ method: 'getSlot', endpoint: only.host, outcome: 'NODE_UNHEALTHY' }, {}, {}]);
  });

  it('keeps to the rate limit of an endpoint', async () => {
    const only = await server(() => slot(7));
    const clock = createManualClock();
    const rpc = client([only.url], { requestsPerSecond: 2 }, { clock });
    const startedAt = clock.now();
    for (let i = 0; i < 6; i += 1) await getSlot(rpc);
    expect(clock.now() - startedAt).toBe(2_500);
  });

  it('ends calls under way when it is closed', async () => {
    const only = await server(() => 'hang');
    const rpc = client([only.url]);
    const failure = failureOf(getSlot(rpc));
    await expect.poll(() => only.count('getSlot')).toBe(1);
    rpc.close();
    expect((await failure).code).toBe('ABORTED');
  });

  it('waits no longer for its turn when told to stop retrying, whatever a provider has asked for', async () => {
    const only = await server(() => ({ status: 429, headers: { 'retry-after': '30' } }));
    const rpc = client([only.url], {}, { clock: systemClock });
    const failure = failureOf(getSlot(rpc));
    await expect.poll(() => only.count('getSlot')).toBe(1);
    rpc.stopRetrying(0);
    expect(['ABORTED', 'RATE_LIMITED']).toContain((await failure).code);
    expect(only.count('getSlot')).toBe(1);
  });
});
