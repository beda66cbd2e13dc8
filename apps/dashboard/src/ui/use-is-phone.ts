import { useSyncExternalStore } from 'react';

/** The width below which style sheets lay out for a phone. */
const phone = matchMedia('(max-width: 640px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
