import { spawn } from 'node:child_process';
import { chmod, lchown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../test/wait-until.ts';
import { findFreePort } from './find-free-port.ts';
import { findClusterPlace } from './cluster-place.ts';
import { asAccount, findServerAccount } from './server-account.ts';
import { ensureStagingBase } from './staging.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;

let top: string;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'tidemark-staging-'));
  await chmod(top, 0o711);
});
afterAll(() => rm(top, { recursive: true, force: true }));

async function start(dataDir: string) {
  const notices: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    port: 0,
    stagingBases: [join(top, 'base')],
    onNotice: (text) => notices.push(text),
  });
  onTestFinished(() => server.stop());
  return { server, notices };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

// One story, since each cluster that is made takes longer than all that is asked of it.
test.runIf(isRoot)(
  'as root, a data folder below a closed one is staged in a folder of root, kept over restarts, and made anew when the data folder was deleted',
  async () => {
    const dataDir = join(top, 'closed', 'data');
    await mkdir(join(top, 'closed'), { mode: 0o700 });
    const first = await start(dataDir);
    expect(first.server.clusterDir.startsWith(join(top, 'base', 'data'))).toBe(true);
    expect(first.notices).toHaveLength(1);
    expect((await lstat(join(top, 'closed'))).mode & 0o777).toBe(0o700);
    for (const path of [join(top, 'base'), join(top, 'base', 'data'), join(first.server.clusterDir, '..')]) {
      const info = await lstat(path);
      expect([info.uid, info.mode & 0o022]).toEqual([0, 0]);
    }
    await query(first.server.url(), 'create table tide as select 1 as mark');
    await first.server.stop();
    const second = await start(dataDir);
    expect(await query(second.server.url(), 'select mark from tide')).toEqual([{ mark: 1 }]);
    await second.server.stop();

    await rm(dataDir, { recursive: true });
    const third = await start(dataDir);
    expect(await query(third.server.url(), `select to_regclass('tide')::text as tide`)).toEqual([{ tide: null }]);
  },
);

test.runIf(isRoot)('a staging folder that is not root’s alone is passed over', async () => {
  const open = join(top, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  const safe = join(top, 'safe');
  expect(await ensureStagingBase([open, safe])).toBe(safe);
  await expect(ensureStagingBase([open])).rejects.toMatchObject({ code: 'START_FAILED' });
});

test.runIf(isRoot)('as root, the server runs as the owner of a cluster that a normal user made', async () => {
  const dataDir = join(top, 'of-a-user');
  const first = await start(dataDir);
  await first.server.stop();
  const nobody = 65_534;
  for (const path of await readdir(dataDir, { recursive: true })) await lchown(join(dataDir, path), nobody, nobody);
  const second = await start(dataDir);
  expect(await query(second.server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await lstat(`/proc/${second.server.pid}`).catch(() => null))?.uid ?? nobody).toBe(nobody);
});

test('a normal user is refused the cluster of somebody else, in words', async () => {
  const uid = (await lstat(top)).uid;
  expect(await findServerAccount(join(top, 'not-there'), uid + 1)).toBeNull();
  await expect(findServerAccount(top, uid + 1)).rejects.toMatchObject({
    code: 'DATA_DIR_DENIED',
    message: expect.stringContaining(`${top} belongs to another user`),
  });
});

test('a server that an earlier run left behind is waited for', async () => {
  const dataDir = join(top, 'orphan');
  const { server } = await start(dataDir);
  await server.stop();
  const stagingBases = [join(top, 'base')];
  const { account, binaries } = await findClusterPlace({ home: dataDir, notice: undefined, stagingBases });
  const port = String(await findFreePort());
  const args = ['-D', server.clusterDir, '-p', port, '-h', '127.0.0.1', '-c', 'unix_socket_directories='];
  const orphan = spawn(join(binaries.root, 'bin', 'postgres'), args, {
    ...asAccount(account),
    env: {},
    cwd: '/',
    stdio: 'ignore',
  });
  await waitUntil(async () =>
    (await readFile(join(server.clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready'),
  );
  const starting = start(dataDir);
  orphan.kill('SIGINT');
  const again = await starting;
  expect(orphan.exitCode).toBe(0);
  expect(await query(again.server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});
