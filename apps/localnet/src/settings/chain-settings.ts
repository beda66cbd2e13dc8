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
