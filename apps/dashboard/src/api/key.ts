import { useSyncExternalStore } from 'react';

/**
 * The API key that was entered, in this variable and nowhere else: not in the URL, not in any storage. Reloading the page
 * forgets it.
 */
let key = '';
const listeners = new Set<() => void>();

export function currentKey(): string {
  return key;
}

export function setKey(next: string): void {
  key = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who asks: answers differ by it, so it is part of the name of every query. */
export type Tier = 'public' | 'key';

export function useTier(): Tier {
  return useSyncExternalStore(subscribe, () => (key === '' ? 'public' : 'key'));
}
