import type { ManagedProcess, ProcessExit } from '@tidemark/embedded-postgres';

/** An end that was not requested. */
export interface UnaskedEnd {
  readonly name: string;
  readonly exit: ProcessExit;
  readonly tail: readonly string[];
}

/** An end that was asked for with SIGTERM. */
export interface AskedEnd extends UnaskedEnd {
  readonly from: Date;
  readonly to: Date;
  /** Its own deadline came before everything was in order. */
  readonly isForced: boolean;
}

/** Keeps one process of the pipeline running, as an orchestrator does, but for the ends that a fault gives it. */
export interface Supervisor {
  /** Starts it unless it runs. */
  start(): Promise<void>;
  isRunning(): boolean;
  /** The process of this moment. */
  running(): ManagedProcess | null;
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
  readonly asked: readonly AskedEnd[];
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
  const asked: AskedEnd[] = [];
  let current: ManagedProcess | null = null;
  let wanted = false;

  const watch = async (process: ManagedProcess): Promise<void> => {
    const exit = await process.exited;
    if (current !== process) return;
    current = null;
    if (!wanted) return;
    unasked.push({ name, exit, tail: lastLines(process) });
    await start();
  };
  const start = async (): Promise<void> => {
    wanted = true;
    if (current !== null) return;
    const process = await launch();
    current = process;
    void watch(process);
  };
  const release = (): ManagedProcess | null => {
    const process = current;
    wanted = false;
    current = null;
    return process;
  };
  const retire = async (process: ManagedProcess | null): Promise<ProcessExit | null> => {
    if (process === null) return null;
    const end = await endInOrder(name, process);
    if (end.wasAsked) asked.push(end);
    return end.exit;
  };
  return {
    unasked,
    asked,
    start,
    isRunning: () => current !== null,
    running: () => current,
    end: async (signal) => {
      const process = release();
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
        if (early !== null) unasked.push({ name: `new ${name}`, exit: early, tail: lastLines(successor) });
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
    stop: async () => void (await retire(release())),
  };
}

/** SIGTERM, also to a stopped process, which takes no other signal but SIGKILL. One that had ended already was not asked. */
async function endInOrder(name: string, process: ManagedProcess): Promise<AskedEnd & { readonly wasAsked: boolean }> {
  const [from, wasAsked] = [new Date(), process.exit() === null];
  process.signal('SIGCONT');
  const exit = await process.stop();
  const isForced = process.tail().some((line) => line.includes('shutdown forced'));
  return { name, exit, tail: lastLines(process), from, to: new Date(), isForced, wasAsked };
}

function lastLines(process: ManagedProcess): string[] {
  return process.tail().slice(-12);
}
