import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '@tidemark/embedded-postgres';
import type { Link } from '../network/link.ts';

/** Which of several processes clients reach behind one address, as a balancer decides it. */
export interface Route {
  /**
   * New connections go to this process from the moment at which it listens, and until then where they went before. Returns
   * then, or when the process has ended. What was asked for last counts.
   */
  to(server: ManagedProcess, port: number): Promise<void>;
}

const LOOK_EVERY_MS = 20;

/** While the process of the route is gone connections are refused. None is sent to a process that does not listen yet. */
export function createRoute(link: Pick<Link, 'retarget' | 'open' | 'shut'>): Route {
  let wished: ManagedProcess | null = null;
  let routed: ManagedProcess | null = null;
  // A link is open from its beginning, when nothing listens behind it.
  link.shut();
  return {
    to: async (server, port) => {
      wished = server;
      const isAwaited = (): boolean => wished === server && server.exit() === null;
      while (isAwaited() && !(await listens(port))) await delay(LOOK_EVERY_MS);
      if (!isAwaited()) return;
      routed = server;
      void server.exited.then(() => (routed === server ? link.shut() : undefined));
      link.retarget(port);
      await link.open();
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
