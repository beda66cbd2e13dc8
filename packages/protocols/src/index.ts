import { kamino } from './kamino/adapter.ts';
import type { Protocol } from './protocol.ts';
import { save } from './save/adapter.ts';

export type * from './protocol.ts';
export { NO_COMPANIONS } from './protocol.ts';
export { kamino, save };

/** Every protocol that is indexed and served; the order is that of answers over all of them. */
export const PROTOCOLS: readonly Protocol[] = [kamino];

/** The names, for a message or a setting. */
export const PROTOCOL_NAMES: readonly string[] = PROTOCOLS.map(({ name }) => name);

/** Throws `RangeError` for a name that no protocol has. */
export function protocolOf(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found === undefined) throw new RangeError(`${name} is none of the protocols ${PROTOCOL_NAMES.join(', ')}`);
  return found;
}
