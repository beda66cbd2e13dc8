/** Lines of a CSV text (RFC 4180) as cells. An empty cell is null, a quoted empty one is empty text. */
export function parseCsv(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  const cell = /(?:"(?<quoted>(?:[^"]|"")*)"|(?<bare>[^",\r\n]*))(?<end>,|\r\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const groups = cell.exec(text)?.groups;
    if (groups === undefined) throw new Error(`not CSV in line ${lines.length + 1}`);
    const { quoted, bare, end } = groups;
    line.push(quoted === undefined ? (bare ?? '') || null : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
