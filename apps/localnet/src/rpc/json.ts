/** A value of JSON whose integers may be bigint: u64 values leave as exact digits, as a real node sends them. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** JSON text of a value; bigint becomes a bare integer, undefined members are left out. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => stringifyJson(item)).join(',')}]`;
  const members = Object.entries(value).flatMap(([key, member]: [string, JsonValue | undefined]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${stringifyJson(member)}`],
  );
  return `{${members.join(',')}}`;
}
