import { RESERVED_SEGMENTS } from '@tidemark/contract';
import { PROTOCOL_NAMES } from '@tidemark/protocols';

/** A lending protocol as this deployment serves it. */
export interface Protocol {
  /** Its name in the database. */
  readonly name: string;
  /** Path segments that stand for it, the main one first. */
  readonly segments: readonly [string, ...string[]];
}

const SEGMENT = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/**
 * Reads entries of PROTOCOL_SEGMENTS: `name` serves the protocol under its own name, `name=alias1|alias2` under the aliases
 * too. Throws an Error that says what is wrong.
 */
export function parseProtocols(entries: readonly string[]): Protocol[] {
  const protocols = entries.map(parseEntry);
  const segments = protocols.flatMap((protocol) => protocol.segments);
  const reserved = segments.find((segment) => RESERVED_SEGMENTS.includes(segment));
  if (reserved !== undefined) throw new Error(`the segment ${reserved} stands for all protocols`);
  const twice = segments.filter((segment, index) => segments.indexOf(segment) !== index);
  if (twice.length > 0) throw new Error(`the segment ${twice[0]} is named twice`);
  return protocols;
}

function parseEntry(entry: string): Protocol {
  const [name = '', aliases, ...rest] = entry.split('=');
  if (!PROTOCOL_NAMES.includes(name)) throw new Error(`the protocols are ${PROTOCOL_NAMES.join(', ')}`);
  if (rest.length > 0) throw new Error('one = is allowed in an entry');
  const further = aliases === undefined ? [] : aliases.split('|');
  const wrong = further.find((segment) => !SEGMENT.test(segment));
  if (wrong !== undefined) throw new Error('an alias is made of lower-case letters, digits and hyphens');
  return { name, segments: [name, ...further] };
}
