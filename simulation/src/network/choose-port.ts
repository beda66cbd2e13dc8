import { randomInt } from 'node:crypto';
import { isPortFree } from '@tidemark/embedded-postgres';

/**
 * Below the ports that systems give to outgoing connections: a server that is down for a while must find its port free when
 * it comes back.
 */
const [FIRST, LAST] = [20_000, 31_999];
const given = new Set<number>();

/** A free port that stays free; each call gives another one. */
export async function choosePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}
