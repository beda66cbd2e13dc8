import { type Protocol, PROTOCOLS } from '@tidemark/protocols';

/**
 * The words that protocols have for something, as text, each with the protocols that use it unless all do. A list of the
 * protocols' own words is open: a new protocol brings more of them.
 */
export function listWords(wordsOf: (protocol: Protocol) => readonly string[] | undefined): string {
  const users = new Map<string, string[]>();
  for (const protocol of PROTOCOLS) {
    for (const word of wordsOf(protocol) ?? []) users.set(word, [...(users.get(word) ?? []), protocol.name]);
  }
  return [...users]
    .map(([word, names]) => (names.length === PROTOCOLS.length ? word : `${word} (${names.join(', ')})`))
    .join(', ');
}

/** Where a field comes from in the accounts of each protocol that has it. Throws `RangeError` where none says so. */
export function sourceOf(field: string): string {
  const texts = PROTOCOLS.flatMap(({ name, sources }) => {
    const text = sources[field];
    return text === undefined ? [] : [`${text} (${name})`];
  });
  if (texts.length === 0) throw new RangeError(`no protocol has a source of ${field}`);
  return texts.join('; ');
}
