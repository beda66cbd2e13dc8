import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { checkPort, findFreePort, type PortState } from '@tidemark/runtime';
import type { PortWish } from './env.ts';
import { StackError } from './stack-error.ts';

const MAX_TRIES = 100;

export interface ChoosePortOptions {
  /** What the port is for, in messages. */
  readonly purpose: string;
  readonly wish: PortWish;
  /** Addresses on which the port must be free. */
  readonly hosts: readonly string[];
  /** How many ports in a row are needed; 1 when left out. */
  readonly count?: number;
  /** Told when another than the usual port is taken. */
  readonly onNotice: (message: string) => void;
}

/**
 * The port wished for, if it and the ones after it that are needed are free; else an error when the user asked for it by
 * name, the next free one when not. 0 means any.
 */
export async function choosePort(options: ChoosePortOptions): Promise<number> {
  const { wish, purpose } = options;
  if (wish.port === 0) return await firstFree(options, await findFreePort());
  const problem = await problemOf(options, wish.port);
  if (problem === null) return wish.port;
  if (wish.explicit) {
    throw new StackError(
      `Port ${problem.port} for ${purpose} (${wish.variable}) is ${problem.state}. Set another one.`,
    );
  }
  const port = await firstFree(options, wish.port + 1);
  options.onNotice(
    `Port ${problem.port} is ${problem.state}: ${purpose} takes ${port} (${wish.variable} sets another).`,
  );
  return port;
}

/** A port kept for a service until just before that service starts. */
export interface ReservedPort {
  readonly port: number;
  /** Gives the port free again. */
  readonly release: () => Promise<void>;
}

/** Chooses a port and listens on it meanwhile, so that another stack that starts at this moment chooses another one. */
export async function reservePort(options: ChoosePortOptions): Promise<ReservedPort> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(options);
    try {
      const server = createServer().unref().listen({ port, host: options.hosts[0], exclusive: true });
      await once(server, 'listening');
      return { port, release: () => closeServer(server) };
    } catch (error) {
      // Somebody was faster. An explicit port then fails in the next round, with the reason.
      if (attempt === MAX_TRIES) throw error;
    }
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}

async function firstFree(options: ChoosePortOptions, from: number): Promise<number> {
  for (let port = from; port < Math.min(from + MAX_TRIES, 65_535); port += 1) {
    if ((await problemOf(options, port)) === null) return port;
  }
  throw new StackError(`No free port for ${options.purpose} from ${from} on. Set ${options.wish.variable}.`);
}

async function problemOf(
  options: ChoosePortOptions,
  first: number,
): Promise<{ port: number; state: PortState } | null> {
  for (let port = first; port < first + (options.count ?? 1); port += 1) {
    for (const host of options.hosts) {
      const state = await checkPort(port, host);
      // A machine without IPv6 has no ::1, and then nobody can be in the way there.
      const harmless = state === 'free' || (state === 'no such address' && host === '::1');
      if (!harmless) return { port, state };
    }
  }
  return null;
}
