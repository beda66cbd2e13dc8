import type { FieldDefinition } from './field-definition.ts';

/**
 * Head of a CSV file: the line of names and the line of units (`USD`, `base units / 2^60`, …; `none` for text), each ended
 * by CRLF as RFC 4180 has it. Columns come in the order given: part of the dictionary, or the columns of a public view.
 */
export function csvHeader(columns: Readonly<Record<string, FieldDefinition>>): string {
  const units = Object.values(columns).map(({ unit, scale }) => (scale === '1' ? unit : `${unit} / ${scale}`));
  return [Object.keys(columns), units].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
