import type { Logger } from '@tidemark/runtime';
import { type FaultInput, type FaultSettings, faultSettings } from '../faults/fault-settings.ts';

/** Real milliseconds per slot by default. */
export const DEFAULT_SLOT_MS = 300;
/** The port of a Solana node. */
export const DEFAULT_PORT = 8_899;

/** Everything that a localnet runs by. */
export interface LocalnetSettings extends ChainSettings {
  readonly host: string;
  /** RPC port; the WebSocket port is the next one. 0 = any two free ones. */
  readonly port: number;
  /** Folder that keeps the chain over restarts; null = every start is a new chain. */
  readonly stateDir: string | null;
  /** File that every state is appended to; null = none. */
  readonly truthFile: string | null;
  /** true: the truth file carries the accounts' bytes. */
  readonly truthData: boolean;
  /** File that every answer is noted in once all of it was sent; null = none. */
  readonly answerFile: string | null;
  /** true: the control endpoint answers. */
  readonly control: boolean;
  readonly faults: FaultSettings;
  readonly logger: Logger | null;
  /** Wall time in milliseconds. */
  readonly nowMs: () => number;
}

/** `LocalnetSettings` as a caller gives them: everything has a default, `undefined` counts as left out. */
export type LocalnetOptions = {
  readonly [Name in keyof Omit<LocalnetSettings, 'faults'>]?: LocalnetSettings[Name] | undefined;
} & { readonly faults?: FaultInput | undefined };

/** Fills in the defaults. */
export function completeOptions(options: LocalnetOptions): LocalnetSettings {
  const slotMs = options.slotMs ?? DEFAULT_SLOT_MS;
  return {
    accountsDir: options.accountsDir ?? null,
    seed: options.seed ?? '1',
    reserves: options.reserves ?? 0,
    slot: options.slot ?? null,
    unixTimeSeconds: options.unixTimeSeconds ?? null,
    slotMs,
    reportedSlotMs: options.reportedSlotMs ?? (slotMs === 0 ? DEFAULT_SLOT_MS : slotMs),
    activity: options.activity ?? 'walk',
    accrualVariant: options.accrualVariant ?? 'since-1.17',
    host: options.host ?? '127.0.0.1',
    port: options.port ?? DEFAULT_PORT,
    stateDir: options.stateDir ?? null,
    truthFile: options.truthFile ?? null,
    truthData: options.truthData ?? false,
    answerFile: options.answerFile ?? null,
    control: options.control ?? false,
    faults: faultSettings.parse(options.faults ?? {}),
    logger: options.logger ?? null,
    nowMs: options.nowMs ?? Date.now,
  };
}

/** What chain to simulate. */
export interface ChainSettings {
  /** Folder of account files; null = the built-in scenario. */
  readonly accountsDir: string | null;
  readonly seed: string;
  /** How many reserves the built-in scenario has at least; those beyond the registry's are copies that are seldom used. */
  readonly reserves: number;
  /** First slot; null = the newest last-update slot of the files, or the scenario's. */
  readonly slot: number | null;
  /** First time of the clock; null = the wall clock's. */
  readonly unixTimeSeconds: number | null;
  /** Real milliseconds per slot; 0 freezes the clock. */
  readonly slotMs: number;
  /** Chain milliseconds per slot: what performance samples say and the unix time advances by. */
  readonly reportedSlotMs: number;
  /** `walk`: users and oracles act as slots pass; `none`: only the clock moves. */
  readonly activity: 'walk' | 'none';
  /** Arithmetic of the simulated programs that have such a version; the others follow their newest. */
  readonly accrualVariant: string;
}
