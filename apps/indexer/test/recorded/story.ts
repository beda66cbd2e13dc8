import { decodeBase58 } from '@tidemark/core';
import { decodeReserve, ONE_SF } from '@tidemark/protocols/kamino';
import { addressFromLabel } from '@tidemark/testing';
import type { Line, RecordedAccount, RecordedAccounts, Work } from './recording.ts';

/** A market that nobody listed at first, of Save. */
const UNLISTED_MARKET = '9FoiLDsToVihejg7tS59ZbazAiLVeUGSrnTvRnvcqKJF';
/** It and its reserves once more, as a market that nobody ever lists. */
const COPIED = [
  UNLISTED_MARKET,
  '8fr7EzkGyxqXsuJJkcvitkNPzEPEjCqgc3Vh79omKwNa',
  'V7eLKMSUxagpHngNHf9FHodP7uAMmgpTPFL9GTDoZ5i',
];

/** Rounds of a quarter of an hour; the end of a month lies in the middle. */
export const ROUNDS = 110;
const DISCOVERIES = new Set([0, 24, 36, 47, 64, 72, 88, 96]);
const SEARCHES = new Set([0, 48, 96]);
const ROUNDS_TO_POOLS = 4;
const ROUNDS_TO_ROLLUP = 8;
/** No node answers. */
const AWAY = { from: 40, to: 45 };
/** The chain shows one bank; then its clock is as late as the world's. */
export const STANDS = { from: 65, to: 69 };
/** By their round, the round after which polls that were held are stored: one alone, one of the outage, two across a rollup. */
const LATE = new Map([
  [12, 14],
  [42, 52],
  [73, 77],
  [74, 77],
  [100, 105],
]);
/** Before these, in the middle of the time from the round before, some reserves are read for themselves. */
const FOLLOWED = new Set([6, 18, 33, 54, 79, 101]);
/** The indexer is started again, in a newer version and with another market listed. */
const RESTARTED_AT = 56;
const REDERIVED_AT = 72;
/** What the service behind HTTP prices, by a reserve of Kamino with the same token; it is silent for a while, and once far off. */
const PRICED = {
  So11111111111111111111111111111111111111112: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 'FBSyPnxtHKLBZ4UeeUyAnbtFuAmTHLtso9YtsqRDRWpM',
};
const SILENT = { from: 20, to: 24 };
const FAR_OFF = 28;

export interface Reading {
  readonly round: number;
  readonly kind: 'round' | 'late' | 'follow';
}

/** In their order. */
export function listReadings(): Reading[] {
  return Array.from({ length: ROUNDS }, (_, round) => round).flatMap((round): Reading[] => [
    ...(FOLLOWED.has(round) ? [{ round, kind: 'follow' } as const] : []),
    ...(LATE.has(round) ? [] : [{ round, kind: 'round' } as const]),
    ...[...LATE].filter(([, after]) => after === round).map(([held]) => ({ round: held, kind: 'late' }) as const),
  ]);
}

/** What happens in a round before anything is read. */
export function eventsOf(round: number, accounts: RecordedAccounts): Line[] {
  const answer = round >= SILENT.from && round < SILENT.to ? {} : pricesOf(accounts, round === FAR_OFF ? 2 : 1);
  const lines: Line[] = [{ do: 'says', answer }];
  if (round === 0) lines.push({ do: 'start', listedMarkets: [], isOlder: true });
  if (round === RESTARTED_AT) {
    lines.push({ do: 'start', listedMarkets: [`save:${UNLISTED_MARKET}`], isOlder: false });
  }
  if (round === AWAY.from || round === AWAY.to) lines.push({ do: 'away', isAway: round === AWAY.from });
  return lines;
}

function pricesOf(accounts: RecordedAccounts, factor: number) {
  return Object.fromEntries(
    Object.entries(PRICED).flatMap(([mint, address]) => {
      const account = accounts.get(address);
      if (account === undefined) return [];
      const { liquidity, lastUpdate } = decodeReserve({ ...account, address });
      const usdPrice = Math.round(((factor * Number(liquidity.marketPriceSf)) / Number(ONE_SF)) * 1e6) / 1e6;
      return [[mint, { usdPrice, blockId: Number(lastUpdate.slot), decimals: liquidity.mintDecimals }]];
    }),
  );
}

export function runsOf({ round, kind }: Reading): Line[] {
  if (kind !== 'round') return [{ do: 'run', work: kind }];
  const when = (is: boolean, ...works: Work[]): Work[] => (is ? works : []);
  const works: Work[] = [
    ...when(DISCOVERIES.has(round), 'discover'),
    'http',
    'prices',
    'poll',
    ...when(SEARCHES.has(round), 'search'),
    ...when(round % ROUNDS_TO_POOLS === 0, 'pools'),
    ...when(round === REDERIVED_AT, 'rederive'),
    ...when(round % ROUNDS_TO_ROLLUP === ROUNDS_TO_ROLLUP - 1 || round === ROUNDS - 1, 'rollup', 'audit'),
  ];
  return works.map((work) => {
    const code = codeOf(round, work);
    return code === null ? { do: 'run', work } : { do: 'run', work, code };
  });
}

const READS: ReadonlySet<Work> = new Set(['discover', 'prices', 'poll', 'pools']);

/** The error by which work of a round ends. */
function codeOf(round: number, work: Work): string | null {
  if (round >= AWAY.from && round < AWAY.to && READS.has(work)) return 'HTTP_ERROR';
  // What the first two reads of the bank say may still be so.
  const isHalted = round > STANDS.from + 1 && round < STANDS.to;
  return isHalted && (work === 'poll' || work === 'prices') ? 'CHAIN_HALTED' : null;
}

type Change = (account: RecordedAccount, first: RecordedAccount) => RecordedAccount | null;

interface Alteration {
  readonly address: string;
  /** In these rounds, without the last one; to the end where there is none. */
  readonly rounds: readonly [from: number, to?: number];
  readonly change: Change;
}

const gone: Change = () => null;
/** As in the first of the rounds: nobody uses it. */
const still: Change = (_, first) => first;
/** Another number at a place of the account, little-endian. */
const holding =
  (at: number, bytes: number, value: number): Change =>
  (account) => {
    const data = Buffer.from(account.data);
    data.writeUIntLE(value, at, bytes);
    return { ...account, data };
  };
/** A version that no decoder knows: where it stands in accounts of Kamino, and of Save. */
const unknownVersion = (at: 0 | 8) => holding(at, 1, 99);

/** What happens to single accounts beside what the simulated chain does. */
const ALTERATIONS: readonly Alteration[] = [
  // Reserves of Kamino: found late, missing for a while, missing at the end, refused for a while, refused at the end, another identity.
  { address: 'DGQZWCY17gGtBUgdaFs1VreJWsodkjFxndPsskwFKGpp', rounds: [0, 36], change: gone },
  { address: 'D4c6nsTRjD2Kv7kYEUjtXiw72YKP8a1XHd33g38UpaV8', rounds: [30, 34], change: gone },
  { address: 'FswUCVjvfAuzHCgPDF95eLKscGsLHyJmD6hzkhq26CLe', rounds: [90], change: gone },
  { address: 'HYnVhjsvU1vBKTPsXs1dWe6cJeuU8E4gjoYpmwe81KzN', rounds: [20, 25], change: unknownVersion(8) },
  { address: 'EGPE45iPkme8G8C1xFDNZoZeHdP3aRYtaAfAQuuwrcGZ', rounds: [86], change: unknownVersion(8) },
  { address: '37Jk2zkz23vkAYBT66HM2gaqJuNg2nYLsCreQAVt5MWK', rounds: [96, 99], change: holding(160, 1, 7) },
  // Nobody uses them, and so the same bytes are read again and again.
  { address: 'EVbyPKrHG6WBfm4dLxLMJpUDY43cCAcHSpV3KYjKsktW', rounds: [16, 40], change: still },
  { address: 'febGYTnFX4GbSGoFHFeJXUHgNaK53fB23uDins9Jp1E', rounds: [60, 100], change: still },
  // Limit of borrowing, and back; of Save: loan to value.
  { address: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q', rounds: [50, 80], change: holding(5024, 6, 7_000_000_000) },
  { address: 'CCpirWrgNuBVLdkP2haxLTbD6XqEgaYuVXixbbpxUB6', rounds: [50], change: holding(300, 1, 41) },
  { address: '8K9WC8xoh2rtQNY7iEGXtPvfbDCi563SdWhCAhuMP2xE', rounds: [26, 29], change: unknownVersion(0) },
  // Markets of Kamino: fee of referrers, refused for a while, no borrowing.
  { address: 'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5', rounds: [60], change: holding(120, 2, 900) },
  { address: 'BJnbcRHqvppTyGesLzWASGKnmnF1wq9jZu6ExrjT7wvF', rounds: [70, 80], change: unknownVersion(8) },
  { address: 'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek', rounds: [94], change: holding(124, 1, 1) },
  // A mint that is not initialized.
  { address: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', rounds: [24, 25], change: holding(45, 1, 0) },
  // Oracles of Pyth and Switchboard, and pools.
  { address: '6UZWYgk3YapzfZxAUcGyHJYqTnmXSMCZmxWarwbeFwn4', rounds: [60, 64], change: gone },
  { address: 'EYy9AxNBUfmWgVFwwRmdo9UiJhbLGtdyzB4Sro5E68YD', rounds: [30, 38], change: still },
  { address: '6zjf5K1mK7LffuCgWEnz7cEYgmerDD3F32fshWt5uVrP', rounds: [52, 60], change: gone },
  { address: '9pRUNvRSTQqFjCzacH3msmq8AhmeG5HrYxatHLwKqHqj', rounds: [84], change: gone },
];

/** The accounts of a round as they are read, made of those of the simulated chain. Rounds come in their order. */
export class Story {
  readonly #first = new Map<Alteration, RecordedAccount>();

  tell(round: number, accounts: RecordedAccounts): RecordedAccounts {
    const told = new Map(accounts);
    for (const alteration of ALTERATIONS) {
      const { address, rounds, change } = alteration;
      const account = accounts.get(address);
      if (account === undefined) throw new Error(`the chain has no ${address}`);
      const [from, to = ROUNDS] = rounds;
      if (round < from || round >= to) continue;
      const first = this.#first.get(alteration) ?? account;
      this.#first.set(alteration, first);
      const changed = change(account, first);
      if (changed === null) told.delete(address);
      else told.set(address, changed);
    }
    for (const address of COPIED) {
      const account = accounts.get(address);
      if (account !== undefined) told.set(nameOfCopy(address), copyOf(account));
    }
    return told;
  }
}

const nameOfCopy = (address: string): string => addressFromLabel(`copy of ${address}`);

/** In the market that is a copy. */
function copyOf(account: RecordedAccount): RecordedAccount {
  const data = Buffer.from(account.data);
  const at = data.indexOf(decodeBase58(UNLISTED_MARKET));
  if (at >= 0) data.set(decodeBase58(nameOfCopy(UNLISTED_MARKET)), at);
  return { ...account, data };
}
