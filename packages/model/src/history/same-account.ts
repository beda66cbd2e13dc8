import type { StoredState } from './stored-state.ts';

/**
 * True where two looks found the same bytes. A refresh moves `lastUpdateSlot` forward and nothing moves it back, so an
 * account that is the same at two looks was the same all the time between them.
 */
export function isSameAccount(a: StoredState, b: StoredState): boolean {
  if (a.lastUpdateSlot !== b.lastUpdateSlot) return false;
  const left = a.accountSha256;
  const right = b.accountSha256;
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i += 1) if (left[i] !== right[i]) return false;
  return true;
}
