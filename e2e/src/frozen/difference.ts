/** One value that is another one than the stored one. */
export interface Difference {
  /** Where: the path within an answer, the column of a view. */
  readonly place: string;
  readonly before: string;
  readonly now: string;
}

/** What differs in one of the stored files. */
export interface Change {
  /** `views reserve_hourly` or `requests v1-status`. */
  readonly name: string;
  /** How many rows or answers there are. */
  readonly of: number;
  /** Those that differ, by their key or request. */
  readonly items: readonly { readonly item: string; readonly differences: readonly Difference[] }[];
}

const EXAMPLES = 3;
const PLACES = 12;
const LONGEST = 160;

/** What changed, a few lines for each place: all the values that differ at it are counted, the first ones shown. */
export function summarize(change: Change): string {
  const places = new Map<string, { item: string; difference: Difference }[]>();
  for (const { item, differences } of change.items) {
    for (const difference of differences) {
      const place = difference.place.replaceAll(/\[\d+\]/g, '[*]');
      const known = places.get(place);
      if (known === undefined) places.set(place, [{ item, difference }]);
      else known.push({ item, difference });
    }
  }
  const lines = [...places]
    .slice(0, PLACES)
    .flatMap(([place, found]) => [
      `  ${place}: ${found.length}×`,
      ...found
        .slice(0, EXAMPLES)
        .map(({ item, difference }) => `    ${shorten(item)}\n      ${lineOf(difference, shorten)}`),
    ]);
  const left = places.size > PLACES ? [`  … and ${places.size - PLACES} other places`] : [];
  return [headOf(change), ...lines, ...left].join('\n');
}

/** All of it. */
export function detail(change: Change): string {
  const lines = change.items.flatMap(({ item, differences }) => [
    `  ${item}`,
    ...differences.map((each) => `    ${lineOf(each)}`),
  ]);
  return [headOf(change), ...lines, ''].join('\n');
}

export const headOf = ({ name, of, items }: Change): string => `${name}: ${items.length} of ${of} differ`;

const lineOf = ({ place, before, now }: Difference, shown = (text: string) => text): string =>
  `${place}: ${shown(before)} → ${shown(now)}`;

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
