import type { ProcessExit } from '@tidemark/embedded-postgres';
import { EXIT_WEDGED, STALL_SIGNAL } from '@tidemark/runtime';
import { parseLogLine } from './log-line.ts';
import { describeExit, type Service } from './service.ts';
import type { StackContext } from './stack-context.ts';

/** What it needs of a service; the process changes when it is started again. */
type Supervised = Pick<Service, 'name' | 'process' | 'logFile'>;
type Surroundings = Pick<StackContext, 'killers' | 'terminal'> & {
  readonly shutdown: Pick<StackContext['shutdown'], 'add' | 'run' | 'signal'>;
};

const SHOWN_LINES = 15;
const EXIT_CONFIG = 78;
/** One that its watchdog ends so often has a fault that a start does not mend. */
const MAX_RESTARTS = 5;

/**
 * Lets the service be stopped in its turn. One that its own watchdog has ended is started again; any other end of its own
 * stops everything.
 */
export function superviseService(
  context: Surroundings,
  first: Supervised,
  startAgain?: () => Promise<Supervised>,
): void {
  let service = first;
  const { name } = first;
  context.killers.set(name, () => service.process.signal('SIGKILL'));
  context.shutdown.add(name, async () => {
    if (service.process.exit() !== null) return;
    const startedAtMs = performance.now();
    await service.process.stop();
    context.terminal.done(`${name} stopped`, startedAtMs);
  });
  const watch = async (): Promise<void> => {
    for (let restarts = 0; ; restarts += 1) {
      const exit = await service.process.exited;
      if (context.shutdown.signal.aborted) return;
      if (startAgain === undefined || restarts >= MAX_RESTARTS || !endedByWatchdog(exit)) {
        await endWith(context, service, exit);
        return;
      }
      context.terminal.problem(`${name} hung and was ended by its watchdog (${describeExit(exit)}); it starts again`);
      service = await startAgain();
      // Its turn to be stopped may have passed while it started.
      if (context.shutdown.signal.aborted) await service.process.stop();
    }
  };
  watch().catch((error: unknown) => {
    context.terminal.problem(
      `${name} cannot be started again: ${error instanceof Error ? error.message : String(error)}`,
    );
    return context.shutdown.run(`${name} ended`, 1);
  });
}

function endedByWatchdog({ code, signal }: ProcessExit): boolean {
  return code === EXIT_WEDGED || signal === STALL_SIGNAL;
}

async function endWith(context: Surroundings, service: Supervised, exit: ProcessExit): Promise<void> {
  const { name, logFile, process } = service;
  context.terminal.problem(`${name} ended unexpectedly (${describeExit(exit)}). Its last lines (all in ${logFile}):`);
  for (const line of process.tail().slice(-SHOWN_LINES)) {
    context.terminal.plain(`    ${parseLogLine(line, 'stdout').text}`);
  }
  // A wrong setting of one app is a wrong setting of the stack.
  await context.shutdown.run(`${name} ended`, exit.code === EXIT_CONFIG ? EXIT_CONFIG : 1);
}
