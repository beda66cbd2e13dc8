import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeRpcServer,
  GENESIS_HASH,
  startFakeRpcServer,
} from '../../test/fake-rpc-server.ts';
import { systemClock } from './pacing.ts';
import type { RpcAttempt } from './endpoint.ts';
import { RpcClient, type RpcClientConfig, type RpcClientDeps } from './rpc-client.ts';
import { RpcError } from './rpc-error.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function server(answer: (request: FakeRequest, index: number) => FakeAnswer | undefined): Promise<FakeRpcServer> {
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

const getSlot = (rpc: RpcClient) => rpc.call('getSlot', ({ connection }) => connection.getSlot());

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

  it('does not repeat a request that the node calls wrong', async () => {
    const first = await server(() => ({ error: { code: -32602, message: 'Invalid param' } }));
    const second = await server(() => slot(8));
    const error = await failureOf(getSlot(client([first.url, second.url])));
    expect(error).toMatchObject({ code: 'RPC_FAILED', context: { rpcCode: -32602 } });
    expect(second.requests).toHaveLength(0);
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
    expect(attempts).toMatchObject([{ method: 'getSlot', endpoint: only.host, outcome: 'RPC_FAILED' }]);
  });

  it('keeps to the rate limit of an endpoint', async () => {
    const only = await server(() => slot(7));
    const clock = createManualClock();
    const rpc = client([only.url], { requestsPerSecond: 2 }, { clock });
    const startedAt = clock.now();
    for (let i = 0; i < 6; i += 1) await getSlot(rpc);
    expect(clock.now() - startedAt).toBe(2_000);
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
