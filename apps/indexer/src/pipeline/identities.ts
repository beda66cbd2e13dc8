import type { ReserveIdentity } from '@tidemark/protocols';
import type { StoredIdentity } from '@tidemark/schema';
import type { Clock } from '../rpc/index.ts';

export interface KnownReserve extends StoredIdentity {
  readonly isMissing: boolean;
}

export interface IdentityBookOptions {
  /** Of those of the reserves that are stored. */
  readonly load: (addresses: readonly string[]) => Promise<readonly KnownReserve[]>;
  /** Monotonic. */
  readonly clock: Pick<Clock, 'now'>;
}

/** An identity that was accepted, and a reserve that is back, are known after so long at the latest. */
const MAX_AGE_MS = 30_000;
/** What two reads have said is believed for so long, before it is read twice again. */
const CONFIRMED_MS = 60_000;

/** Which reserve is stored under an address, and what of it two reads have said that is otherwise. */
export class IdentityBook {
  readonly #options: IdentityBookOptions;
  readonly #known = new Map<string, { readonly reserve: KnownReserve | undefined; readonly readAt: number }>();
  readonly #confirmed = new Map<string, number>();

  constructor(options: IdentityBookOptions) {
    this.#options = options;
  }

  /** Reserves that are stored, by address. */
  async get(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownReserve>> {
    const { load, clock } = this.#options;
    const old = addresses.filter(
      (address) => clock.now() - (this.#known.get(address)?.readAt ?? -Infinity) > MAX_AGE_MS,
    );
    if (old.length > 0) {
      const loaded = new Map((await load(old)).map((reserve) => [reserve.address, reserve]));
      const readAt = clock.now();
      // What is not stored yet is looked for again: its first poll stores it.
      for (const address of old) {
        const reserve = loaded.get(address);
        if (reserve === undefined) this.#known.delete(address);
        else this.#known.set(address, { reserve, readAt });
      }
    }
    return new Map(
      addresses.flatMap((address) => {
        const reserve = this.#known.get(address)?.reserve;
        return reserve === undefined ? [] : [[address, reserve] as const];
      }),
    );
  }

  /** Two reads have said so. */
  confirm(addresses: Iterable<string>): void {
    for (const address of addresses) this.#confirmed.set(address, this.#options.clock.now());
  }

  isConfirmed(address: string): boolean {
    const at = this.#confirmed.get(address);
    return at !== undefined && this.#options.clock.now() - at <= CONFIRMED_MS;
  }
}

/** The same of an account. */
export function storedIdentityOf(identity: ReserveIdentity): StoredIdentity {
  const { address, lendingMarket, tokenMint, tokenDecimals, supplyVault, receiptMint, receiptVault } = identity;
  return {
    ...{ address, lendingMarket, tokenMint, tokenDecimals, supplyVault },
    collateralMint: receiptMint,
    collateralSupplyVault: receiptVault,
  };
}

const NAMES = [
  'lendingMarket',
  'tokenMint',
  'tokenDecimals',
  'supplyVault',
  'collateralMint',
  'collateralSupplyVault',
] as const satisfies readonly (keyof StoredIdentity)[];

/** What differs, in words; null where nothing does. */
export function identityDifference(
  stored: StoredIdentity,
  found: StoredIdentity,
): { readonly expected: string; readonly actual: string } | null {
  const differing = NAMES.filter((name) => stored[name] !== found[name]);
  if (differing.length === 0) return null;
  const words = (identity: StoredIdentity): string => differing.map((name) => `${name} ${identity[name]}`).join(', ');
  return { expected: words(stored), actual: words(found) };
}
