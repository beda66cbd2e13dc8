import { useSyncExternalStore } from 'react';
import { duration, moment } from '../format/time.ts';
import { useZone } from './navigation.ts';

const TICK_MS = 1_000;
let now = Date.now();
/** Milliseconds that the clock of the service is ahead of that of the browser. */
let offsetMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The service said what time it is: ages are told by its clock, for that of a browser can be wrong. */
export function setServerTime(seconds: number, receivedMs: number): void {
  offsetMs = seconds * 1_000 - receivedMs;
}

/** Unix seconds by the clock of the service. One timer serves the page; a component renders when its rounded value changes. */
export function useNow(stepSeconds = 1): number {
  return useSyncExternalStore(subscribe, () => Math.floor((now + offsetMs) / 1_000 / stepSeconds) * stepSeconds);
}

/** How long ago a moment was, counting up; the moment itself on demand. */
export function Age({ since }: { readonly since: number | null | undefined }) {
  const seconds = useNow();
  const zone = useZone();
  if (since === null || since === undefined) return <span>–</span>;
  return (
    <time dateTime={new Date(since * 1_000).toISOString()} title={moment(since, zone)}>
      {duration(seconds - since)}
    </time>
  );
}
