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
  // Joined by `+=`, so that the text of a large answer is copied once and not once for every level.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) text += `${text === '' ? '' : ','}${stringifyJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, member] of Object.entries<JsonValue | undefined>(value)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(member)}`;
  }
  return `{${text}}`;
}
