import type { Shutdown } from '@tidemark/runtime';
import type { StackEnv } from './env.ts';
import type { Terminal } from './terminal.ts';

/** What every step of the start shares. */
export interface StackContext {
  readonly env: StackEnv;
  readonly rootDir: string;
  readonly logDir: string;
  readonly terminal: Terminal;
  readonly shutdown: Shutdown;
  /** What a forced exit must still end, by its name. Each must act at once, without waiting. */
  readonly killers: Map<string, () => void>;
}

/** Something that the user of `npm start` can understand and act on: shown without a stack trace. */
export class StackError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StackError';
    this.exitCode = options.exitCode ?? 1;
  }
}
