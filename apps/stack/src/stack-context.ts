import type { Shutdown } from '@tidemark/runtime';
import type { StackEnv } from './env.ts';
import { parseLogLine } from './log-line.ts';
import type { Service } from './service.ts';
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

/** Lets the service be stopped in its turn, and stops everything if it ends on its own. */
export function superviseService(context: StackContext, service: Service): void {
  context.killers.set(service.name, () => service.process.signal('SIGKILL'));
  context.shutdown.add(service.name, async () => {
    if (service.process.exit() !== null) return;
    const startedAtMs = performance.now();
    await service.process.stop();
    context.terminal.done(`${service.name} stopped`, startedAtMs);
  });
  void reportUnexpectedEnd(context, service);
}

const SHOWN_LINES = 15;
const EXIT_CONFIG = 78;

async function reportUnexpectedEnd(context: StackContext, service: Service): Promise<void> {
  const { code, signal } = await service.process.exited;
  if (context.shutdown.signal.aborted) return;
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  context.terminal.problem(`${service.name} ended unexpectedly (${how}). Its last lines (all in ${service.logFile}):`);
  const lines = service.process.tail().slice(-SHOWN_LINES);
  for (const line of lines) context.terminal.plain(`    ${parseLogLine(line, 'stdout').text}`);
  // A wrong setting of one app is a wrong setting of the stack.
  await context.shutdown.run(`${service.name} ended`, code === EXIT_CONFIG ? EXIT_CONFIG : 1);
}
