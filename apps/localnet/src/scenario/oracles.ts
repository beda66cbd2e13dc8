import type { PriceConfig } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import { createPriceWalk, ORACLE_SCALE, type Scenario } from '@tidemark/protocols/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import type { Activity } from '../chain/chain.ts';
import {
  HONEST,
  LYING,
  type OracleWriter,
  pythWriter,
  scopeWriter,
  switchboardWriter,
  type TokenWalk,
} from './oracle-writers.ts';

/** What is wrong with an account of an oracle: it is no longer written, says a fifth too much, or is gone. */
export type OracleFault = 'stale' | 'lying' | 'missing';

export interface OraclesOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  readonly startSlot: number;
  readonly unixTimeAt: (slot: number) => number;
  /** What is wrong now, by address. */
  readonly faults: () => Readonly<Record<string, OracleFault>>;
  /** Called for every account that they write after the start; null where it is deleted. */
  readonly onWrite?: (slot: number, address: string, account: ChainAccount | null) => void;
}

/** A reserve at the start of the chain, with the scenario of its protocol. */
export interface ScenarioReserve {
  readonly scenario: Scenario;
  readonly account: ChainAccount;
}

/** An oracle is written every one and a half seconds, at 300 ms a slot. */
const UPDATE_SLOTS = 5;
/** Slots that a chain goes through at once. */
const STRETCH_SLOTS = 256;

/** Accounts of oracles that say what the reserves of the scenario are priced at: every account that their configurations name. */
export class Oracles {
  readonly #options: OraclesOptions;
  readonly #writers = new Map<string, OracleWriter>();
  readonly #constant: ChainAccount[] = [];

  constructor(options: OraclesOptions, reserves: readonly ScenarioReserve[]) {
    this.#options = options;
    const entries = new Map<string, Map<number, TokenWalk>>();
    for (const { scenario, account } of reserves) {
      const protocol = protocolOf(scenario.name);
      const reserve = protocol.decodeReserve(account);
      const { price } = protocol.state(reserve, new Map(), protocol.arithmetics[0]);
      if (price === 0n) continue;
      const mint = protocol.identity(reserve).tokenMint;
      // To the nearest answer, as the walks of the reserves begin.
      const startAnswer = (price * ORACLE_SCALE + protocol.scale / 2n) / protocol.scale;
      const { seed, startSlot } = options;
      const walk = createPriceWalk({ seed, mint, startAnswer, startSlot });
      this.#learn(protocol.priceConfig(protocol.config(reserve)), { mint, walk }, entries);
    }
    for (const [address, walks] of entries) {
      const { mappings, prices } = scopeWriter(address, walks, options.unixTimeAt);
      this.#constant.push(mappings);
      this.#writers.set(address, prices);
    }
  }

  /**
   * What they write as slots pass: the newest update of each stretch, since nobody sees those before it. They do not count as events, so
   * that the reserves move as they would without oracles; a chain that was away for very long leaves stretches out.
   */
  on(store: AccountStore): Activity {
    let isStarted = false;
    return {
      estimateEvents: () => 0,
      run: (afterSlot, uptoSlot, stride) => {
        if (!isStarted) this.#putMissing(store, afterSlot + 1);
        isStarted = true;
        const slot = Math.floor(uptoSlot / UPDATE_SLOTS) * UPDATE_SLOTS;
        if (slot > afterSlot && Math.floor(uptoSlot / STRETCH_SLOTS) % stride === 0) this.#update(store, slot);
      },
    };
  }

  /** The accounts as of a slot, so that they are there before the first update. */
  accountsAt(slot: number): ChainAccount[] {
    const written = [...this.#writers].map(([address, { owner, write }]) =>
      toChainAccount({ address, owner, data: write(slot, HONEST) }),
    );
    return [...this.#constant, ...written];
  }

  /** A chain that goes on from a checkpoint of a version without oracles has none. */
  #putMissing(store: AccountStore, slot: number): void {
    for (const account of this.#constant) {
      if (store.newest(account.address) === null) store.put(slot, account);
    }
  }

  #update(store: AccountStore, slot: number): void {
    const wrong = this.#options.faults();
    for (const [address, { owner, write }] of this.#writers) {
      const fault = wrong[address];
      if (fault === 'stale' || (fault === 'missing' && store.newest(address) === null)) continue;
      const data = fault === 'missing' ? null : write(slot, fault === 'lying' ? LYING : HONEST);
      const account = data === null ? null : toChainAccount({ address, owner, data });
      if (account === null) store.delete(slot, address);
      else store.put(slot, account);
      this.#options.onWrite?.(slot, address, account);
    }
  }

  #learn(config: PriceConfig, token: TokenWalk, entries: Map<string, Map<number, TokenWalk>>): void {
    const { unixTimeAt } = this.#options;
    for (const { kind, address, chain, averageChain } of config.sources) {
      if (kind === 'pyth') this.#writers.set(address, pythWriter(address, token, unixTimeAt));
      if (kind === 'switchboard') this.#writers.set(address, switchboardWriter(address, token));
      if (kind !== 'scope') continue;
      const walks = entries.get(address) ?? new Map<number, TokenWalk>();
      for (const index of [chain[0], averageChain[0]]) if (index !== undefined && index < 512) walks.set(index, token);
      entries.set(address, walks);
    }
  }
}

/** Several things that happen on a chain, in their order. */
export class Activities implements Activity {
  readonly #parts: readonly Activity[];

  constructor(parts: readonly Activity[]) {
    this.#parts = parts;
  }

  run(afterSlot: number, uptoSlot: number, stride: number): void {
    for (const part of this.#parts) part.run(afterSlot, uptoSlot, stride);
  }

  estimateEvents(slots: number): number {
    return this.#parts.reduce((sum, part) => sum + part.estimateEvents(slots), 0);
  }
}
