import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AccountBytes, type AddressReader, KnownAddresses } from '@tidemark/core';
import { decodeReserve, deriveReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { repositoryDir, sharedDir } from '@tidemark/testing';
import type { Section } from '../lib/report.ts';
import { buildFleet } from '../lib/reserve-fleet.ts';
import { median } from '../lib/statistics.ts';

const AIM = 80;
const ROUNDS = 9;
const OWN_ITERATIONS = 20_000;
const SDK_ITERATIONS = 600;
const SLOT_DURATION_MS = 400;
const REAL_RESERVES = [
  'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59',
  'EVbyPKrHG6WBfm4dLxLMJpUDY43cCAcHSpV3KYjKsktW',
  '8PYYKF4ZvteefFBmtb9SMHmhZKnDWQH86z59mPZBfhHu',
];

/** The part of conformance/src/sdk.ts used here; not imported as a type, because a normal install does not have the SDK. */
interface SdkModule {
  readonly decodeWithSdk: (data: Uint8Array) => { readonly lastUpdate: { readonly slot: { toString(): string } } };
  readonly deriveWithSdk: (
    address: string,
    state: ReturnType<SdkModule['decodeWithSdk']>,
    at: { slot: bigint; slotDurationMs: number; referralFeeBps: number },
  ) => { readonly supplyApy: number };
}

/** Accounts per second through decode and every number, ours and the SDK's in alternating rounds of one process. */
export async function benchDecode(): Promise<Section> {
  const accounts = await loadAccounts();
  const sdk = await loadSdk();
  const own: number[] = [];
  const first: number[] = [];
  const theirs: number[] = [];
  // As the indexer reads: the addresses of the read before are known.
  const known = new KnownAddresses(1_000);
  measureOwn(accounts, known.read);
  measureOwn(accounts);
  if (sdk !== null) measureSdk(sdk, accounts);
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(measureOwn(accounts, known.read));
    first.push(measureOwn(accounts));
    if (sdk !== null) theirs.push(measureSdk(sdk, accounts));
  }
  const ownPerSecond = median(own);
  const line = (what: string, perSecond: number) => ({
    what,
    value: `${Math.round(perSecond)} (${(1e6 / perSecond).toFixed(1)} µs each)`,
  });
  const figures = [
    line('decode + derive, accounts per second', ownPerSecond),
    line('the same without a known address', median(first)),
  ];
  const title = 'Decode and derive one reserve';
  const how = `${accounts.length} reserve accounts in turn, accrued ${SLOT_DURATION_MS} ms slots ahead; median of ${ROUNDS} alternating rounds.`;
  if (sdk === null) {
    const hint = 'not measured: run `npm ci --ignore-scripts` in conformance/ first';
    return { title, how, figures: [...figures, { what: 'klend-sdk 8.0.2', value: hint }] };
  }
  const ratio = median(own.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
  return {
    title,
    how,
    figures: [
      ...figures,
      { what: 'klend-sdk 8.0.2, accounts per second', value: String(Math.round(median(theirs))) },
      { what: 'ratio (median of the rounds)', value: `${ratio.toFixed(1)} ×`, aim: `≥ ${AIM} ×`, met: ratio >= AIM },
    ],
  };
}

function measureOwn(accounts: readonly AccountBytes[], addressAt?: AddressReader): number {
  let checksum = 0;
  const startedAt = performance.now();
  for (let count = 0; count < OWN_ITERATIONS; count += 1) {
    const account = accounts[count % accounts.length];
    if (account === undefined) throw new RangeError('no accounts to measure');
    const reserve = decodeReserve(account, addressAt);
    const derived = deriveReserve(reserve, {
      slot: reserve.lastUpdate.slot + BigInt(count % 1_000),
      unixTimestamp: 1_730_163_557n,
      slotDurationMs: SLOT_DURATION_MS,
      referralFeeBps: 0,
    });
    checksum += derived.supplyApyF + reserve.liquidity.mint.length + reserve.lendingMarket.length;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!Number.isFinite(checksum)) throw new RangeError('the measured work gave no numbers');
  return OWN_ITERATIONS / seconds;
}

function measureSdk(sdk: SdkModule, accounts: readonly AccountBytes[]): number {
  let checksum = 0;
  const startedAt = performance.now();
  for (let count = 0; count < SDK_ITERATIONS; count += 1) {
    const account = accounts[count % accounts.length];
    if (account === undefined) throw new RangeError('no accounts to measure');
    const state = sdk.decodeWithSdk(account.data);
    const slot = BigInt(state.lastUpdate.slot.toString()) + BigInt(count % 1_000);
    const numbers = sdk.deriveWithSdk(account.address, state, {
      slot,
      slotDurationMs: SLOT_DURATION_MS,
      referralFeeBps: 0,
    });
    checksum += numbers.supplyApy;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!Number.isFinite(checksum)) throw new RangeError('the measured work gave no numbers');
  return SDK_ITERATIONS / seconds;
}

async function loadAccounts(): Promise<AccountBytes[]> {
  const shared = sharedDir();
  if (shared === null) return buildFleet(REAL_RESERVES.length).reserves;
  return Promise.all(
    REAL_RESERVES.map(async (address) => ({
      address,
      owner: KAMINO_LEND_PROGRAM_ADDRESS,
      data: new Uint8Array(await readFile(join(shared, 'klend', 'accounts', `${address}.bin`))),
    })),
  );
}

/** Null where the SDK is not installed; it is kept out of the workspace because it weighs 284 MB. */
async function loadSdk(): Promise<SdkModule | null> {
  const conformance = join(repositoryDir(), 'conformance');
  if (!existsSync(join(conformance, 'node_modules', '@kamino-finance', 'klend-sdk'))) return null;
  const sdk: SdkModule = await import(pathToFileURL(join(conformance, 'src', 'sdk.ts')).href);
  return sdk;
}
