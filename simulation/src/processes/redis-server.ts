import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { type ManagedProcess, startManagedProcess } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import { Redis } from 'ioredis';
import { choosePort } from '../network/choose-port.ts';
import { type Link, startLink } from '../network/link.ts';

const execFileAsync = promisify(execFile);
const START_TIMEOUT_MS = 30_000;

/** A Redis of the run's own that keeps nothing on disk: each start is empty. Behind one address, whichever server it is. */
export interface RedisServer {
  /** The pipeline's way to it. */
  readonly url: string;
  readonly link: Link;
  /** A connection that is not the pipeline's, to the server of this moment. */
  readonly admin: () => Redis;
  kill(): Promise<void>;
  start(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** A second server with all that the first one has, which from now on hears nothing of it any more. */
  prepareReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

export interface Replica {
  /** The first server dies; the address does not answer. Returns the bytes of writes that the replica never received. */
  losePrimary(): Promise<number>;
  /** The replica is the server from now on. */
  promote(): Promise<void>;
}

/** Whether this machine has a Redis to run. */
export async function hasRedis(): Promise<boolean> {
  return execFileAsync('redis-server', ['--version']).then(
    () => true,
    () => false,
  );
}

export async function startRedisServer(): Promise<RedisServer> {
  let node = await startNode();
  const link = await startLink(node.port);
  let spare: RedisNode | null = null;
  return {
    url: `redis://127.0.0.1:${link.port}`,
    link,
    admin: () => node.admin,
    kill: async () => {
      link.shut();
      await node.kill();
    },
    start: async () => {
      await node.start();
      await link.open();
    },
    signal: (signal) => node.signal(signal),
    prepareReplica: async () => {
      const [primary, replica] = [node, await startNode()];
      spare = replica;
      await replica.follow(primary.port);
      const heard = await primary.writtenBytes();
      return {
        losePrimary: async () => {
          const written = await primary.writtenBytes();
          link.shut();
          await primary.kill();
          return written - heard;
        },
        promote: async () => {
          node = replica;
          spare = null;
          link.retarget(replica.port);
          await link.open();
          await primary.stop();
        },
      };
    },
    stop: async () => {
      await link.stop();
      await node.stop();
      await spare?.stop();
    },
  };
}

interface RedisNode {
  readonly port: number;
  readonly admin: Redis;
  kill(): Promise<void>;
  start(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Takes everything from another server, then parts from it. */
  follow(port: number): Promise<void>;
  writtenBytes(): Promise<number>;
  stop(): Promise<void>;
}

async function startNode(): Promise<RedisNode> {
  const port = await choosePort();
  const admin = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  // Refused connections while it is down are the fault itself.
  admin.on('error', () => undefined);
  let server = await launch(port, admin);
  return {
    port,
    admin,
    kill: async () => {
      server.signal('SIGKILL');
      await server.exited;
    },
    start: async () => {
      server = await launch(port, admin);
    },
    signal: (signal) => server.signal(signal),
    follow: async (primary) => {
      await admin.replicaof('127.0.0.1', primary);
      await waitFor(async () => (await admin.info('replication')).includes('master_link_status:up'), {
        timeoutMs: START_TIMEOUT_MS,
        description: 'a replica of Redis',
      });
      await admin.replicaof('NO', 'ONE');
    },
    writtenBytes: async () =>
      Number(/master_repl_offset:(?<bytes>\d+)/.exec(await admin.info('replication'))?.groups?.['bytes'] ?? 0),
    stop: async () => {
      admin.disconnect();
      await server.stop();
    },
  };
}

async function launch(port: number, admin: Redis): Promise<ManagedProcess> {
  const settings = {
    bind: '127.0.0.1',
    port,
    save: '',
    appendonly: 'no',
    loglevel: 'warning',
    dir: tmpdir(),
    // A replica takes what it is sent without writing it to a file first.
    'repl-diskless-sync-delay': 0,
    'repl-diskless-load': 'on-empty-db',
  };
  const server = await startManagedProcess({
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    env: { PATH: process.env['PATH'] },
  });
  await waitFor(() => admin.ping(), { timeoutMs: START_TIMEOUT_MS, description: 'Redis to answer' });
  return server;
}
