import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { spawnProgram } from '../test/run-program.ts';
import { waitUntil } from '../test/wait-until.ts';
import { processIdentity } from './process/pid-lock.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start-embedded-postgres.ts';

let top: string;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'tidemark-embedded-'));
  await chmod(top, 0o711);
  await (await startEmbeddedPostgres({ dataDir: join(top, 'made'), port: 0 })).stop();
});
afterAll(() => rm(top, { recursive: true, force: true }));

async function start(name: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const notices: string[] = [];
  const dataDir = join(top, name);
  const server = await startEmbeddedPostgres({ dataDir, port: 0, onNotice: (text) => notices.push(text), ...options });
  onTestFinished(() => server.stop());
  return { server, notices, dataDir };
}

/** On a copy of a cluster that is there: most tests ask nothing of how one is made, which takes longer than all the rest. */
async function startCopy(name: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  await promisify(execFile)('cp', ['-a', join(top, 'made'), join(top, name)]);
  return start(name, options);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 30, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe<Record<string, unknown>[]>(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const mode = async (path: string): Promise<string> => ((await lstat(path)).mode & 0o777).toString(8);

test('a new cluster asks for its password, listens on 127.0.0.1 only, and keeps its files to itself', async () => {
  const { server, dataDir } = await start('fresh');
  expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  const wrong = new URL(server.url());
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  const [settings] = await query(
    server.url(),
    `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      current_setting('fsync') as fsync, current_setting('password_encryption') as encryption,
      current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding`,
  );
  expect(settings).toEqual({
    addresses: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    encryption: 'scram-sha-256',
    checksums: 'on',
    encoding: 'UTF8',
  });
  expect(await mode(join(dataDir, 'password'))).toBe('600');
  expect(await mode(server.clusterDir)).toBe('700');
  expect(Number.parseInt(await mode(dataDir), 8) & 0o022).toBe(0);
  const outside = Object.values(networkInterfaces()).flat();
  const address = outside.find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;
  if (address === undefined) return;
  const url = new URL(server.url());
  url.hostname = address;
  await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a second start on the same folder finds the data and the password', async () => {
  const first = (await startCopy('twice')).server;
  await query(first.url(), 'create table tide as select 42 as mark');
  await first.stop();
  expect(await processIdentity(first.pid)).toBeNull();
  const second = (await start('twice')).server;
  expect(await query(second.url(), 'select mark from tide')).toEqual([{ mark: 42 }]);
  expect(new URL(second.url()).password).toBe(new URL(first.url()).password);
});

test('stop ends a server that still has clients, and may be called twice', async () => {
  const { server } = await startCopy('clients');
  const sql = postgres(server.url(), { max: 1, onnotice: () => undefined });
  await sql`select 1`;
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await sql.end({ timeout: 1 });
});

test('two at once on one folder: the second is refused and the first goes on', async () => {
  const { server, dataDir } = await startCopy('contested');
  await expect(startEmbeddedPostgres({ dataDir, port: 0 })).rejects.toMatchObject({
    code: 'ALREADY_RUNNING',
    message: expect.stringContaining(`process ${server.pid}.`),
  });
  expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('when the supervising process is killed the server ends too, and the next start has the data', async () => {
  const dataDir = join(top, 'killed-supervisor');
  const program = spawnProgram('run-postgres.ts', [dataDir], {});
  const [line]: unknown[] = await once(program.stdout.setEncoding('utf8'), 'data');
  const [pid, url] = String(line).trim().split(' ');
  await query(url ?? '', 'create table tide as select 7 as mark');
  program.kill('SIGKILL');
  await waitUntil(async () => (await processIdentity(Number(pid))) === null);
  const { server } = await start('killed-supervisor');
  expect(await query(server.url(), 'select mark from tide')).toEqual([{ mark: 7 }]);
});

test('when the server itself is killed it is told, and the next start recovers what was committed', async () => {
  const { server } = await startCopy('killed-server');
  await query(server.url(), 'create table tide as select 8 as mark');
  process.kill(server.pid, 'SIGKILL');
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await server.stop();
  const again = (await start('killed-server')).server;
  expect(await query(again.url(), 'select mark from tide')).toEqual([{ mark: 8 }]);
});

test('a pid file that names a process of somebody else does not hinder the start, nor is that process touched', async () => {
  const { server } = await startCopy('foreign-pid');
  await server.stop();
  await writeFile(join(server.clusterDir, 'postmaster.pid'), `${process.pid}\n${server.clusterDir}\n`);
  const again = (await start('foreign-pid')).server;
  expect(await query(again.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a port that is taken is left to its owner: the next one by default, an error when it was asked for', async () => {
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  onTestFinished(() => void owner.close());
  const address = owner.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startCopy('ports', { port, strictPort: true })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  const { server, notices } = await start('ports', { port });
  expect(server.port).toBeGreaterThan(port);
  expect(notices).toContain(`Port ${port} is taken, Postgres listens on ${server.port}.`);
});

test('a cluster of another major version is refused in words and left as it is', async () => {
  const { server, dataDir } = await startCopy('old');
  await server.stop();
  await writeFile(join(server.clusterDir, 'PG_VERSION'), '17\n');
  await expect(start('old')).rejects.toMatchObject({
    code: 'VERSION_MISMATCH',
    message: expect.stringMatching(/made by Postgres 17, the embedded server is Postgres 18/),
  });
  expect(await readdir(dataDir)).toContain('cluster');
});

test('a run that was killed during initdb leaves nothing that a later start takes for a cluster', async () => {
  const dataDir = join(top, 'half');
  await mkdir(join(dataDir, 'cluster.partial', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'cluster.password'), 'left behind');
  const { server } = await start('half');
  expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['cluster', 'password', 'server.log']);
});

test('a cluster whose password file was lost is refused in words and left as it is', async () => {
  const { server, dataDir } = await startCopy('forgetful');
  await server.stop();
  await rm(join(dataDir, 'password'));
  await expect(start('forgetful')).rejects.toMatchObject({
    code: 'START_FAILED',
    message: expect.stringMatching(/password is gone/),
  });
  expect(await readdir(dataDir)).toContain('cluster');
});

test('a throwaway cluster skips fsync and is gone after stop', async () => {
  const { server, dataDir } = await start('throwaway', { durable: false });
  expect(await query(server.url(), 'show fsync')).toEqual([{ fsync: 'off' }]);
  await server.stop();
  await expect(lstat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('ensureDatabase creates once, also when asked at once and for odd names', async () => {
  const { server } = await startCopy('databases');
  const name = 'tide-Mark_0a';
  const created = await Promise.all([server.ensureDatabase(name), server.ensureDatabase(name)]);
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await server.ensureDatabase(name)).toBe(false);
  expect(await query(server.url(name), 'select current_database() as name')).toEqual([{ name }]);
});

test('a setting that Postgres refuses is an error that shows what the server said, and leaves no server', async () => {
  await expect(startCopy('refused', { settings: { work_mem: 'much' } })).rejects.toMatchObject({
    code: 'START_FAILED',
    serverLog: expect.stringContaining('work_mem'),
  });
  const log = await readFile(join(top, 'refused', 'server.log'), 'utf8');
  expect(log).toContain('work_mem');
  const { server } = await start('refused');
  expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});
