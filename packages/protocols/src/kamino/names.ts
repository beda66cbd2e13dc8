const REPLACEMENT = '\u{fffd}';
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Text of a NUL-padded field, as the program reads it: UTF-8, trailing NULs trimmed. Where the program would panic
 * (bytes that are not UTF-8) and where Postgres could not store the text (a NUL inside) the character becomes U+FFFD,
 * so that two different names stay different from the empty one and nothing is refused for its name.
 */
export function decodeFixedText(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  let text = '';
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x80) return utf8.decode(bytes.subarray(0, end)).replaceAll('\0', REPLACEMENT);
    text += byte === 0 ? REPLACEMENT : String.fromCharCode(byte);
  }
  return text;
}

/** NUL-padded UTF-8 bytes of a name, 32 by default. Throws a RangeError where the text needs more. */
export function encodeFixedText(text: string, length = 32): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > length) throw new RangeError(`"${text}" needs ${bytes.length} bytes, the field has ${length}`);
  const field = new Uint8Array(length);
  field.set(bytes);
  return field;
}

/** Token symbol of a reserve from its 32 name bytes; '' where the reserve has none. See {@link decodeFixedText}. */
export function decodeTokenSymbol(nameBytes: Uint8Array): string {
  return decodeFixedText(nameBytes);
}

/** Lending market name from its 32 name bytes; '' in early accounts. See {@link decodeFixedText}. */
export function decodeLendingMarketName(nameBytes: Uint8Array): string {
  return decodeFixedText(nameBytes);
}
