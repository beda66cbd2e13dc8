import type { ManagedProcess, ProcessExit } from '@tidemark/runtime';

/** An end that nobody had asked for. */
export interface UnaskedEnd {
  readonly name: string;
  readonly exit: ProcessExit;
  readonly tail: readonly string[];
}

/** Keeps one process of the pipeline running, as an orchestrator does, but for the ends that a fault gives it. */
export interface Supervisor {
  /** Starts it unless it runs. */
  start(): Promise<void>;
  /** Sends a signal that ends it, and waits for the end. Null where it did not run. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ProcessExit | null>;
  /** SIGSTOP or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** The end for good. */
  stop(): Promise<void>;
  /** What ended by itself; each was started again. */
  readonly unasked: readonly UnaskedEnd[];
}

export function createSupervisor(name: string, launch: () => Promise<ManagedProcess>): Supervisor {
  const unasked: UnaskedEnd[] = [];
  let current: ManagedProcess | null = null;
  let wanted = false;

  const watch = async (process: ManagedProcess): Promise<void> => {
    const exit = await process.exited;
    if (current !== process) return;
    current = null;
    if (!wanted) return;
    unasked.push({ name, exit, tail: process.tail().slice(-12) });
    await start();
  };
  const start = async (): Promise<void> => {
    wanted = true;
    if (current !== null) return;
    const process = await launch();
    current = process;
    void watch(process);
  };
  return {
    unasked,
    start,
    end: async (signal) => {
      const process = current;
      wanted = false;
      current = null;
      if (process === null) return null;
      // A stopped process takes no other signal but SIGKILL.
      process.signal('SIGCONT');
      if (signal === 'SIGTERM') return process.stop();
      process.signal('SIGKILL');
      return process.exited;
    },
    signal: (signal) => current?.signal(signal),
    stop: async () => {
      const process = current;
      wanted = false;
      current = null;
      process?.signal('SIGCONT');
      await process?.stop();
    },
  };
}
