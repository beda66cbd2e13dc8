/** Does a piece of work without what it prints: the SDK reports missing native helpers and every curve it refuses. */
export function quietly<T>(work: () => T): T {
  const { console: terminal } = globalThis;
  const ignore = (): void => undefined;
  Object.assign(globalThis, { console: { ...terminal, log: ignore, warn: ignore } });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { console: terminal });
  }
}
