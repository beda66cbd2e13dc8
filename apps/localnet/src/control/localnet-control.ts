import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import type { Chain } from '../chain/chain.ts';
import { type ChainAccount, RENT_EXEMPT_EPOCH, rentExemptLamports } from '../chain/chain-account.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import { type FaultInput, type FaultSettings, faultSettings } from '../faults/fault-settings.ts';
import { inferOwner } from '../files/infer-owner.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import type { TruthLog } from '../truth/truth-log.ts';

/** Thrown where the chain cannot do what was requested; the message may be shown to the caller. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** Where to set a frozen clock; what is left out stays. */
export interface ClockSetting {
  readonly slot?: number | undefined;
  /** Unix seconds. */
  readonly unixTime?: number | undefined;
}

/** An account to write; owner and lamports are inferred where left out. */
export interface AccountWrite {
  readonly address: string;
  readonly data: Uint8Array;
  readonly owner?: string | undefined;
  readonly lamports?: bigint | undefined;
}

/** What the chain and its faults look like. */
export interface ControlState {
  readonly genesisHash: string;
  readonly slot: number;
  readonly unixTime: number;
  readonly frozen: boolean;
  readonly subscriptions: number;
  readonly faults: FaultSettings;
  readonly faultCounts: Readonly<Record<string, number>>;
}

/** What the control works on. */
export interface LocalnetControlOptions {
  readonly chain: Chain;
  readonly faults: FaultEngine;
  readonly hub: SubscriptionHub;
  readonly truth: TruthLog | null;
}

/** Everything that a test may do to a running localnet. */
export class LocalnetControl {
  readonly #chain: Chain;
  readonly #faults: FaultEngine;
  readonly #hub: SubscriptionHub;
  readonly #truth: TruthLog | null;

  constructor(options: LocalnetControlOptions) {
    this.#chain = options.chain;
    this.#faults = options.faults;
    this.#hub = options.hub;
    this.#truth = options.truth;
  }

  state(): ControlState {
    const reached = this.#chain.advance();
    return {
      genesisHash: this.#chain.genesisHash,
      slot: reached,
      unixTime: this.#chain.clock.unixTimeAt(reached),
      frozen: this.#chain.clock.frozen,
      subscriptions: this.#hub.size,
      faults: this.#faults.settings,
      faultCounts: this.#faults.counts,
    };
  }

  /** Replaces all faults; `{}` turns them off. Throws a ZodError for a wrong setting. */
  setFaults(input: FaultInput): FaultSettings {
    this.#faults.set(faultSettings.parse(input));
    return this.#faults.settings;
  }

  /** Sets a frozen clock, forwards or back; accounts stay. Throws `ControlError` where the clock moves by itself. */
  setClock(setting: ClockSetting): void {
    this.#expectFrozen();
    const { clock, reachedSlot } = this.#chain;
    const slot = setting.slot ?? reachedSlot;
    const unixTime = setting.unixTime ?? clock.unixTimeAt(reachedSlot);
    this.#chain.setClock(slot, unixTime * 1_000);
    this.#hub.rebase();
    this.#truth?.writeChain({ event: 'clock set', slot, unixTime });
  }

  /** Moves a frozen clock forward slot by slot, with everything that happens in between. */
  step(slots: number): void {
    this.#expectFrozen();
    this.#chain.step(slots);
    this.#hub.tick();
  }

  /** Writes an account at the newest slot. Throws `ControlError` for the Clock. */
  putAccount(write: AccountWrite): ChainAccount {
    const { address, data } = write;
    this.#expectNotClock(address);
    const account: ChainAccount = {
      address,
      owner: write.owner ?? inferOwner(data),
      lamports: write.lamports ?? rentExemptLamports(data.length),
      executable: false,
      rentEpoch: RENT_EXEMPT_EPOCH,
      data,
    };
    this.#chain.advance();
    this.#chain.putAccount(account);
    this.#record('control', address, account);
    return account;
  }

  /** Deletes an account at the newest slot. Throws `ControlError` for the Clock. */
  deleteAccount(address: string): void {
    this.#expectNotClock(address);
    this.#chain.advance();
    this.#chain.deleteAccount(address);
    this.#record('delete', address, null);
  }

  #record(kind: string, address: string, account: ChainAccount | null): void {
    const at = this.#chain.reachedSlot;
    this.#truth?.writeAccount({ kind, slot: at, unixTime: this.#chain.clock.unixTimeAt(at), address, account });
    this.#hub.tick();
  }

  #expectFrozen(): void {
    if (!this.#chain.clock.frozen) throw new ControlError('the clock moves by itself; start with LOCALNET_SLOT_MS=0');
  }

  #expectNotClock(address: string): void {
    if (address === CLOCK_SYSVAR_ADDRESS) throw new ControlError('the Clock sysvar follows the clock');
  }
}
