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

export interface Successor {
  readonly process: ManagedProcess;
  /**
   * From now on it is the process of this place; SIGTERM to the one before. Its end, or null where it did not run. Where a
   * fault has taken the place down, the successor goes too.
   */
  takeOver(): Promise<ProcessExit | null>;
}

/** Keeps one process of the pipeline running, as an orchestrator does, but for the ends that a fault gives it. */
export class Supervisor {
  /** What ended by itself; each was started again. */
  readonly unasked: UnaskedEnd[] = [];
  readonly asked: AskedEnd[] = [];
  readonly #name: string;
  readonly #launch: () => Promise<ManagedProcess>;
  #current: ManagedProcess | null = null;
  #isWanted = false;

  constructor(name: string, launch: () => Promise<ManagedProcess>) {
    this.#name = name;
    this.#launch = launch;
  }

  /** Starts it unless it runs. */
  async start(): Promise<void> {
    this.#isWanted = true;
    if (this.#current !== null) return;
    const process = await this.#launch();
    this.#current = process;
    void this.#watch(process);
  }

  isRunning(): boolean {
    return this.#current !== null;
  }

  /** The process of this moment. */
  running(): ManagedProcess | null {
    return this.#current;
  }

  /** Sends a signal that ends it, and waits for the end. Null where it did not run. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ProcessExit | null> {
    const process = this.#release();
    if (process === null || signal === 'SIGTERM') return this.#retire(process);
    process.signal('SIGKILL');
    return process.exited;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#current?.signal(signal);
  }

  /** Starts another one beside it, which is to take its place. */
  async startSuccessor(): Promise<Successor> {
    const successor = await this.#launch();
    let isRetired = false;
    return {
      process: successor,
      takeOver: async () => {
        if (isRetired) return null;
        isRetired = true;
        return this.#handOver(successor);
      },
    };
  }

  /** The end for good. */
  async stop(): Promise<void> {
    await this.#retire(this.#release());
  }

  async #watch(process: ManagedProcess): Promise<void> {
    const exit = await process.exited;
    if (this.#current !== process) return;
    this.#current = null;
    if (!this.#isWanted) return;
    this.unasked.push({ name: this.#name, exit, tail: lastLines(process) });
    await this.start();
  }

  #release(): ManagedProcess | null {
    const process = this.#current;
    this.#isWanted = false;
    this.#current = null;
    return process;
  }

  async #retire(process: ManagedProcess | null): Promise<ProcessExit | null> {
    if (process === null) return null;
    const end = await endInOrder(this.#name, process);
    if (end.wasAsked) this.asked.push(end);
    return end.exit;
  }

  async #handOver(successor: ManagedProcess): Promise<ProcessExit | null> {
    const [predecessor, early] = [this.#current, successor.exit()];
    if (early !== null) this.unasked.push({ name: `new ${this.#name}`, exit: early, tail: lastLines(successor) });
    if (!this.#isWanted || early !== null) {
      await this.#retire(successor);
      return null;
    }
    this.#current = successor;
    void this.#watch(successor);
    return this.#retire(predecessor);
  }
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
