import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeReserve } from '@tidemark/protocols/kamino';
import { addressFromLabel, startLocalnet, startProcess } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MARKET, START_SLOT, START_TIME, shareTestChain, type TestChain } from '../test/test-chain.ts';
import {
  parseRecordArguments,
  readAccounts,
  type Recording,
  type RecordingMeta,
  writeRecording,
} from './record-accounts.ts';
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
function openClient(url: string): RpcClient {
  const rpc = new RpcClient({
    urls: [url],
    commitment: 'confirmed',
    timeoutMs: 60_000,
    maxRetries: 0,
    requestsPerSecond: 100,
  });
  onTestFinished(() => rpc.close());
  return rpc;
}
/** What the command reads with these arguments, without a process. */
function read(...args: readonly string[]): Promise<Recording> {
  const { protocol, selection } = parseRecordArguments(['--rpc', chain.rpcUrl, '--out', dir, ...args]);
  return readAccounts(openClient(chain.rpcUrl), protocol, selection);
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
    const { accounts } = await fetchAccounts(openClient(again.rpcUrl), [usdc, MARKET]);
    expect(accounts).toEqual((await fetchAccounts(openClient(chain.rpcUrl), [usdc, MARKET])).accounts);
    await again.stop();
  });

  it('records all, or the reserves of a market', async () => {
    const second = await chain.putMarket('second market');
    await chain.putMarket('lending market');
    await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol', { lendingMarket: second });
    expect((await read('--all')).accounts).toHaveLength(4);
    const ofSecond = await read('--market', second);
    expect(ofSecond.accounts.map(({ account }) => account.address)).toEqual([second, sol]);
  });

  it('leaves no half of a recording: nothing when it fails, and never a mixture', async () => {
    await chain.putReserve('usdc');
    await chain.putMarket('lending market');
    const out = join(dir, 'recording');
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'] });
    expect(await record('--rpc', chain.rpcUrl, '--out', out, '--all')).toMatchObject({ code: 1 });
    expect(await readdir(dir)).toEqual([]);
    await chain.setFaults({});
    const recording = await read('--all');
    await writeRecording(out, recording, new Date());
    await expect(writeRecording(out, recording, new Date())).rejects.toThrow('not empty');
    expect(await readdir(dir)).toEqual(['recording']);
  });

  it('explains itself when it is called wrongly', async () => {
    const { code, output } = await record('--out', 'x', '--all');
    expect(code).toBe(64);
    expect(output).toContain('--rpc is missing');
    expect(output).toContain('usage: record');
  });

  it.each([
    [['--out', 'x', '--all'], '--rpc is missing'],
    [['--rpc', 'ftp://host', '--out', 'x', '--all'], '--rpc takes'],
    [['--rpc', 'http://host', '--all'], '--out is missing'],
    [['--rpc', 'http://host', '--out', 'x'], 'give one of'],
    [['--rpc', 'http://host', '--out', 'x', '--all', '--market', MARKET], 'give one of'],
    [['--rpc', 'http://host', '--out', 'x', '--reserves', 'nonsense'], 'not nonsense'],
    [['--rpc', 'http://host', '--out', 'x', '--everything'], 'everything'],
  ])('refuses %j in words', (args, message) => {
    expect(() => parseRecordArguments(args)).toThrow(message);
  });
});
