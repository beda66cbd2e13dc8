import { answers, definitionIn, isDefinedIn } from '@tidemark/model/fields';

/** Which fields of a row are times, also of the objects and lists in it. */
export interface Times {
  readonly names: ReadonlySet<string>;
  readonly nested: ReadonlyMap<string, Times>;
}

const known = new Map<string, Times>();

/** The times of the rows of a component, in unix seconds. */
export function timesOf(component: string): Times {
  const found = known.get(component) ?? join([component]);
  known.set(component, found);
  return found;
}

function join(components: readonly string[]): Times {
  const names = new Set<string>();
  const nested = new Map<string, Times>();
  for (const component of components) {
    const { fields = '', nested: objects = {} } = answers[component] ?? {};
    for (const name of fields.trim().split(/\s+/)) {
      const object = objects[name];
      if (object !== undefined) nested.set(name, join([object.of].flat()));
      else if (isDefinedIn(component, name) && definitionIn(component, name).type === 'unix') names.add(name);
    }
  }
  return { names, nested };
}

/** A row with its times as ISO-8601 in UTC. */
export function withIsoTimes(row: object, times: Times): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      const inner = times.nested.get(name);
      if (inner !== undefined && typeof value === 'object' && value !== null) {
        return [
          name,
          Array.isArray(value) ? value.map((item: object) => withIsoTimes(item, inner)) : withIsoTimes(value, inner),
        ];
      }
      return [name, typeof value === 'number' && times.names.has(name) ? toIso(value) : value];
    }),
  );
}

/** `2026-09-25T01:41:10Z` of unix seconds: a time of rows is whole seconds. */
export function toIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const FORMULA = /^[=+\-@\t\r\n]/;

/** Text that a spreadsheet shows as it is: one that it would take for a formula gets an apostrophe in front. Numbers stay numbers. */
export function safeInSheets(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
