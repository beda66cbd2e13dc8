import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { programArguments, repositoryDir, startLocalnet } from '@tidemark/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call, resultOf, useFolders } from './support.ts';

const newFolder = useFolders();

/** Runs main.ts to its end. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const node = [...programArguments('apps/localnet/src/main.ts'), ...args];
  const child = spawn(process.execPath, node, { cwd: repositoryDir(), env: { PATH: process.env['PATH'], ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

test('the ready line says where it is, SIGTERM saves and exits 0, and the next start is the same chain', async () => {
  const env = { LOCALNET_STATE_DIR: join(await newFolder(), 'state') };
  const first = await startLocalnet({ seed: 'process', env });
  const genesis = await resultOf(z.string(), first.rpcUrl, 'getGenesisHash');
  const slot = await resultOf(z.number(), first.rpcUrl, 'getSlot', [{ commitment: 'processed' }]);
  const ready = first.lines().find((line) => line.includes('localnet ready')) ?? '';
  expect(JSON.parse(ready)).toMatchObject({
    msg: 'localnet ready',
    rpcUrl: first.rpcUrl,
    wsUrl: first.wsUrl,
    genesisHash: genesis,
  });
  expect(Number(new URL(first.wsUrl).port)).toBe(Number(new URL(first.rpcUrl).port) + 1);
  first.signal('SIGTERM');
  expect((await first.stop()).code).toBe(0);
  const second = await startLocalnet({ seed: 'process', env });
  expect((await call(second.rpcUrl, 'getGenesisHash')).result).toBe(genesis);
  expect(await resultOf(z.number(), second.rpcUrl, 'getSlot', [{ commitment: 'processed' }])).toBeGreaterThanOrEqual(
    slot,
  );
  expect((await second.stop()).code).toBe(0);
});

test('a chain that was killed continues: same genesis, no slot lost', async () => {
  const env = { LOCALNET_STATE_DIR: join(await newFolder(), 'state') };
  const first = await startLocalnet({ slotMs: 20, env });
  const slotOf = (url: string) => resultOf(z.number(), url, 'getSlot', [{ commitment: 'processed' }]);
  const genesis = await resultOf(z.string(), first.rpcUrl, 'getGenesisHash');
  const slot = await slotOf(first.rpcUrl);
  first.signal('SIGKILL');
  await first.stop();
  const second = await startLocalnet({ slotMs: 20, env });
  expect(await resultOf(z.string(), second.rpcUrl, 'getGenesisHash')).toBe(genesis);
  expect(await slotOf(second.rpcUrl)).toBeGreaterThanOrEqual(slot);
  await second.stop();
});

test('every wrong setting is in one message, and the exit code says configuration', async () => {
  const { code, err, out } = await run(['--slot-ms', 'fast', '--port', '70000'], {
    LOCALNET_FAULTS: '{"http429Rate":3}',
    LOCALNET_ACTIVITY: 'swim',
  });
  expect(code).toBe(78);
  expect(out).toBe('');
  for (const name of ['LOCALNET_SLOT_MS', 'LOCALNET_PORT', 'LOCALNET_FAULTS', 'LOCALNET_ACTIVITY'])
    expect(err).toContain(name);
});

test('an unknown flag, a missing folder and a taken port are one line each', async () => {
  expect(await run(['--wetness'])).toMatchObject({
    code: 78,
    err: expect.stringContaining("Unknown option '--wetness'"),
  });
  const missing = await run(['--accounts', '/nowhere/at/all', '--port', '0']);
  expect(missing).toMatchObject({
    code: 1,
    err: 'localnet: cannot read the accounts folder /nowhere/at/all: ENOENT\n',
  });
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const { port } = z.object({ port: z.number() }).parse(blocker.address());
  const taken = await run(['--port', String(port)], { LOG_LEVEL: 'silent' });
  blocker.close();
  expect(taken).toMatchObject({ code: 1, err: `localnet: port ${port} on 127.0.0.1 is taken\n` });
});

test('--help names every flag', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const flag of ['--accounts', '--seed', '--slot-ms', '--reported-slot-ms', '--state-dir', '--faults'])
    expect(out).toContain(flag);
});
