import { buildLendingMarket, buildReserve, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeLendingMarket, encodeReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { addressFromLabel, startLocalnet } from '@tidemark/testing';

/** A frozen chain that moves only when the test says so. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Writes an account at the newest slot. */
  put(address: string, data: Uint8Array, owner?: string): Promise<void>;
  /** Writes a reserve under the address made from the label, and returns the address. */
  putReserve(label: string, overrides?: ReserveOverrides): Promise<string>;
  putMarket(label: string, overrides?: Parameters<typeof buildLendingMarket>[1]): Promise<string>;
  remove(address: string): Promise<void>;
  /** Moves the clock; accounts stay as they are. */
  setClock(clock: { slot?: number; unixTime?: number }): Promise<void>;
  setFaults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  /** Removes every account and fault of the test before, and puts the clock back. */
  reset(): Promise<void>;
  /** Ends the chain and starts it again at the same address, as it was at first. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const START_SLOT = 300_000_000;
export const START_TIME = 1_760_000_000;
/** Market of the reserves that name none. */
export const MARKET = addressFromLabel('lending market');

let shared: Promise<TestChain> | undefined;

/**
 * The chain that the files of a worker share, which run one after the other: a start takes longer than most of their tests.
 * As new for each file; `stop` leaves it to the next one.
 */
export async function shareTestChain(): Promise<TestChain> {
  shared ??= startTestChain({ isShared: true });
  const chain = await shared;
  await chain.reset();
  return { ...chain, stop: () => chain.reset() };
}

export async function startTestChain({ isShared = false } = {}): Promise<TestChain> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-chain-'));
  // A chain of files has at least one account; this one is of no program that anybody asks for.
  await writeFile(join(dir, `${addressFromLabel('placeholder')}.bin`), new Uint8Array(8));
  const start = (port = 0) => startFrozenChain({ accountsDir: dir, port, isShared });
  let localnet = await start();
  // Read at the start; nobody ends a shared chain, so nobody would remove it later.
  if (isShared) await rm(dir, { recursive: true });
  const { rpcUrl, wsUrl } = localnet;
  const written = new Set<string>();

  const control = (method: string, path: string, body?: unknown) => askToChange(rpcUrl, method, path, body);
  const put = async (address: string, data: Uint8Array, owner = KAMINO_LEND_PROGRAM_ADDRESS): Promise<void> => {
    written.add(address);
    await control('POST', '/accounts', { address, owner, dataBase64: Buffer.from(data).toString('base64') });
  };
  const remove = async (address: string): Promise<void> => {
    written.delete(address);
    await control('DELETE', `/accounts/${address}`);
  };
  const setClock: TestChain['setClock'] = (clock) => control('POST', '/clock', clock);
  const setFaults: TestChain['setFaults'] = (faults) => control('POST', '/faults', faults);

  return {
    rpcUrl,
    wsUrl,
    put,
    remove,
    setClock,
    setFaults,
    async putReserve(label, overrides = {}) {
      const address = addressFromLabel(label);
      await put(address, encodeReserve(buildReserve({ symbol: label, ...overrides })));
      return address;
    },
    async putMarket(label, overrides = {}) {
      const address = addressFromLabel(label);
      await put(address, encodeLendingMarket(buildLendingMarket(label, overrides)));
      return address;
    },
    async reset() {
      await setFaults({});
      for (const address of written) await remove(address);
      await setClock({ slot: START_SLOT, unixTime: START_TIME });
    },
    async restart() {
      await localnet.stop();
      written.clear();
      localnet = await start(Number(new URL(rpcUrl).port));
    },
    async stop() {
      await localnet.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function startFrozenChain(where: { readonly accountsDir: string; readonly port: number; readonly isShared: boolean }) {
  return startLocalnet({
    slot: START_SLOT,
    unixTimeSeconds: START_TIME,
    slotMs: 0,
    reportedSlotMs: 400,
    env: { LOCALNET_CONTROL: 'true', LOCALNET_ACTIVITY: 'none', LOG_LEVEL: 'warn' },
    ...where,
  });
}

async function askToChange(rpcUrl: string, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${rpcUrl}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
