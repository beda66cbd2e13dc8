import { kamino } from './kamino/adapter.ts';
import type { Protocol, ReserveIdentity } from './protocol.ts';
import { save } from './save/adapter.ts';

// The one place outside of their folders that names protocols.
export { accountFields, configFields, detailFields } from './kamino/fields/index.ts';
export type * from './protocol.ts';
export { NO_COMPANIONS } from './protocol.ts';
export { kamino, save };

/** Every protocol that is indexed and served; the order is that of answers over all of them. */
export const PROTOCOLS: readonly Protocol[] = [kamino, save];

/** The names, for a message or a setting. */
export const PROTOCOL_NAMES: readonly string[] = PROTOCOLS.map(({ name }) => name);

/** Throws `RangeError` for a name that no protocol has. */
export function protocolOf(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found === undefined) throw new RangeError(`${name} is none of the protocols ${PROTOCOL_NAMES.join(', ')}`);
  return found;
}

/** Symbols by mint out of the registries of all protocols; where two spell one differently, the first listed counts. */
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  PROTOCOLS.flatMap(({ registry }) => registry)
    .toReversed()
    .flatMap(({ reserves }) => reserves.toReversed().map(({ mint, symbol }) => [mint, symbol] as const)),
);

/** Symbols by mint of tokens of which some protocol lists a reserve: anybody can take a name. */
export function listKnownSymbols(): { readonly mint: string; readonly symbol: string }[] {
  return [...SYMBOLS].map(([mint, symbol]) => ({ mint, symbol }));
}

/** A reserve without a symbol of its own has the one that some protocol's list has for the mint. */
export function withKnownSymbol(identity: ReserveIdentity): ReserveIdentity {
  const symbol = SYMBOLS.get(identity.tokenMint);
  if (identity.tokenSymbol !== '' || symbol === undefined) return identity;
  return { ...identity, tokenSymbol: symbol, tokenSymbolOrigin: 'list' };
}
