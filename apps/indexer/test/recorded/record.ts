import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import { startLocalnet, type TestLocalnet } from '@tidemark/testing';
import { z } from 'zod';
import { compare, type Line, type RecordedAccounts, writeRecording } from './recording.ts';
import { eventsOf, listReadings, type Reading, ROUNDS, runsOf, STANDS, Story } from './story.ts';

// Records the world anew, from the simulated chain as it is now, over the recording beside this file.

const START = Date.UTC(2026, 4, 31, 9) / 1000;
const START_SLOT = 420_000_000;
const ROUND_SECONDS = 900;
const SLOT_MS = 400;
/** What is read is a little old. */
const READ_AFTER_MS = 2_000;
/** More between rounds than half of their length and the interval: what is remembered of one is too old for the next. */
const LONGER_MS = 10;

const CHAIN = {
  seed: 'recorded',
  slot: START_SLOT,
  unixTimeSeconds: START,
  slotMs: 0,
  reportedSlotMs: SLOT_MS,
};

const stateSchema = z.object({ slot: z.int(), unixTime: z.int() });
const truthSchema = z.object({ owner: z.string().nullish() });
const accountSchema = z.object({ pubkey: z.string(), account: z.object({ data: z.tuple([z.base64(), z.string()]) }) });
const answerSchema = z.object({ result: z.array(accountSchema) });

interface Bank {
  readonly slot: number;
  readonly unixTime: number;
  readonly accounts: RecordedAccounts;
}
interface Round extends Bank {
  /** In the middle of the time from the round before. */
  readonly middle: Bank;
}

const rounds = await readRounds();
const size = await writeRecording(linesOf(rounds));
process.stdout.write(`${rounds.length} rounds, ${size} bytes\n`);

function linesOf(read: readonly Round[]): Line[] {
  let known: RecordedAccounts = new Map();
  let newest = 0;
  return listReadings().flatMap((reading): Line[] => {
    const { round, kind } = reading;
    const bank = kind === 'follow' ? read[round]?.middle : read[round];
    if (bank === undefined) throw new Error(`round ${round} was not read`);
    const { slot, unixTime, accounts } = bank;
    if (kind === 'round') newest = round;
    const changes = compare(known, accounts);
    known = accounts;
    return [
      { do: 'clock', slot, unixTime, wall: wallOf(reading, newest) },
      ...changes,
      ...(kind === 'round' ? eventsOf(round, accounts) : []),
      ...runsOf(reading),
    ];
  });
}

/** What is late comes some time after the newest round, each at a time of its own. */
function wallOf({ round, kind }: Reading, newest: number): number {
  const since = { round, late: newest, follow: round - 1 }[kind];
  const passed = since * (ROUND_SECONDS * 1000 + LONGER_MS);
  const later = { round: 0, late: 200 + round, follow: ROUND_SECONDS / 2 }[kind];
  return START * 1000 + READ_AFTER_MS + passed + later * 1000;
}

async function readRounds(): Promise<Round[]> {
  const owners = await listOwners();
  const localnet = await startLocalnet({ ...CHAIN, env: { LOCALNET_CONTROL: 'true', LOG_LEVEL: 'warn' } });
  const story = new Story();
  const readBank = async (round: number): Promise<Bank> => {
    const { slot, unixTime } = stateSchema.parse(await (await fetch(`${localnet.rpcUrl}/control/state`)).json());
    return { slot, unixTime, accounts: story.tell(round, await readAccounts(localnet, owners)) };
  };
  const read: Round[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await pass(localnet, round, 1);
      const middle = await readBank(Math.max(0, round - 1));
      if (round > 0) await pass(localnet, round, 2);
      read.push({ ...(await readBank(round)), middle });
    }
    return read;
  } finally {
    await localnet.stop();
  }
}

/** Lets half of the time to a round pass on the chain, but while it stands; then its clock is as late as the world's. */
async function pass(localnet: TestLocalnet, round: number, half: 1 | 2): Promise<void> {
  if (round > STANDS.from && round < STANDS.to) return;
  await control(localnet, '/step', { slots: (ROUND_SECONDS * 1000) / SLOT_MS / 2 });
  if (round !== STANDS.to) return;
  await control(localnet, '/clock', { unixTime: START + (round - 1 + half / 2) * ROUND_SECONDS });
}

/** Programs that have accounts on the simulated chain, as its file of truths names them. */
async function listOwners(): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-recording-'));
  const file = join(dir, 'truth.jsonl');
  try {
    const localnet = await startLocalnet({ ...CHAIN, env: { LOCALNET_TRUTH_FILE: file, LOG_LEVEL: 'warn' } });
    // It writes the rest of the file when it ends.
    await localnet.stop();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const owners = lines.map((line) => truthSchema.parse(JSON.parse(line)).owner);
    return [...new Set(owners.filter((owner) => owner !== undefined && owner !== null))].toSorted();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function readAccounts({ rpcUrl }: TestLocalnet, owners: readonly string[]): Promise<RecordedAccounts> {
  const accounts = new Map<string, { owner: string; data: Uint8Array }>();
  for (const owner of owners) {
    const call = { jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params: [owner, { encoding: 'base64' }] };
    const { result } = answerSchema.parse(await post(rpcUrl, call));
    for (const { pubkey, account } of result) {
      if (pubkey !== CLOCK_SYSVAR_ADDRESS)
        accounts.set(pubkey, { owner, data: Buffer.from(account.data[0], 'base64') });
    }
  }
  return accounts;
}

function control({ rpcUrl }: TestLocalnet, path: string, body: unknown): Promise<unknown> {
  return post(`${rpcUrl}/control${path}`, body);
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
