import type { ProcessExit } from '@tidemark/embedded-postgres';
import { startProcess } from './start-process.ts';

export interface StartLocalnetOptions {
  /** Folder of account files; the built-in scenario when left out. */
  readonly accountsDir?: string;
  readonly seed?: string | number;
  /** First slot. */
  readonly slot?: bigint | number;
  /** First time of the chain's clock, unix seconds. */
  readonly unixTimeSeconds?: bigint | number;
  /** Real milliseconds per slot; 0 freezes the clock and leaves the accounts untouched. */
  readonly slotMs?: number;
  /** What the performance samples say a slot lasts. */
  readonly reportedSlotMs?: number;
  /** Any free port when left out. */
  readonly port?: number;
  /** See `StartProcessOptions`. */
  readonly isShared?: boolean;
  /** More variables, for example `LOCALNET_STATE_DIR`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestLocalnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly pid: number;
  readonly lines: () => readonly string[];
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<ProcessExit>;
}

/** The line that localnet prints once it answers. */
interface ReadyLine {
  readonly msg: 'localnet ready';
  readonly rpcUrl: string;
  readonly wsUrl: string;
}

/** Runs apps/localnet from its source as a child process, on any free port. */
export async function startLocalnet(options: StartLocalnetOptions = {}): Promise<TestLocalnet> {
  const child = await startProcess({
    entry: 'apps/localnet/src/main.ts',
    env: localnetEnvironment(options),
    ready: { line: (line) => parseReadyLine(line) !== null },
    isShared: options.isShared ?? false,
  });
  const ready = child
    .lines()
    .map(parseReadyLine)
    .find((line) => line !== null);
  if (ready === undefined || ready === null) throw new Error('localnet printed no ready line');
  return { ...child, rpcUrl: ready.rpcUrl, wsUrl: ready.wsUrl };
}

function localnetEnvironment(options: StartLocalnetOptions): Record<string, string | undefined> {
  const text = (value: string | number | bigint | undefined): string | undefined => value?.toString();
  return {
    LOG_LEVEL: 'info',
    LOCALNET_PORT: text(options.port ?? 0),
    LOCALNET_ACCOUNTS: options.accountsDir,
    LOCALNET_SEED: text(options.seed),
    LOCALNET_SLOT: text(options.slot),
    LOCALNET_UNIX_TIME: text(options.unixTimeSeconds),
    LOCALNET_SLOT_MS: text(options.slotMs),
    LOCALNET_REPORTED_SLOT_MS: text(options.reportedSlotMs),
    ...options.env,
  };
}

function parseReadyLine(line: string): ReadyLine | null {
  if (!line.includes('localnet ready')) return null;
  try {
    const fields: unknown = JSON.parse(line);
    return isReadyLine(fields) ? fields : null;
  } catch {
    return null;
  }
}

function isReadyLine(fields: unknown): fields is ReadyLine {
  if (typeof fields !== 'object' || fields === null || !('msg' in fields && 'rpcUrl' in fields && 'wsUrl' in fields)) {
    return false;
  }
  return fields.msg === 'localnet ready' && typeof fields.rpcUrl === 'string' && typeof fields.wsUrl === 'string';
}
