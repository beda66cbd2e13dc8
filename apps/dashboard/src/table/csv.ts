/** What a column needs for CSV. */
export interface CsvColumn<Row> {
  readonly name: string;
  /** Null is an empty cell; text and numbers as they are. */
  readonly value: (row: Row) => string | number | boolean | null | undefined;
}

/**
 * CSV of RFC 4180 with a line of names; empty text is `""`, so that it differs from null, as the API has it. A text that a spreadsheet would
 * run as a formula has an apostrophe before it: names of the chain are written by strangers. Numbers stay as they are.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => cell(value(row))).join(','));
  return `${[columns.map(({ name }) => cell(name)).join(','), ...lines].join('\r\n')}\r\n`;
}

const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Name of a file of what is shown now; of a simulated chain it says so. */
export function csvName(what: string): string {
  const kind = document.documentElement.dataset['simulated'] === 'true' ? `simulated-${what}` : what;
  return `tidemark-${kind}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.csv`;
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
