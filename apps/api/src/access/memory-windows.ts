import type { WindowCount } from './window-count.ts';

/** Counts by name in this process alone, in windows that begin with the first event of a name. */
export interface MemoryWindows {
  /** Counts one event and says how many there are with it. */
  add(name: string): WindowCount;
  /** The count as it is. */
  read(name: string): WindowCount;
  /** Names whose window is open, and those whose window has ended and that nobody has needed the place of. */
  size(): number;
}

export interface MemoryWindowsOptions {
  readonly windowMs: number;
  /** Names that are counted at once. Beyond them the window that was opened first is forgotten. */
  readonly mostNames: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Whoever has a large network of addresses can make as many names as requests. They must not take more memory than the places
 * that there are: forgotten is what would have ended first anyway.
 */
export function createMemoryWindows({
  windowMs,
  mostNames,
  now = performanceNow,
}: MemoryWindowsOptions): MemoryWindows {
  // In the order in which they were opened, which is the order of their ends: all are of one length.
  const windows = new Map<string, Window>();

  const open = (name: string, at: number): Window => {
    windows.delete(name);
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > at && windows.size < mostNames) break;
      windows.delete(oldest);
    }
    const opened = { count: 0, endsAt: at + windowMs };
    windows.set(name, opened);
    return opened;
  };
  const openNow = (name: string, at: number): Window | null => {
    const found = windows.get(name);
    return found === undefined || found.endsAt <= at ? null : found;
  };
  return {
    add: (name) => {
      const at = now();
      const window = openNow(name, at) ?? open(name, at);
      window.count += 1;
      return { count: window.count, resetMs: window.endsAt - at };
    },
    read: (name) => {
      const at = now();
      const window = openNow(name, at);
      return window === null ? { count: 0, resetMs: windowMs } : { count: window.count, resetMs: window.endsAt - at };
    },
    size: () => windows.size,
  };
}

function performanceNow(): number {
  return performance.now();
}
