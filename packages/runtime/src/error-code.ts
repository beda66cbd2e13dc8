/** The `code` of a system error (`ENOENT`, `ESRCH`) or of any error that carries one as text; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
