import { CLOCK_SYSVAR_ADDRESS, decodeClock, encodeClock } from '@tidemark/core';
import { type ChainAccount, SYSTEM_PROGRAM_ADDRESS } from '../chain/chain-account.ts';
import { PROTOCOLS } from '@tidemark/protocols';
import { createPrng, hashNumber, hashText, type Prng } from '@tidemark/protocols/localnet';
import { type FaultSettings, NO_FAULTS } from './fault-settings.ts';

/** What happens to one HTTP request. */
export type RequestFate =
  | { readonly kind: 'answer'; readonly breakBody: boolean }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'timeout'; readonly timeoutMs: number };

const SERVER_ERRORS = [502, 503, 504];
const DISCRIMINATOR_BYTES = 8;

/** Decides which request, account or notification goes wrong. Seeded: the same requests in the same order repeat. */
export class FaultEngine {
  readonly #chainSeed: number;
  readonly #counts = new Map<string, number>();
  #settings: FaultSettings = NO_FAULTS;
  #random: Prng;
  /** Where confirmed banks stand, and null while they go on. */
  #standsAt: number | null = null;
  /** Reserves that were asked for since `missingOnceRate` was set: absent the first time, or drawn not to be. */
  readonly #askedOnce = new Set<string>();
  /** The last reserve that was sent, by program and size. */
  readonly #lastOfKind = new Map<string, ChainAccount>();

  constructor(chainSeed: number, settings: FaultSettings = NO_FAULTS) {
    this.#chainSeed = chainSeed;
    this.#random = this.#createRandom(settings);
    this.#settings = settings;
  }

  get settings(): FaultSettings {
    return this.#settings;
  }

  /** How often each fault occurred since the start. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Replaces all faults and starts their generator anew. `slot` is the chain's newest. */
  set(settings: FaultSettings, slot: number): void {
    this.#settings = settings;
    this.#random = this.#createRandom(settings);
    this.#standsAt = settings.standsStill ? (this.#standsAt ?? slot) : null;
    if (settings.missingOnceRate === 0) this.#askedOnce.clear();
  }

  /** What happens to the next HTTP request. */
  nextRequestFate(): RequestFate {
    const { http429Rate, http5xxRate, timeoutRate, timeoutMs, brokenBodyRate } = this.#settings;
    if (this.#occurs('http429', http429Rate)) return { kind: 'status', status: 429 };
    if (this.#occurs('http5xx', http5xxRate)) {
      const status = SERVER_ERRORS[this.#random.nextInt(SERVER_ERRORS.length)] ?? 503;
      return { kind: 'status', status };
    }
    if (this.#occurs('timeout', timeoutRate)) return { kind: 'timeout', timeoutMs };
    return { kind: 'answer', breakBody: this.#occurs('brokenBody', brokenBodyRate) };
  }

  /** Delay before the next answer. */
  nextLatencyMs(): number {
    const { latencyMs } = this.#settings;
    if (latencyMs > 0) this.#count('late');
    return latencyMs;
  }

  /** Slots by which the next call sees the chain late. */
  nextLagSlots(): number {
    const { lagSlots, slotRegression, slotRegressionRate } = this.#settings;
    if (lagSlots > 0) this.#count('lagged');
    if (slotRegression === 0 || !this.#occurs('slotRegression', slotRegressionRate)) return lagSlots;
    return lagSlots + slotRegression;
  }

  /** Slots by which confirmed banks are behind `slot`, the chain's newest, because they stand. */
  stoodSlots(slot: number): number {
    if (this.#standsAt === null) return 0;
    this.#count('stood');
    return Math.max(0, slot - this.#standsAt);
  }

  /** The most keys of a call that has so many. */
  mostKeys(keys: number): number {
    const { maxKeys } = this.#settings;
    if (keys > maxKeys) this.#count('tooManyKeys');
    return maxKeys;
  }

  /** How a method is refused, or null where it is not. */
  refusalOf(method: string): FaultSettings['refuseWith'] | 'limited' | 'unknown_code' | null {
    if (this.#settings.limitMethods.includes(method)) {
      this.#count('limited');
      return 'limited';
    }
    if (this.#occurs('unknownCode', this.#settings.unknownCodeRate)) return 'unknown_code';
    if (!this.#settings.refuseMethods.includes(method)) return null;
    this.#count('refused');
    return this.#settings.refuseWith;
  }

  /** True where the socket is to be cut in place of the next notification. */
  nextSocketDrops(): boolean {
    return this.#occurs('socketDrop', this.#settings.dropSocketRate);
  }

  /** An account on its way out: as it is, spoilt, or null for "no such account". */
  distort(account: ChainAccount): ChainAccount | null {
    const { missingRate, truncateRate, garbageRate, wrongOwnerRate } = this.#settings;
    if (account.address === CLOCK_SYSVAR_ADDRESS) return this.#distortClock(account);
    if (isReserve(account)) {
      if (this.#missesOnce(account.address)) return null;
      const other = this.#otherOfKind(account);
      if (other !== undefined && this.#occurs('swapped', this.#settings.swapRate)) {
        return { ...account, data: other.data };
      }
    }
    if (this.#occurs('missing', missingRate)) return null;
    if (this.#occurs('truncated', truncateRate)) {
      return { ...account, data: account.data.slice(0, this.#random.nextInt(account.data.length)) };
    }
    if (this.#occurs('garbage', garbageRate)) return { ...account, data: this.#garble(account) };
    if (this.#occurs('wrongOwner', wrongOwnerRate)) return { ...account, owner: SYSTEM_PROGRAM_ADDRESS };
    return account;
  }

  #distortClock(clock: ChainAccount): ChainAccount | null {
    const { nullClock, clockUnixTime } = this.#settings;
    if (nullClock) this.#count('nullClock');
    if (nullClock) return null;
    if (clockUnixTime === undefined) return clock;
    this.#count('wrongClock');
    return { ...clock, data: encodeClock({ ...decodeClock(clock), unixTimestamp: BigInt(clockUnixTime) }) };
  }

  #missesOnce(address: string): boolean {
    const { missingOnceRate } = this.#settings;
    if (missingOnceRate === 0 || this.#askedOnce.has(address)) return false;
    this.#askedOnce.add(address);
    return this.#occurs('missedOnce', missingOnceRate);
  }

  /** The reserve of the same program and size that was sent before this one. */
  #otherOfKind(account: ChainAccount): ChainAccount | undefined {
    const kind = `${account.owner} ${account.data.length}`;
    const last = this.#lastOfKind.get(kind);
    this.#lastOfKind.set(kind, account);
    return last?.address === account.address ? undefined : last;
  }

  /**
   * Random bytes; half of the time the discriminator survives, so that later checks are met too. Where a program writes none, its
   * accounts are told from others by a cheap test alone, and bytes that pass it would be another account: these are drawn again.
   */
  #garble(account: ChainAccount): Uint8Array {
    const garbled = account.data.slice();
    do {
      const from = this.#random.nextInt(2) === 0 ? 0 : DISCRIMINATOR_BYTES;
      for (let index = from; index < garbled.length; index += 1) garbled[index] = this.#random.nextUint32() & 0xff;
    } while (isAnotherAccount(account, garbled));
    return garbled;
  }

  #occurs(name: string, rate: number): boolean {
    if (rate === 0 || this.#random.nextFloat() >= rate) return false;
    this.#count(name);
    return true;
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #createRandom(settings: FaultSettings): Prng {
    return createPrng(hashNumber(hashText('faults'), settings.seed ?? this.#chainSeed));
  }
}

function isReserve({ owner, data }: ChainAccount): boolean {
  return PROTOCOLS.some(({ accounts: { reserve } }) => reserve.program === owner && reserve.size === data.length);
}

function isAnotherAccount({ owner }: ChainAccount, data: Uint8Array): boolean {
  return PROTOCOLS.flatMap(({ accounts }) => [accounts.reserve, accounts.market]).some(
    (kind) => kind !== null && kind.discriminator === null && kind.program === owner && kind.looksValid(data),
  );
}
