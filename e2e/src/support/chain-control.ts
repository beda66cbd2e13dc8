/** A bank of the chain. */
export interface Bank {
  readonly slot: number;
  /** Unix seconds. */
  readonly unixTime: number;
}

/** The control endpoint of a localnet; every change answers with the newest bank. */
export interface ChainControl {
  newest(): Promise<Bank>;
  /** Moves the frozen clock, with everything that happens in those slots. */
  step(slots: number): Promise<Bank>;
  /** Sets the frozen clock; the accounts stay. */
  setClock(bank: Bank): Promise<Bank>;
  /** Replaces all faults. */
  setFaults(faults: Readonly<Record<string, unknown>>): Promise<Bank>;
}

/** Controls a localnet that was started with LOCALNET_CONTROL. Throws what it refuses. */
export function createChainControl(rpcUrl: string): ChainControl {
  const ask = async (path: string, body?: object): Promise<Bank> => {
    const response = await fetch(`${rpcUrl}/control/${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`localnet refused ${path}: ${text}`);
    const { slot, unixTime }: Bank = JSON.parse(text);
    return { slot, unixTime };
  };
  return {
    newest: () => ask('state'),
    step: (slots) => ask('step', { slots }),
    setClock: (bank) => ask('clock', bank),
    setFaults: (faults) => ask('faults', faults),
  };
}
