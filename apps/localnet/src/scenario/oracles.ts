import { createHash } from 'node:crypto';
import type { PriceConfig } from '@tidemark/core';
import {
  encodePriceUpdate,
  encodeScopeMappings,
  encodeScopePrices,
  KNOWN_PYTH_FEEDS,
  KNOWN_SCOPE_FEEDS,
  PYTH_RECEIVER_ADDRESS,
  SCOPE_PROGRAM_ADDRESS,
  type ScopeEntry,
} from '@tidemark/oracles';
import { protocolOf } from '@tidemark/protocols';
import {
  createPriceWalk,
  derivePseudoAddress,
  ORACLE_SCALE,
  type PriceWalk,
  type Scenario,
} from '@tidemark/protocols/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import type { Activity } from '../chain/chain.ts';

/** What is wrong with an account of an oracle: it is no longer written, says a fifth too much, or is gone. */
export type OracleFault = 'stale' | 'lying' | 'missing';

export interface OraclesOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  readonly startSlot: number;
  readonly unixTimeAt: (slot: number) => number;
  /** What is wrong now, by address. */
  readonly faults: () => Readonly<Record<string, OracleFault>>;
}

/** A reserve at the start of the chain, with the scenario of its protocol. */
export interface ScenarioReserve {
  readonly scenario: Scenario;
  readonly account: ChainAccount;
}

/** Decimals of every answer, as most oracles have them. */
const DECIMALS = 8;
/** An oracle is written every two seconds or so, at 400 ms a slot. */
const UPDATE_SLOTS = 5;
/** Slots that a chain goes through at once. */
const STRETCH_SLOTS = 256;
/** A type of Scope whose prices rest on a publisher of its own: a report of Chainlink. */
const CHAINLINK_TYPE = 26;
/** Half the width of Pyth's interval, in parts of the price. */
const CONFIDENCE_PARTS = 2_000n;

/** The price of a token. Entries of one token rest on one report. */
interface TokenWalk {
  readonly mint: string;
  readonly walk: PriceWalk;
}

type Write = (slot: number, factor: bigint) => Uint8Array;
/** A lie is by a fifth. Parts of 100. */
const [HONEST, LYING] = [100n, 120n];

/** Accounts of oracles that say what the reserves of the scenario are priced at: every account that their configurations name. */
export class Oracles {
  readonly #options: OraclesOptions;
  readonly #writers = new Map<string, { readonly owner: string; readonly write: Write }>();
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
      this.#learn(
        protocol.priceConfig(protocol.config(reserve)),
        mint,
        createPriceWalk({ seed, mint, startAnswer, startSlot }),
        entries,
      );
    }
    for (const [address, walks] of entries) this.#addScope(address, walks);
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
      if (fault === 'stale') continue;
      if (fault === 'missing') store.delete(slot, address);
      else store.put(slot, toChainAccount({ address, owner, data: write(slot, fault === 'lying' ? LYING : HONEST) }));
    }
  }

  #learn(config: PriceConfig, mint: string, walk: PriceWalk, entries: Map<string, Map<number, TokenWalk>>): void {
    for (const { kind, address, chain, averageChain } of config.sources) {
      if (kind === 'pyth')
        this.#writers.set(address, { owner: PYTH_RECEIVER_ADDRESS, write: this.#pythWriter(address, mint, walk) });
      if (kind !== 'scope') continue;
      const walks = entries.get(address) ?? new Map<number, TokenWalk>();
      for (const index of [chain[0], averageChain[0]])
        if (index !== undefined && index < 512) walks.set(index, { mint, walk });
      entries.set(address, walks);
    }
  }

  #pythWriter(address: string, mint: string, walk: PriceWalk): Write {
    const known = KNOWN_PYTH_FEEDS.find(({ account, proAccount }) => account === address || proAccount === address);
    const feedId = known?.feedId ?? createHash('sha256').update(`pyth ${mint}`).digest('hex');
    return (slot, factor) => {
      const price = (walk.answerAt(slot) * factor) / HONEST;
      const time = BigInt(this.#options.unixTimeAt(slot));
      return encodePriceUpdate({
        writeAuthority: address,
        verification: 'full',
        signatures: null,
        feedId,
        price,
        confidence: price / CONFIDENCE_PARTS,
        exponent: -DECIMALS,
        publishTime: time - 1n,
        previousPublishTime: time - 2n,
        emaPrice: price,
        emaConfidence: price / CONFIDENCE_PARTS,
        postedSlot: BigInt(slot),
      });
    };
  }

  #addScope(address: string, walks: ReadonlyMap<number, TokenWalk>): void {
    const mappings =
      KNOWN_SCOPE_FEEDS.find(({ prices }) => prices === address)?.mappings ??
      derivePseudoAddress(`mappings ${address}`);
    const sources = [...walks].map(
      ([index, { mint }]) =>
        [index, { type: CHAINLINK_TYPE, account: derivePseudoAddress(`report of ${mint}`) }] as const,
    );
    const data = encodeScopeMappings(new Map(sources));
    this.#constant.push(toChainAccount({ address: mappings, owner: SCOPE_PROGRAM_ADDRESS, data }));
    this.#writers.set(address, {
      owner: SCOPE_PROGRAM_ADDRESS,
      write: (slot, factor) => {
        const unixTimestamp = BigInt(this.#options.unixTimeAt(slot));
        const toEntry = ({ walk }: TokenWalk): ScopeEntry => ({
          value: (walk.answerAt(slot) * factor) / HONEST,
          exp: BigInt(DECIMALS),
          lastUpdatedSlot: BigInt(slot),
          unixTimestamp,
          generic: '',
        });
        return encodeScopePrices(mappings, new Map([...walks].map(([index, token]) => [index, toEntry(token)])));
      },
    });
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
