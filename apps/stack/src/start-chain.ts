import { join } from 'node:path';
import { redactUrl } from '@tidemark/runtime';
import { z } from 'zod';
import { choosePort } from './choose-port.ts';
import { appCommand, type StackContext, StackError } from './stack-context.ts';
import { startService, superviseService } from './service.ts';

/** The chain that the indexer reads. */
export interface ChainSource {
  readonly rpcUrls: readonly string[];
  /** WebSocket of the localnet; null for a chain of others. */
  readonly wsUrl: string | null;
  readonly simulated: boolean;
}

const READY_TIMEOUT_MS = 60_000;
const readyLine = z.object({ msg: z.literal('localnet ready'), rpcUrl: z.string(), wsUrl: z.string() });

/** Brings the localnet up, or none where `SOLANA_RPC_URL` names a chain. */
export async function startChain(context: StackContext): Promise<ChainSource> {
  const { env, terminal } = context;
  if (env.rpcUrls !== null) {
    terminal.done(`Solana RPC of SOLANA_RPC_URL: ${env.rpcUrls.map(redactUrl).join(', ')}`);
    return { rpcUrls: env.rpcUrls, wsUrl: null, simulated: false };
  }
  const port = await choosePort({
    purpose: 'the localnet and its WebSocket',
    wish: env.ports.localnet,
    hosts: ['127.0.0.1'],
    // WebSocket answers on the next port, as with a real node.
    count: 2,
    onNotice: terminal.note,
  });
  const startedAtMs = performance.now();
  let onReady: (ready: z.output<typeof readyLine>) => void;
  const answering = new Promise<z.output<typeof readyLine>>((resolve) => {
    onReady = resolve;
  });
  const service = await startService({
    name: 'localnet',
    command: appCommand(context.rootDir, 'localnet'),
    rootDir: context.rootDir,
    logDir: context.logDir,
    env: {
      LOCALNET_PORT: String(port),
      LOCALNET_STATE_DIR: process.env['LOCALNET_STATE_DIR'] || join(env.dataDir, 'localnet'),
    },
    stopDeadlineMs: 5_000,
    terminal,
    onLine: (line) => {
      const ready = parseReadyLine(line);
      if (ready !== null) onReady(ready);
    },
  });
  superviseService(context, service);
  const ready = await Promise.race([answering, giveUp(context)]);
  terminal.done(`localnet, a SIMULATED Solana chain, on ${redactUrl(ready.rpcUrl)}`, startedAtMs);
  return { rpcUrls: [ready.rpcUrl], wsUrl: ready.wsUrl, simulated: true };
}

function parseReadyLine(line: string): z.output<typeof readyLine> | null {
  if (!line.includes('localnet ready')) return null;
  try {
    return readyLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Rejects at the deadline, or when the stack is stopped; the localnet's own end does that too. */
function giveUp(context: StackContext): Promise<never> {
  return new Promise((_, reject) => {
    const late = new StackError(
      `The localnet was not ready after ${READY_TIMEOUT_MS / 1000} s, see ${context.logDir}.`,
    );
    const timer = setTimeout(() => reject(late), READY_TIMEOUT_MS);
    timer.unref();
    const { signal } = context.shutdown;
    signal.addEventListener('abort', () => reject(new StackError('stopped')), { once: true });
  });
}
