import { KNOWN_REGISTRY as KAMINO_REGISTRY } from './kamino/registry.ts';
import { KNOWN_REGISTRY as SAVE_REGISTRY } from './save/registry.ts';

/** Symbols by mint out of the registries of all protocols; where two spell one differently, the first listed counts. */
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  [...KAMINO_REGISTRY, ...SAVE_REGISTRY]
    .toReversed()
    .flatMap(({ reserves }) => reserves.toReversed().map(({ mint, symbol }) => [mint, symbol] as const)),
);

/** Symbol of a token of which some protocol lists a reserve, by its mint: anybody can take a name. Empty elsewhere. */
export function symbolOfMint(mint: string): string {
  return SYMBOLS.get(mint) ?? '';
}
