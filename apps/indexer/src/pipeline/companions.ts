import type { Companion } from '@tidemark/protocols';
import { MAX_BATCH_SIZE } from './fetch-batch.ts';

/**
 * Which accounts are to be read with which reserve. They are known once the reserve was decoded: what a reserve names for the
 * first time is read with it from its next batch on, and what depends on it is unknown until then.
 */
export class CompanionBook {
  readonly #companions = new Map<string, readonly string[]>();

  /** What a decoded reserve names. */
  learn(reserve: string, companions: readonly Companion[]): void {
    const addresses = companions.filter(({ everyPoll }) => everyPoll).map(({ address }) => address);
    if (addresses.length === 0) this.#companions.delete(reserve);
    else this.#companions.set(reserve, addresses);
  }

  /** Companions of some reserves, each once, as many as fit into a call with them. */
  of(reserves: readonly string[]): string[] {
    const own = new Set(reserves);
    const found = new Set(reserves.flatMap((reserve) => this.#companions.get(reserve) ?? []));
    return [...found].filter((address) => !own.has(address)).slice(0, MAX_BATCH_SIZE - reserves.length);
  }

  /** Reserves in pieces that fit into one call with their companions, in their order. */
  split(reserves: readonly string[], size: number = MAX_BATCH_SIZE): string[][] {
    const pieces: string[][] = [];
    let keys = new Set<string>();
    for (const reserve of reserves) {
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
