import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFreePort, type ManagedProcess, startManagedProcess } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import { Redis } from 'ioredis';

const execFileAsync = promisify(execFile);

/** A Redis of the run's own that keeps nothing on disk: each start is empty. */
export interface RedisServer {
  readonly url: string;
  readonly admin: Redis;
  kill(): Promise<void>;
  start(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

/** Whether this machine has a Redis to run. */
export async function hasRedis(): Promise<boolean> {
  return execFileAsync('redis-server', ['--version']).then(
    () => true,
    () => false,
  );
}

export async function startRedisServer(): Promise<RedisServer> {
  const port = await findFreePort(0);
  const admin = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  // Refused connections while it is down are the fault itself.
  admin.on('error', () => undefined);
  const launch = async (): Promise<ManagedProcess> => {
    const server = await startManagedProcess({
      name: 'redis',
      command: 'redis-server',
      args: [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--save',
        '',
        '--appendonly',
        'no',
        '--loglevel',
        'warning',
      ],
      env: { PATH: process.env['PATH'] },
    });
    await waitFor(() => admin.ping(), { timeoutMs: 30_000, description: 'Redis to answer' });
    return server;
  };
  let server = await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    admin,
    kill: async () => {
      server.signal('SIGKILL');
      await server.exited;
    },
    start: async () => {
      server = await launch();
    },
    signal: (signal) => server.signal(signal),
    stop: async () => {
      admin.disconnect();
      await server.stop();
    },
  };
}
