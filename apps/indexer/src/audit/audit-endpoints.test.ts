import { stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeAnswer, type FakeRpcServer, forward, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { openScene, type RollupScene } from '../../test/rollup-scene.ts';
import { auditScene, listOpen } from '../../test/test-audit.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';

let chain: TestChain;
let scene: RollupScene;
const servers: FakeRpcServer[] = [];

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(async () => {
  scene = await openScene(chain);
  await scene.pollAt(0);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await scene.close();
});

async function startServer(...input: Parameters<typeof startFakeRpcServer>): Promise<FakeRpcServer> {
  const server = await startFakeRpcServer(...input);
  servers.push(server);
  return server;
}

/** Turns one byte of the account at a place of the answer. */
function falsify(answer: FakeAnswer, place: number): FakeAnswer {
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  const value = Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(copy), 'result')), 'value')), place);
  const data: unknown = Reflect.get(Object(value), 'data');
  if (!Array.isArray(data)) throw new Error('no account there');
  const bytes = Buffer.from(String(data[0]), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  data[0] = bytes.toString('base64');
  return { result: Reflect.get(Object(copy), 'result') };
}

describe('an audit of several endpoints', () => {
  it('finds the one whose accounts differ in the same slot, and that they no longer do', async () => {
    let isFalse = true;
    const other = await startServer(async (request) => {
      const answer = await forward(chain.rpcUrl, request);
      return isFalse && request.method === 'getMultipleAccounts' ? falsify(answer, 1) : answer;
    });
    const rpcUrls = [chain.rpcUrl, other.url];
    await auditScene(scene, { rpcUrls });
    expect(await listOpen(scene)).toEqual(['endpoint_agreement endpoint critical']);
    const [row] = await scene.database.sql`SELECT subject, detail FROM lend.audit_findings`;
    expect(row).toMatchObject({ subject: other.host, detail: { sameSlot: 1, addresses: [expect.any(String)] } });
    isFalse = false;
    expect(await auditScene(scene, { rpcUrls })).toMatchObject({ resolved: 1, open: 0 });
  });

  it('finds those that are away or of another chain, and is not failed by them', async () => {
    const foreign = await startServer(() => undefined);
    const away = await startServer(() => ({ status: 503 }));
    expect(await auditScene(scene, { rpcUrls: [away.url, foreign.url, chain.rpcUrl] })).toMatchObject({ opened: 2 });
    expect(await listOpen(scene)).toEqual(['endpoint_chain endpoint critical', 'endpoint_failures endpoint warning']);
    // An endpoint that does not answer says nothing about its chain: that finding stays.
    await foreign.close();
    await auditScene(scene, { rpcUrls: [chain.rpcUrl, foreign.url] });
    expect(await listOpen(scene)).toEqual([
      'endpoint_chain endpoint critical',
      'endpoint_failures endpoint warning',
      'endpoint_failures endpoint warning',
    ]);
  });

  it('is made by one process at a time', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await startServer(async (request) => {
      await released;
      return forward(chain.rpcUrl, request);
    });
    const first = auditScene(scene, { rpcUrls: [slow.url] });
    await waitFor(() => slow.requests.length > 0, { description: 'the first audit asks' });
    expect(await auditScene(scene)).toBeNull();
    release();
    expect(await first).toMatchObject({ open: 0 });
    expect(await auditScene(scene)).toMatchObject({ open: 0 });
  });
});
