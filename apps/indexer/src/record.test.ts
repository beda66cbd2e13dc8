import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeReserve } from '@tidemark/protocols/kamino';
import { addressFromLabel, buildReserve, startLocalnet, startProcess } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MARKET, START_SLOT, START_TIME, shareTestChain, type TestChain } from '../test/test-chain.ts';
import type { RecordingMeta } from './record/write-recording.ts';
import { RpcClient, fetchAccounts } from './rpc/index.ts';

let chain: TestChain;
let dir: string;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  dir = await mkdtemp(join(tmpdir(), 'tidemark-record-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function record(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = await startProcess({ entry: 'apps/indexer/src/record.ts', args });
  const { code } = await child.exited;
  return { code, output: child.lines().join('\n') };
}
const readMeta = async (out: string): Promise<RecordingMeta> =>
  JSON.parse(await readFile(join(out, 'meta.json'), 'utf8'));

describe('record', () => {
  it('writes accounts that a localnet serves again, byte for byte, with where they come from', async () => {
    const usdc = await chain.putReserve('usdc');
    const broken = addressFromLabel('broken');
    await chain.put(broken, encodeReserve(buildReserve()).subarray(0, 100));
    await chain.putMarket('lending market');
    const out = join(dir, 'recording');
    const { code, output } = await record(
      '--rpc',
      chain.rpcUrl,
      '--out',
      out,
      '--reserves',
      `${usdc},${broken},${addressFromLabel('none')}`,
    );
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('3 accounts') });

    const meta = await readMeta(out);
    expect(meta).toMatchObject({
      cluster: 'custom',
      commitment: 'confirmed',
      clock: { slot: String(START_SLOT), unixTimestamp: String(START_TIME) },
      missing: [addressFromLabel('none')],
    });
    expect(meta.accounts.map(({ address, kind }) => [address, kind])).toEqual([
      [MARKET, 'lending_market'],
      [usdc, 'reserve'],
      [broken, 'reserve'],
    ]);
    for (const { file, sha256, bytes } of meta.accounts) {
      const data = await readFile(join(out, file));
      expect([createHash('sha256').update(data).digest('hex'), data.length]).toEqual([sha256, bytes]);
    }

    const again = await startLocalnet({ accountsDir: out, slotMs: 0, slot: START_SLOT });
    const rpc = new RpcClient({
      urls: [again.rpcUrl],
      commitment: 'confirmed',
      timeoutMs: 60_000,
      maxRetries: 0,
      requestsPerSecond: 100,
    });
    const { accounts } = await fetchAccounts(rpc, [usdc, MARKET]);
    const original = new RpcClient({
      urls: [chain.rpcUrl],
      commitment: 'confirmed',
      timeoutMs: 60_000,
      maxRetries: 0,
      requestsPerSecond: 100,
    });
    expect(accounts).toEqual((await fetchAccounts(original, [usdc, MARKET])).accounts);
    rpc.close();
    original.close();
    await again.stop();
  });

  it('records all, or the reserves of a market', async () => {
    const second = await chain.putMarket('second market');
    await chain.putMarket('lending market');
    await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol', { lendingMarket: second });
    expect(await record('--rpc', chain.rpcUrl, '--out', join(dir, 'all'), '--all')).toMatchObject({ code: 0 });
    expect((await readMeta(join(dir, 'all'))).accounts).toHaveLength(4);
    await record('--rpc', chain.rpcUrl, '--out', join(dir, 'one'), '--market', second);
    expect((await readMeta(join(dir, 'one'))).accounts.map(({ address }) => address)).toEqual([second, sol]);
  });

  it('leaves no half of a recording: nothing when it fails, and never a mixture', async () => {
    await chain.putReserve('usdc');
    await chain.putMarket('lending market');
    const out = join(dir, 'recording');
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'] });
    expect(await record('--rpc', chain.rpcUrl, '--out', out, '--all')).toMatchObject({ code: 1 });
    expect(await readdir(dir)).toEqual([]);
    await chain.setFaults({});
    expect(await record('--rpc', chain.rpcUrl, '--out', out, '--all')).toMatchObject({ code: 0 });
    const { code, output } = await record('--rpc', chain.rpcUrl, '--out', out, '--all');
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
    expect(await readdir(dir)).toEqual(['recording']);
  });

  it.each([
    [['--out', 'x', '--all'], '--rpc is missing'],
    [['--rpc', 'ftp://host', '--out', 'x', '--all'], '--rpc takes'],
    [['--rpc', 'http://host', '--all'], '--out is missing'],
    [['--rpc', 'http://host', '--out', 'x'], 'give one of'],
    [['--rpc', 'http://host', '--out', 'x', '--all', '--market', MARKET], 'give one of'],
    [['--rpc', 'http://host', '--out', 'x', '--reserves', 'nonsense'], 'not nonsense'],
    [['--rpc', 'http://host', '--out', 'x', '--everything'], 'everything'],
  ])('explains itself when it is called with %j', async (args, message) => {
    const { code, output } = await record(...args);
    expect({ code, output }).toMatchObject({ code: 64, output: expect.stringContaining(message) });
    expect(output).toContain('usage: record');
  });
});
