import { type Protocol, PROTOCOLS } from '@tidemark/protocols';
import type { ManagedProcess } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import { z } from 'zod';
import { type Link, startLink } from '../network/link.ts';
import { startProgram } from './start-program.ts';

/** What a node of the simulated chain is started with. Nodes of equal settings are nodes of one chain. */
export interface ChainSettings {
  readonly seed: number;
  readonly firstSlot: number;
  readonly firstUnixTime: number;
  /** Chain milliseconds per slot. */
  readonly slotMs: number;
  readonly reserves: number;
}

/** Faults as localnet takes them. */
export type NodeFaults = Readonly<
  Record<string, number | boolean | string | readonly string[] | Readonly<Record<string, string>>>
>;

/** A bank of the chain. */
export interface Bank {
  readonly slot: number;
  /** Unix seconds. */
  readonly unixTime: number;
}

/** A localnet whose clock only the driver moves. */
export interface ChainNode {
  /** The pipeline's ways to it; the driver has another one. */
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly links: { readonly rpc: Link; readonly ws: Link };
  readonly genesisHash: string;
  step(slots: number): Promise<Bank>;
  newest(): Promise<Bank>;
  /** Slots after the newest one take so many milliseconds of the chain. */
  changePace(reportedSlotMs: number): Promise<void>;
  /** Reserves that are on the chain now. */
  countReserves(): Promise<number>;
  /** Replaces all faults. */
  setFaults(faults: NodeFaults): Promise<void>;
  /** How often each fault struck. */
  faultCounts(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

const readySchema = z.object({
  msg: z.literal('localnet ready'),
  rpcUrl: z.string(),
  wsUrl: z.string(),
  genesisHash: z.string(),
});
const stateSchema = z.object({
  slot: z.number(),
  unixTime: z.number(),
  faultCounts: z.record(z.string(), z.number()),
});

/** Where a node writes to. With a truth file it writes every state that the chain goes through, with the bytes. */
export interface NodeFiles {
  readonly logDir: string;
  readonly truthFile?: string;
  /** For what it sends whole. */
  readonly answerFile?: string;
}

export async function startChainNode(name: string, settings: ChainSettings, files: NodeFiles): Promise<ChainNode> {
  const { logDir, truthFile, answerFile } = files;
  const lines: string[] = [];
  const program = await startProgram({
    name,
    logDir,
    entry: 'apps/localnet/dist/main.js',
    onLine: (line) => lines.push(line),
    env: {
      LOG_LEVEL: 'warn',
      LOCALNET_PORT: '0',
      LOCALNET_CONTROL: 'true',
      LOCALNET_SEED: String(settings.seed),
      LOCALNET_RESERVES: String(settings.reserves),
      LOCALNET_ANSWER_FILE: answerFile,
      LOCALNET_SLOT: String(settings.firstSlot),
      LOCALNET_UNIX_TIME: String(settings.firstUnixTime),
      LOCALNET_SLOT_MS: '0',
      LOCALNET_REPORTED_SLOT_MS: String(settings.slotMs),
      ...(truthFile === undefined ? {} : { LOCALNET_TRUTH_FILE: truthFile, LOCALNET_TRUTH_DATA: 'true' }),
    },
  });
  const ready = await waitFor(() => findReady(program, lines), {
    timeoutMs: 120_000,
    description: `${name} to answer`,
  });
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${ready.rpcUrl}/control/${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} refused ${path}: ${text}`);
    return stateSchema.parse(JSON.parse(text));
  };
  const bankOf = ({ slot, unixTime }: Bank): Bank => ({ slot, unixTime });
  const links = { rpc: await linkTo(ready.rpcUrl), ws: await linkTo(ready.wsUrl) };
  return {
    rpcUrl: throughLink(ready.rpcUrl, links.rpc),
    wsUrl: throughLink(ready.wsUrl, links.ws),
    links,
    genesisHash: ready.genesisHash,
    step: async (slots) => bankOf(await ask('step', { slots })),
    newest: async () => bankOf(await ask('state')),
    changePace: async (reportedSlotMs) => void (await ask('pace', { reportedSlotMs })),
    countReserves: () => countReserves(ready.rpcUrl),
    setFaults: async (faults) => void (await ask('faults', faults)),
    faultCounts: async () => (await ask('state')).faultCounts,
    stop: async () => {
      await Promise.all([links.rpc.stop(), links.ws.stop()]);
      await program.stop();
    },
  };
}

const listSchema = z.object({ result: z.array(z.object({ pubkey: z.string() })) });

/** As the programs' accounts are listed, past the links. */
async function countReserves(rpcUrl: string): Promise<number> {
  const counts = await Promise.all(PROTOCOLS.map(({ accounts }) => countAccounts(rpcUrl, accounts.reserve)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countAccounts(rpcUrl: string, { program, size }: Protocol['accounts']['reserve']): Promise<number> {
  const filters = [{ dataSize: size }];
  const params = [program, { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, filters }];
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params }),
    signal: AbortSignal.timeout(60_000),
  });
  return listSchema.parse(await response.json()).result.length;
}

function linkTo(url: string): Promise<Link> {
  return startLink(Number(new URL(url).port));
}

function throughLink(url: string, { port }: Link): string {
  const linked = new URL(url);
  linked.port = String(port);
  return linked.href.replace(/\/$/, '');
}

function findReady(program: ManagedProcess, lines: readonly string[]) {
  if (program.exit() !== null) throw new Error(`${program.name} ended:\n${lines.slice(-20).join('\n')}`);
  const line = lines.find((each) => each.includes('localnet ready'));
  return line === undefined ? null : readySchema.parse(JSON.parse(line));
}
