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
  isRunning(): boolean;
  /** Sends a signal that ends it, and waits for the end. Null where it did not run. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ProcessExit | null>;
  /** SIGSTOP or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts another one beside it, which is to take its place. */
  startSuccessor(): Promise<Successor>;
  /** The end for good. */
  stop(): Promise<void>;
  /** What ended by itself; each was started again. */
  readonly unasked: readonly UnaskedEnd[];
}

export interface Successor {
  readonly process: ManagedProcess;
  /**
   * From now on it is the process of this place; SIGTERM to the one before. Its end, or null where it did not run. Where a
   * fault has taken the place down, the successor goes too.
   */
  takeOver(): Promise<ProcessExit | null>;
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
  const retire = async (process: ManagedProcess | null): Promise<ProcessExit | null> => {
    // A stopped process takes no other signal but SIGKILL.
    process?.signal('SIGCONT');
    return (await process?.stop()) ?? null;
  };
  return {
    unasked,
    start,
    isRunning: () => current !== null,
    end: async (signal) => {
      const process = current;
      wanted = false;
      current = null;
      if (process === null || signal === 'SIGTERM') return retire(process);
      process.signal('SIGKILL');
      return process.exited;
    },
    signal: (signal) => current?.signal(signal),
    startSuccessor: async () => {
      const successor = await launch();
      let isRetired = false;
      const takeOver = async (): Promise<ProcessExit | null> => {
        const [predecessor, early] = [current, successor.exit()];
        isRetired = true;
        if (early !== null) unasked.push({ name: `new ${name}`, exit: early, tail: successor.tail().slice(-12) });
        if (!wanted || early !== null) {
          await retire(successor);
          return null;
        }
        current = successor;
        void watch(successor);
        return retire(predecessor);
      };
      return {
        process: successor,
        takeOver: async () => (isRetired ? null : takeOver()),
      };
    },
    stop: async () => {
      const process = current;
      wanted = false;
      current = null;
      await retire(process);
    },
  };
}
