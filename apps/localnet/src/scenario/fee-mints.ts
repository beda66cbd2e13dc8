import { buildFeeMint } from '@tidemark/liquidity/localnet';
import type { AccountStore } from '../chain/account-store.ts';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';

const TRANSFER_FEE = { bps: 100, maxRaw: 1_000_000_000_000_000n, fromEpoch: 0n };

/** Mints that keep a fee of transfers for a while; afterwards they are as they were. */
export class FeeMints {
  readonly #decimalsOf: (mint: string) => number | undefined;
  readonly #onWrite: ((slot: number, address: string, account: ChainAccount) => void) | undefined;
  /** Without the fee, of those that keep one now. */
  readonly #plain = new Map<string, ChainAccount>();

  constructor(
    decimalsOf: (mint: string) => number | undefined,
    onWrite?: (slot: number, address: string, account: ChainAccount) => void,
  ) {
    this.#decimalsOf = decimalsOf;
    this.#onWrite = onWrite;
  }

  /** These mints keep a fee from the slot on, and no others. */
  update(store: AccountStore, slot: number, mints: readonly string[]): void {
    const put = (account: ChainAccount): void => {
      store.put(slot, account);
      this.#onWrite?.(slot, account.address, account);
    };
    for (const mint of mints) {
      const [plain, decimals] = [store.newest(mint), this.#decimalsOf(mint)];
      if (this.#plain.has(mint) || plain === null || decimals === undefined) continue;
      this.#plain.set(mint, plain);
      put(toChainAccount(buildFeeMint({ address: mint, decimals, ...TRANSFER_FEE })));
    }
    for (const [mint, plain] of this.#plain) {
      if (mints.includes(mint)) continue;
      this.#plain.delete(mint);
      put(plain);
    }
  }
}
