/** A change of the cells of a record, which are texts without the quotes that CSV puts around them. */
export type ChangeCell = (cell: string, column: number, record: number) => string;

/** CSV with other cells, as it comes: quotes of cells that stay as they are stay too, since `""` is empty text and nothing is null. */
export async function* changeCsv(
  chunks: AsyncIterable<string | Uint8Array>,
  change: ChangeCell,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let record = 0;
  for await (const chunk of chunks) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let out = '';
    for (let end = endOfRecord(rest); end >= 0; end = endOfRecord(rest)) {
      out += `${changeRecord(rest.slice(0, end), (cell, column) => change(cell, column, record))}\r\n`;
      rest = rest.slice(end + 2);
      record += 1;
    }
    if (out !== '') yield out;
  }
  if (rest !== '') throw new Error('the last record of CSV has no end');
}

/** Where the line break after the first record is; −1 where it has not come yet. */
function endOfRecord(text: string): number {
  for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n', end + 2)) {
    // Within a quoted cell the number of quotes before is odd.
    if ((text.slice(0, end).split('"').length - 1) % 2 === 0) return end;
  }
  return -1;
}

function changeRecord(text: string, change: (cell: string, column: number) => string): string {
  return splitRecord(text)
    .map((written, column) => {
      const isQuoted = written.startsWith('"');
      const cell = isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written;
      const changed = change(cell, column);
      if (changed === cell) return written;
      return isQuoted || /[",\r\n]/.test(changed) ? `"${changed.replaceAll('"', '""')}"` : changed;
    })
    .join(',');
}

function splitRecord(text: string): string[] {
  if (!text.includes('"')) return text.split(',');
  return text.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)(?=,|$)/gs) ?? [text];
}
