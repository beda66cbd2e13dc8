import { checkPort, findFreePort, type PortState } from '@tidemark/embedded-postgres';
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

/** Those of this stack: it takes a moment until a service listens. */
const chosen = new Set<number>();

/**
 * The port wished for, if it and the ones after it that are needed are free; else an error when the user asked for it by
 * name, the next free one when not. 0 means any.
 */
export async function choosePort(options: ChoosePortOptions): Promise<number> {
  const { wish, purpose, count = 1 } = options;
  const first = wish.port === 0 ? await findFreePort() : wish.port;
  let why = '';
  for (let port = first; port < Math.min(first + MAX_TRIES, 65_535); port += 1) {
    const problem = await findProblem(options, port);
    if (problem === null) {
      for (let offset = 0; offset < count; offset += 1) chosen.add(port + offset);
      if (why !== '') options.onNotice(`${why}: ${purpose} takes ${port} (${wish.variable} sets another).`);
      return port;
    }
    if (wish.explicit && wish.port !== 0) {
      throw new StackError(
        `Port ${problem.port} for ${purpose} (${wish.variable}) is ${problem.state}. Set another one.`,
      );
    }
    if (port === wish.port) why = `Port ${problem.port} is ${problem.state}`;
  }
  throw new StackError(`No free port for ${purpose} from ${first} on. Set ${wish.variable}.`);
}

async function findProblem(
  { hosts, count = 1 }: ChoosePortOptions,
  first: number,
): Promise<{ readonly port: number; readonly state: PortState } | null> {
  for (let port = first; port < first + count; port += 1) {
    if (chosen.has(port)) return { port, state: 'in use' };
    for (const host of hosts) {
      const state = await checkPort(port, host);
      // A machine without IPv6 has no ::1, and then the port is not taken there.
      const harmless = state === 'free' || (state === 'no such address' && host === '::1');
      if (!harmless) return { port, state };
    }
  }
  return null;
}
