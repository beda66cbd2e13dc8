import type { FieldDefinition } from '@tidemark/core';

/**
 * Head of a CSV file: the line of names and the line of units (`USD`, `base units`, …; `none` for text), each ended
 * by CRLF as RFC 4180 has it. Columns come in the order given: part of the dictionary, or the columns of a public view.
 * Without units it is the line of names alone, which is what most readers of CSV expect.
 */
export function csvHeader(
  columns: Readonly<Record<string, FieldDefinition>>,
  options: { readonly units?: boolean } = {},
): string {
  const units = Object.values(columns).map(({ unit }) => unit);
  const lines = options.units === false ? [Object.keys(columns)] : [Object.keys(columns), units];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Text as a cell of CSV: quoted where it would break the line. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
