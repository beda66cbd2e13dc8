/** What a column needs for CSV. */
export interface CsvColumn<Row> {
  readonly name: string;
  /** Null is an empty cell; text and numbers as they are. */
  readonly value: (row: Row) => string | number | boolean | null | undefined;
}

/** CSV of RFC 4180 with a line of names; empty text is `""`, so that it differs from null, as the API has it. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => cell(value(row))).join(','));
  return `${[columns.map(({ name }) => cell(name)).join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (typeof value !== 'string') return text;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
