import type { Companion } from '@tidemark/protocols';
import { MAX_BATCH_SIZE } from './fetch-batch.ts';

/** Addresses that a poll reads with a reserve, in their order. */
export function everyPollOf(companions: readonly Companion[]): string[] {
  return companions.filter(({ everyPoll }) => everyPoll).map(({ address }) => address);
}

/**
 * Which accounts are to be read with which reserve: as stored, or as the newest decoded account says. With a reserve that is new,
 * nothing is read the first time, and what depends on it is unknown then.
 */
export class CompanionBook {
  readonly #companions = new Map<string, readonly string[]>();

  learn(reserve: string, companions: readonly string[]): void {
    if (companions.length === 0) this.#companions.delete(reserve);
    else this.#companions.set(reserve, companions);
  }

  /** Companions of some reserves, each once, as many as fit with them into a call of `size` accounts. */
  of(reserves: readonly string[], size: number = MAX_BATCH_SIZE): string[] {
    const own = new Set(reserves);
    const found = new Set(reserves.flatMap((reserve) => this.#companions.get(reserve) ?? []));
    return [...found].filter((address) => !own.has(address)).slice(0, Math.max(0, size - reserves.length));
  }

  /** Reserves in as few calls as their companions allow: those that share one are together, else the order stays. */
  split(reserves: readonly string[], size: number = MAX_BATCH_SIZE): string[][] {
    const companionsOf = (reserve: string) => (this.#companions.get(reserve) ?? []).toSorted().join();
    const keyed = reserves.map((reserve) => ({ reserve, key: companionsOf(reserve) }));
    // Those without any fill what is left at the end.
    const grouped = keyed.toSorted((a, b) =>
      a.key === '' || b.key === '' ? b.key.length - a.key.length : Number(a.key > b.key) - Number(a.key < b.key),
    );
    const pieces: string[][] = [];
    let keys = new Set<string>();
    for (const { reserve } of grouped) {
      const own = [reserve, ...(this.#companions.get(reserve) ?? [])];
      const piece = pieces.at(-1);
      const added = own.filter((key) => !keys.has(key)).length;
      if (piece === undefined || keys.size + added > size) {
        pieces.push([reserve]);
        keys = new Set(own);
      } else {
        piece.push(reserve);
        for (const key of own) keys.add(key);
      }
    }
    return pieces;
  }
}
