/** Wrappers of wrappers are looked through up to this depth: a chain of causes may be a circle. */
const DEPTH = 5;

/**
 * The `code` of a system error (`ENOENT`, `ESRCH`) or of any error that carries one as text, else that of what caused it: a
 * query builder throws an error of its own around the driver's. Undefined without one.
 */
export function errorCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < DEPTH && typeof current === 'object' && current !== null; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = 'cause' in current ? current.cause : undefined;
  }
  return undefined;
}
