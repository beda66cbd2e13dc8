import { format } from 'node:util';
import type { Logger } from 'pino';
import { createRepeatFilter } from './repeat-filter.ts';

/** A library that says the same at every connection says it once in this time. */
const QUIET_MS = 3_600_000;

const LEVELS = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const;

/**
 * Turns what libraries write to the console, and the warnings of Node itself, into lines of the logger: a process writes nothing else to
 * where its log goes. Returns what undoes it.
 */
export function routeConsole(logger: Logger): () => void {
  const pass = createRepeatFilter(QUIET_MS);
  const tell = (level: (typeof LEVELS)[keyof typeof LEVELS], text: string): void => {
    const skipped = pass(text, Date.now());
    if (skipped === null) return;
    logger[level](skipped === 0 ? { source: 'library' } : { source: 'library', skipped }, text);
  };
  const before = { ...console };
  for (const name of ['error', 'warn', 'info', 'log', 'debug'] as const)
    console[name] = (...parts: unknown[]) => tell(LEVELS[name], format(...parts));
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  const onWarning = ({ name, message }: Error): void => tell('warn', `${name}: ${message}`);
  process.on('warning', onWarning);
  return () => {
    Object.assign(console, before);
    process.off('warning', onWarning);
    for (const listener of listeners) process.on('warning', listener);
  };
}
