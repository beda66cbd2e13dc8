import { encodeBase58, isAddress } from '@tidemark/core';
import type { Rpc } from './rpc.ts';

type Caller = Pick<Rpc, 'call'>;

/** The hash that names the cluster. Fails with RpcError. */
export async function fetchGenesisHash(rpc: Caller): Promise<string> {
  const { value } = await rpc.call({ method: 'getGenesisHash', params: [] }, ({ result, refuse }) =>
    typeof result === 'string' && result !== '' ? result : refuse('the hash is no text'),
  );
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

/** Bytes at an offset of an account. */
export interface BytesAt {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface ProgramAccountFilter {
  readonly program: string;
  /** The first bytes; null where accounts of this kind have none of their own. */
  readonly discriminator: Uint8Array | null;
  /** Exact size of the account in bytes. */
  readonly size: number;
  /** Further bytes that must stand at an offset, such as the market of a reserve; of several each. Nodes take four filters. */
  readonly memcmp?: BytesAt | readonly BytesAt[];
}

/**
 * Addresses of a program's accounts of one kind, sorted. Asks for no data at all, because some providers bill by the
 * byte and the accounts are read together with a clock afterwards. Fails with RpcError; METHOD_REFUSED when no endpoint serves
 * getProgramAccounts for this program.
 */
export async function fetchProgramAddresses(
  rpc: Pick<Rpc, 'call' | 'commitment'>,
  { program, discriminator, size, memcmp }: ProgramAccountFilter,
): Promise<string[]> {
  const matches = [...(discriminator === null ? [] : [{ offset: 0, bytes: discriminator }]), ...[memcmp ?? []].flat()];
  const config = {
    encoding: 'base64',
    commitment: rpc.commitment,
    dataSlice: { offset: 0, length: 0 },
    filters: [
      { dataSize: size },
      ...matches.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: encodeBase58(bytes) } })),
    ],
  };
  const { value } = await rpc.call({ method: 'getProgramAccounts', params: [program, config] }, ({ result, refuse }) =>
    listOf(result, refuse).map((entry) => {
      const { pubkey } = fieldsOf(entry);
      return typeof pubkey === 'string' && isAddress(pubkey) ? pubkey : refuse('an account has no address');
    }),
  );
  return value.toSorted();
}

type Refuse = (detail: string) => never;

function listOf(result: unknown, refuse: Refuse): readonly unknown[] {
  return Array.isArray(result) ? result : refuse('the result is no list');
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
