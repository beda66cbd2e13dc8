import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  acquirePidLock,
  checkPort,
  findFreePort,
  type PidLock,
  PidLockHeldError,
  type PortState,
} from '@tidemark/embedded-postgres';
import type { PortWish } from './env.ts';
import { StackError } from './stack-context.ts';

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

export interface ClaimedPort {
  readonly port: number;
  /** Lets another stack have the port. A claim ends with its process in any case. */
  readonly release: () => Promise<void>;
}

/**
 * The port wished for, if it and the ones after it that are needed are free; else an error when the user asked for it by
 * name, the next free one when not. 0 means any. Stacks of one user that start at the same time claim their ports, since
 * it takes a moment until a service listens.
 */
export async function choosePort(options: ChoosePortOptions): Promise<ClaimedPort> {
  const { wish, purpose } = options;
  if (wish.port === 0) return await firstFree(options, await findFreePort());
  const claim = await tryClaim(options, wish.port);
  if ('release' in claim) return claim;
  if (wish.explicit) {
    throw new StackError(`Port ${claim.port} for ${purpose} (${wish.variable}) is ${claim.state}. Set another one.`);
  }
  const other = await firstFree(options, wish.port + 1);
  options.onNotice(
    `Port ${claim.port} is ${claim.state}: ${purpose} takes ${other.port} (${wish.variable} sets another).`,
  );
  return other;
}

async function firstFree(options: ChoosePortOptions, from: number): Promise<ClaimedPort> {
  for (let port = from; port < Math.min(from + MAX_TRIES, 65_535); port += 1) {
    const claim = await tryClaim(options, port);
    if ('release' in claim) return claim;
  }
  throw new StackError(`No free port for ${options.purpose} from ${from} on. Set ${options.wish.variable}.`);
}

interface PortProblem {
  readonly port: number;
  readonly state: PortState;
}

async function tryClaim(options: ChoosePortOptions, first: number): Promise<ClaimedPort | PortProblem> {
  const locks: PidLock[] = [];
  const release = async (): Promise<void> => {
    for (const lock of locks) await lock.release();
  };
  for (let port = first; port < first + (options.count ?? 1); port += 1) {
    const lock = await lockPort(port);
    if (lock !== null) locks.push(lock);
    const state = lock === null ? 'in use' : await stateOf(port, options.hosts);
    if (state === 'free') continue;
    await release();
    return { port, state };
  }
  return { port: first, release };
}

async function stateOf(port: number, hosts: readonly string[]): Promise<PortState> {
  for (const host of hosts) {
    const state = await checkPort(port, host);
    // A machine without IPv6 has no ::1, and then nobody can be in the way there.
    const harmless = state === 'free' || (state === 'no such address' && host === '::1');
    if (!harmless) return state;
  }
  return 'free';
}

/** Null when another stack of this user has claimed the port. */
async function lockPort(port: number): Promise<PidLock | null> {
  const dir = join(tmpdir(), `tidemark-ports-${process.getuid?.() ?? 0}`);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return await acquirePidLock(join(dir, String(port)));
  } catch (error) {
    if (error instanceof PidLockHeldError) return null;
    // A claim is a courtesy between stacks; where its file cannot be written the port itself decides.
    return { release: async () => undefined };
  }
}
