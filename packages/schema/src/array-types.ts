import type { Sql } from './sql.ts';

/** Types of which arrays are read or sent: the element's id in Postgres's catalogue, and the array's. */
const ARRAY_TYPES = {
  bool: [16, 1000],
  bytea: [17, 1001],
  name: [19, 1003],
  int8: [20, 1016],
  int4: [23, 1007],
  text: [25, 1009],
  float8: [701, 1022],
  date: [1082, 1182],
  timestamptz: [1184, 1185],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
} as const;

const ELEMENT = /"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^",{}]+)/gs;

/**
 * Teaches the driver (3.4.9) the arrays of one dimension that this package uses. Left to itself it asks each new connection for
 * them, with a promise that nobody holds: a connection that is lost meanwhile ends the process, and one that comes back
 * afterwards reads arrays as texts.
 */
export function registerArrayTypes({ options: { parsers, serializers } }: Sql): void {
  for (const [element, array] of Object.values(ARRAY_TYPES)) {
    const parse: ((text: string) => unknown) | undefined = parsers[element];
    const serialize: ((value: unknown) => unknown) | undefined = serializers[element];
    parsers[array] = (text: string) =>
      parseArray(text).map((each) => (each === null || parse === undefined ? each : parse(each)));
    serializers[array] = (value: unknown) => (Array.isArray(value) ? toArrayText(value, serialize ?? String) : value);
  }
}

function parseArray(text: string): (string | null)[] {
  return [...text.matchAll(ELEMENT)].map(({ groups }) => {
    if (groups?.['quoted'] !== undefined) return groups['quoted'].replaceAll(/\\(.)/gs, '$1');
    return groups?.['plain'] === 'NULL' ? null : (groups?.['plain'] ?? '');
  });
}

function toArrayText(values: readonly unknown[], serialize: (value: unknown) => unknown): string {
  const elements = values.map((value) =>
    value === null ? 'NULL' : `"${String(serialize(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return `{${elements.join(',')}}`;
}
