import { csvCell } from '@tidemark/contract';

/** A row as answers have it: values by the name of the field. */
export type AnswerRow = object;

type Cell = string | number | boolean | null | object;

/**
 * The columns of a row in their order. Throws a RangeError for a number that JSON cannot carry and a TypeError for a
 * column that the row does not have: both would otherwise turn into a silent null.
 */
export function pickCells(row: AnswerRow, columns: readonly string[]): Cell[] {
  return columns.map((name) => {
    const value: unknown = Reflect.get(row, name);
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      if (Number.isFinite(value)) return value;
      throw new RangeError(`The column ${name} holds a number that is not finite`);
    }
    if (typeof value === 'object') return value;
    throw new TypeError(`The column ${name} is a ${typeof value}`);
  });
}

/** A writer of rows as JSON objects with the columns in their order, without what stands between them. */
export function jsonEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  const names = columns.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (row) => {
    let text = '';
    const cells = pickCells(row, columns);
    for (let index = 0; index < cells.length; index += 1) text += `${names[index]}${JSON.stringify(cells[index])}`;
    return `${text}}`;
  };
}

/** A writer of rows as lines of CSV. Null is an empty cell, empty text a quoted one; doubles as JSON has them. */
export function csvEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  return (row) => `${pickCells(row, columns).map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell === '' ? '""' : csvCell(cell);
  return typeof cell === 'object' ? csvCell(JSON.stringify(cell)) : String(cell);
}
