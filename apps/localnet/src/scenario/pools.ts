import { type AccountBytes, encodeMint, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { SOL_MINT, type SourceName, SOURCES } from '@tidemark/liquidity';
import { buildTokenAccount, MAX_VOLATILITY, POOL_BUILDERS, type PoolSpec } from '@tidemark/liquidity/localnet';
import { protocolOf } from '@tidemark/protocols';
import { createPriceWalk, derivePseudoAddress, ORACLE_SCALE, type PriceWalk } from '@tidemark/protocols/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import type { Activity } from '../chain/chain.ts';
import type { ScenarioReserve } from './oracles.ts';
import { FeeMints } from './fee-mints.ts';
import { planPools, type PoolPlan } from './pool-layout.ts';

/**
 * What is wrong with a pool: `drained`: a thousandth of its tokens is left; `arrays_missing`: its tick or bin arrays are absent; `missing`: its account
 * is absent; `stale`: it no longer trades, so its price stays behind; `fee_spike`: its fee is the highest, of the Whirlpool of SOL, whose fee
 * adapts; `transfer_fee`: the mint of its first token keeps 1 % of every transfer.
 */
export type PoolFault = 'drained' | 'arrays_missing' | 'missing' | 'stale' | 'fee_spike' | 'transfer_fee';

export interface PoolsOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  readonly startSlot: number;
  readonly unixTimeAt: (slot: number) => number;
  /** What is wrong now, by address of the pool. */
  readonly faults: () => Readonly<Record<string, PoolFault>>;
  /** Called for each account that is written, null where it is deleted; for arrays of ticks and bins only where they come and go. */
  readonly onWrite?: (slot: number, address: string, account: ChainAccount | null) => void;
}

interface Token {
  readonly decimals: number;
  readonly walk: PriceWalk;
}

/** Pools follow the price every ten seconds or so, at 400 ms a slot. */
const UPDATE_SLOTS = 25;
/** Slots that a chain goes through at once. */
const STRETCH_SLOTS = 256;
/** Arrays of ticks and bins are larger, everything else of a pool is smaller. */
const MOST_BYTES_OF_OTHERS = 2_000;
/** Parts that a pool was drained to. */
const DRAINED_PARTS = 1_000n;
/** Receipt tokens of suppliers that are posted as collateral, parts of a hundred; the others are in wallets. */
const POSTED_PCT = 60n;

/** Ticks or bins of arrays, and fees in parts of a million, as usual pools of each source have them. */
const SHAPES: Readonly<Record<SourceName, Pick<PoolSpec, 'feePpm' | 'spacing'>>> = {
  meteora_dlmm: { feePpm: 2_000, spacing: 20 },
  orca_whirlpool: { feePpm: 3_000, spacing: 64 },
  raydium_amm_v4: { feePpm: 2_500, spacing: 1 },
  raydium_clmm: { feePpm: 2_500, spacing: 60 },
  raydium_cpmm: { feePpm: 2_500, spacing: 1 },
};
const PROGRAMS = new Set(SOURCES.map(({ accounts }) => accounts.program));

/** Pools that trade at the prices of the scenario's tokens, the mints of those, and the vaults that hold posted receipt tokens. */
export class Pools {
  readonly #options: PoolsOptions;
  readonly #tokens = new Map<string, Token>();
  readonly #constant: ChainAccount[] = [];
  readonly #plans: readonly PoolPlan[];
  /** Accounts of each pool as they were written last. */
  readonly #written = new Map<string, readonly string[]>();
  readonly #feeMints: FeeMints;

  /** `known` are addresses that have an account already. */
  constructor(options: PoolsOptions, reserves: readonly ScenarioReserve[], known: ReadonlySet<string>) {
    this.#options = options;
    for (const reserve of reserves) this.#learn(reserve);
    for (const [mint, { decimals }] of this.#tokens) {
      if (known.has(mint)) continue;
      const data = encodeMint({ decimals, scaledUiAmount: null });
      this.#constant.push(toChainAccount({ address: mint, owner: TOKEN_PROGRAM_ADDRESS, data }));
    }
    this.#feeMints = new FeeMints((mint) => this.#tokens.get(mint)?.decimals, options.onWrite);
    this.#plans = planPools([...this.#tokens.keys()]);
  }

  /** What they write as slots pass; they do not count as events. `resumedAt` is the slot of the checkpoint that a chain goes on from. */
  on(store: AccountStore, resumedAt: number | null): Activity {
    if (resumedAt !== null) this.#putMissing(store, resumedAt);
    return {
      estimateEvents: () => 0,
      run: (afterSlot, uptoSlot, stride) => {
        const slot = Math.floor(uptoSlot / UPDATE_SLOTS) * UPDATE_SLOTS;
        if (slot > afterSlot && Math.floor(uptoSlot / STRETCH_SLOTS) % stride === 0) this.#update(store, slot);
      },
    };
  }

  /** The accounts as of a slot, so that they are there before the first update. */
  accountsAt(slot: number): ChainAccount[] {
    const pools = this.#plans.map((plan) => {
      const accounts = this.#build(plan, slot, undefined);
      this.#written.set(
        addressOf(plan),
        accounts.map(({ address }) => address),
      );
      return accounts;
    });
    return [...this.#constant, ...pools.flat()];
  }

  /** A chain that goes on from a checkpoint may have none, or some with arrays of another price. */
  #putMissing(store: AccountStore, slot: number): void {
    for (const account of this.#constant) if (store.newest(account.address) === null) store.put(slot, account);
    const current = new Set(this.accountsAt(slot).map(({ address }) => address));
    for (const { address, owner } of store.listAt(slot)) {
      if (PROGRAMS.has(owner) && !current.has(address)) store.delete(slot, address);
    }
    this.#update(store, slot);
  }

  #update(store: AccountStore, slot: number): void {
    const wrong = this.#options.faults();
    this.#feeMints.update(
      store,
      slot,
      this.#plans.flatMap((plan) => (wrong[addressOf(plan)] === 'transfer_fee' ? [plan.mintA] : [])),
    );
    for (const plan of this.#plans) {
      const pool = addressOf(plan);
      const fault = wrong[pool];
      if (fault === 'stale') continue;
      const accounts = fault === 'missing' ? [] : this.#build(plan, slot, fault);
      const present = new Set(accounts.map(({ address }) => address));
      for (const address of this.#written.get(pool) ?? []) {
        if (present.has(address) || store.newest(address) === null) continue;
        store.delete(slot, address);
        this.#options.onWrite?.(slot, address, null);
      }
      const before = new Set(this.#written.get(pool));
      for (const account of accounts) {
        store.put(slot, account);
        const isArray = account.data.length > MOST_BYTES_OF_OTHERS;
        if (!isArray || !before.has(account.address)) this.#options.onWrite?.(slot, account.address, account);
      }
      this.#written.set(pool, [...present]);
    }
  }

  #build(plan: PoolPlan, slot: number, fault: PoolFault | undefined): ChainAccount[] {
    const spec = this.#specOf(plan, slot);
    if (spec === null) return [];
    const amountA = fault === 'drained' ? spec.amountA / DRAINED_PARTS : spec.amountA;
    const adapts = plan.source === 'orca_whirlpool' && plan.mintA === SOL_MINT;
    const volatility = adapts ? (fault === 'fee_spike' ? MAX_VOLATILITY : 0) : null;
    const accounts = POOL_BUILDERS[plan.source]({ ...spec, amountA, volatility });
    return accounts
      .filter(({ data }) => fault !== 'arrays_missing' || data.length <= MOST_BYTES_OF_OTHERS)
      .map((account) => toChainAccount(account));
  }

  #specOf(plan: PoolPlan, slot: number): PoolSpec | null {
    const [a, b] = [this.#tokens.get(plan.mintA), this.#tokens.get(plan.mintB)];
    if (a === undefined || b === undefined) return null;
    const [priceA, priceB] = [a.walk.answerAt(slot), b.walk.answerAt(slot)];
    const address = addressOf(plan);
    return {
      ...SHAPES[plan.source],
      address,
      mintA: plan.mintA,
      mintB: plan.mintB,
      vaultA: derivePseudoAddress(`vault a of pool ${address}`),
      vaultB: derivePseudoAddress(`vault b of pool ${address}`),
      config: derivePseudoAddress(`configuration of pools ${plan.source}`),
      price: {
        numerator: priceA * BigInt(plan.pricePct) * 10n ** BigInt(b.decimals),
        denominator: priceB * 100n * 10n ** BigInt(a.decimals),
      },
      amountA: (BigInt(plan.usd) * ORACLE_SCALE * 10n ** BigInt(a.decimals)) / priceA,
      lastUsedAt: BigInt(this.#options.unixTimeAt(slot)),
    };
  }

  #learn({ scenario, account }: ScenarioReserve): void {
    const protocol = protocolOf(scenario.name);
    const reserve = protocol.decodeReserve(account);
    const { tokenMint: mint, tokenDecimals: decimals, receiptMint, receiptVault } = protocol.identity(reserve);
    const { price, receiptSupply } = protocol.state(reserve, new Map(), protocol.arithmetics[0]);
    const vault: AccountBytes = buildTokenAccount({
      address: receiptVault,
      mint: receiptMint,
      owner: account.address,
      amountRaw: (receiptSupply * POSTED_PCT) / 100n,
    });
    this.#constant.push(toChainAccount(vault));
    if (price === 0n || this.#tokens.has(mint)) return;
    const startAnswer = (price * ORACLE_SCALE + protocol.scale / 2n) / protocol.scale;
    const { seed, startSlot } = this.#options;
    this.#tokens.set(mint, { decimals, walk: createPriceWalk({ seed, mint, startAnswer, startSlot }) });
  }
}

/** A pool of the scenario has the same address on every chain. */
function addressOf({ source, mintA, mintB, pricePct, usd }: PoolPlan): string {
  return derivePseudoAddress(`pool ${source} ${mintA} ${mintB} ${pricePct} ${usd}`);
}
