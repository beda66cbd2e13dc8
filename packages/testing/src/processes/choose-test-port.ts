import { randomInt } from 'node:crypto';
import { isPortFree } from '@tidemark/embedded-postgres';

/** Below the ports that systems give out by themselves, to servers on any port and to every connection that is made. */
const PORTS = { from: 20_000, to: 32_000 };

/**
 * A free port for a program that needs one in its settings. The program takes a while to get there, so it is none that another
 * test could be given meanwhile.
 */
export async function chooseTestPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port)) return port;
  }
}
