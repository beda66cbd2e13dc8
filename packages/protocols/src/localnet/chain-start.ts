import { createHash } from 'node:crypto';
import { type AccountBytes, encodeBase58 } from '@tidemark/core';
import { hashText } from './prng.ts';
import type { Scenario } from './scenario.ts';

/** What a simulated chain began with, as its node tells it: who knows it can build the first accounts and the genesis hash again. */
export interface ChainStart {
  /** `files`, or `scenario/` with the versions of what generates it. */
  readonly source: string;
  readonly seed: string;
  /** The least number of reserves; 0 = those of the scenario. */
  readonly reserves: number;
  readonly startSlot: number;
  readonly startUnixTimeMs: number;
  /** Chain milliseconds per slot. */
  readonly reportedSlotMs: number;
}

/** Everything that makes one simulated chain another chain than the next. */
export interface ChainIdentity extends Pick<ChainStart, 'source' | 'seed' | 'startSlot' | 'startUnixTimeMs'> {
  /** `digestAccounts` of the accounts at the start. */
  readonly accountsSha256: string;
}

/** Genesis hash of a simulated chain: base58 of the SHA-256 of its identity. */
export function deriveGenesisHash(identity: ChainIdentity): string {
  const parts = [
    'tidemark localnet',
    identity.source,
    identity.seed,
    identity.startSlot,
    identity.startUnixTimeMs,
    identity.accountsSha256,
  ];
  return encodeBase58(createHash('sha256').update(JSON.stringify(parts)).digest());
}

/** SHA-256 (hex) over address, owner and data of all accounts, in the order of their addresses. */
export function digestAccounts(accounts: readonly AccountBytes[]): string {
  const hash = createHash('sha256');
  for (const account of accounts.toSorted((a, b) => (a.address < b.address ? -1 : 1))) {
    hash.update(`${account.address} ${account.owner} ${account.data.length}\n`);
    hash.update(account.data);
  }
  return hash.digest('hex');
}

/** Unix time of a slot, in whole seconds, by the chain's first slot and time. */
export function unixTimeOf(
  { startSlot, startUnixTimeMs, reportedSlotMs }: Omit<ChainStart, 'source' | 'seed' | 'reserves'>,
  slot: number,
): number {
  return Math.floor((startUnixTimeMs + (slot - startSlot) * reportedSlotMs) / 1000);
}

/** The accounts that a chain of the scenario begins with. */
export function buildStartAccounts(
  scenarios: readonly Scenario[],
  start: Omit<ChainStart, 'source'>,
): readonly AccountBytes[] {
  const { seed, startSlot, reserves } = start;
  const unixTimeAt = (slot: number): number => unixTimeOf(start, slot);
  return scenarios.flatMap((scenario) => scenario.build({ seed: hashText(seed), startSlot, reserves, unixTimeAt }));
}

/** Name of the scenario as the source of a chain, with the versions of what generates it. */
export function scenarioSource(scenarios: readonly Scenario[], reserves: number): string {
  const versions = scenarios.map(({ version }) => version).join('.');
  return `scenario/${versions}${reserves === 0 ? '' : `, ${reserves} reserves`}`;
}
