import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the condition holds; fails after 20 s. The testing package builds on this one, so it cannot be used here. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within 20 s');
    await delay(20);
  }
}
