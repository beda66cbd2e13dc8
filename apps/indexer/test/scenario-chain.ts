import { startLocalnet } from '@tidemark/testing';

/** The simulated market of localnet, standing still between steps. */
export interface ScenarioChain {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Lets so many slots of 400 ms pass, with everything that happens in them. */
  step(slots: number): Promise<void>;
  setFaults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

export async function startScenarioChain({ unixTimeSeconds }: { unixTimeSeconds: number }): Promise<ScenarioChain> {
  const localnet = await startLocalnet({
    seed: 'rollup',
    slot: 300_000_000,
    unixTimeSeconds,
    slotMs: 0,
    reportedSlotMs: 400,
    env: { LOCALNET_CONTROL: 'true', LOG_LEVEL: 'warn' },
  });
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${localnet.rpcUrl}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    rpcUrl: localnet.rpcUrl,
    wsUrl: localnet.wsUrl,
    step: (slots) => post('/step', { slots }),
    setFaults: (faults) => post('/faults', faults),
    stop: async () => {
      await localnet.stop();
    },
  };
}
