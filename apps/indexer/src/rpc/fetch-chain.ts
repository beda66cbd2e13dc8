import type { Rpc } from './rpc.ts';

type Caller = Pick<Rpc, 'call'>;

/** The hash that names the cluster. Fails with RpcError. */
export async function fetchGenesisHash(rpc: Caller): Promise<string> {
  const { value } = await rpc.call({ method: 'getGenesisHash', params: [] }, ({ result, refuse }) =>
    typeof result === 'string' && result !== '' ? result : refuse('the hash is no text'),
  );
  return value;
}

/** The version of the node's software. Fails with RpcError. */
export async function fetchVersion(rpc: Caller): Promise<string> {
  const { value } = await rpc.call({ method: 'getVersion', params: [] }, ({ result, refuse }) => {
    const version = fieldsOf(result)['solana-core'];
    return typeof version === 'string' ? version : refuse('the version is no text');
  });
  return value;
}

/** The newest slot of a commitment. Fails with RpcError. */
export async function fetchSlot(rpc: Pick<Rpc, 'call' | 'commitment'>): Promise<number> {
  const { value } = await rpc.call(
    { method: 'getSlot', params: [{ commitment: rpc.commitment }] },
    ({ result, refuse }) => (isCount(result) ? result : refuse('the slot is no slot')),
  );
  return value;
}

export interface PerformanceSample {
  readonly numSlots: number;
  readonly samplePeriodSecs: number;
}

/** The node's newest performance samples (about one a minute), newest first. Fails with RpcError. */
export async function fetchPerformanceSamples(rpc: Caller, limit: number): Promise<PerformanceSample[]> {
  const { value } = await rpc.call({ method: 'getRecentPerformanceSamples', params: [limit] }, ({ result, refuse }) =>
    listOf(result, refuse).map((sample) => {
      const { numSlots, samplePeriodSecs } = fieldsOf(sample);
      if (!isCount(numSlots) || !isCount(samplePeriodSecs)) return refuse('a sample has no slots and seconds');
      return { numSlots, samplePeriodSecs };
    }),
  );
  return value;
}

export type Refuse = (detail: string) => never;

export function listOf(result: unknown, refuse: Refuse): readonly unknown[] {
  return Array.isArray(result) ? result : refuse('the result is no list');
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
