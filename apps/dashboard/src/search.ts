/**
 * What a URL holds is text; each page turns it into its view and back by two pure functions in its `search.ts`. Default
 * values are not written, so that a plain link stays plain.
 */
export type TextSearch = Readonly<Record<string, string>>;

/** `?a=1&b=x` as texts; of a name that occurs twice the last counts. */
export function parseTextSearch(search: string): TextSearch {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The texts as a query, those that are undefined or empty left out. Commas stay readable. */
export function writeTextSearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

/** The named texts of a search; what is no text is left out. */
export function pickTexts<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { [name in Name]?: string } {
  const picked: { [name in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') picked[name] = value;
  }
  return picked;
}

/** `a,b,c` as a list without repetitions; nothing is an empty list. */
export function readList(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return [...new Set(text.split(',').filter((part) => part !== ''))];
}

export function writeList(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(',');
}

/** The text where it is one of the choices, else the first of them. */
export function readChoice<Choice extends string>(
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === text) ?? choices[0];
}

/** The choice, unless it is the default one. */
export function writeChoice<Choice extends string>(
  choice: Choice,
  choices: readonly [Choice, ...Choice[]],
): string | undefined {
  return choice === choices[0] ? undefined : choice;
}
