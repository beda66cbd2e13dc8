import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the condition holds; fails after 60 s. The testing package builds on this one, so it cannot be used here. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`The condition was not met within ${timeoutMs} ms`);
    await delay(20);
  }
}
